"""A room of the load: its players take turns at random, and know how long each move took to be seen."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Sequence
from random import Random
from time import perf_counter

import msgspec

from .sockets import Client, connect


class MatchNow(msgspec.Struct):
    """What a player needs of a match."""

    id: int
    ply: int
    turn: int | None
    moves: list[str]
    over: bool = False


class _MatchFrame(msgspec.Struct):
    id: int
    ply: int
    turn: int | None
    moves: list[str]
    result: msgspec.Raw


class _Frame(msgspec.Struct):
    type: str
    ref: str | None = None
    match: _MatchFrame | None = None
    code: str = ""


_decode = msgspec.json.Decoder(_Frame).decode
_BOARD = re.compile(rb'id="board"[^>]* data-v="(\d+)\.')
_MINE = re.compile(rb'id="mine" hidden data-ply="(\d+)"(?: data-turn="(\d+)" data-moves="([^"]*)")?')
_OVER = b'id="again"'


class Sample(msgspec.Struct):
    """A move: seconds until its sender had the answer, and until the last of the table's players had seen it."""

    answered: float
    seen: float
    ply: int


class Table:
    """Players at a table who move as soon as they may (`rate` 0) or once in `rate` seconds.

    `sample(sample)` is called for each move; `refused` counts the refusals by code.
    """

    def __init__(self, slug: str, seed: int, rate: float, sample: Callable[[Sample], None], *, html: bool) -> None:
        self.slug, self.rate, self.html = slug, rate, html
        self.sample, self.random = sample, Random(seed)
        self.players: list[Client] = []
        self.now: dict[Client, MatchNow] = {}
        self.refused: dict[str, int] = {}
        self.matches = 0
        self.running = False
        self._sent = self._answered = 0.0
        self._ply = -1
        self._due = 0.0
        self._starter = 0
        self._mover: Client | None = None
        self._timer: asyncio.TimerHandle | None = None

    async def sit(self, ports: Sequence[int], tokens: Sequence[str]) -> None:
        """All come in and take a seat, the host first."""
        query = "?format=html" if self.html else ""
        for number, token in enumerate(tokens):
            client = await connect(ports[number % len(ports)], f"/ws/rooms/{self.slug}/{query}", token, self._on_text)
            self.players.append(client)
            client.send(b'{"type":"say","text":"/join","ref":"join"}')

    def start(self) -> None:
        """The first match; from then on all goes by itself until `stop`."""
        self.running = True
        self._due = perf_counter() + self.random.random() * self.rate
        self.players[0].send(b'{"type":"say","text":"/start","ref":"start"}')

    def stop(self) -> None:
        """No move after this one."""
        self.running = False
        if self._timer is not None:
            self._timer.cancel()

    # --- frames ---------------------------------------------------------------------------------------------------

    def _on_text(self, client: Client, payload: bytes, at: float) -> None:
        match = self._read_html(client, payload, at) if self.html else self._read_json(client, payload, at)
        if match is None:
            return
        before = self.now.get(client)
        if before is not None and (before.id, before.ply) >= (match.id, match.ply):
            return
        self.now[client] = match
        if all(
            (now := self.now.get(player)) is not None and (now.id, now.ply) == (match.id, match.ply)
            for player in self.players
        ):
            self._all_have_seen(match, at)

    def _read_json(self, client: Client, payload: bytes, at: float) -> MatchNow | None:
        frame = _decode(payload)
        if frame.ref is not None or frame.code:
            self._on_answer(client, frame, at)
        if (match := frame.match) is None:
            return None
        return MatchNow(match.id, match.ply, match.turn, match.moves, bytes(match.result) != b"null")

    def _read_html(self, client: Client, payload: bytes, at: float) -> MatchNow | None:
        if payload[:1] == b"{":
            self._on_answer(client, _decode(payload), at)
            return None
        board, mine = _BOARD.search(payload), _MINE.search(payload)
        if board is None or mine is None:
            return None
        ply, turn, moves = mine.groups()
        listed = moves.decode().split("|") if moves else []
        return MatchNow(int(board[1]), int(ply), int(turn or 0), listed, _OVER in payload)

    def _on_answer(self, client: Client, frame: _Frame, at: float) -> None:
        if frame.type == "refusal":
            self.refused[frame.code] = self.refused.get(frame.code, 0) + 1
            if frame.ref == "start" and self.running:
                asyncio.get_running_loop().call_later(0.5, self._begin_again)
        elif frame.type == "ok" and client is self._mover and frame.ref == "m":
            self._answered = at

    def _all_have_seen(self, match: MatchNow, at: float) -> None:
        if self._mover is not None and match.ply == self._ply:
            answered = self._answered or at
            self.sample(Sample(answered - self._sent, max(at, answered) - self._sent, match.ply))
        self._mover = None
        if not self.running:
            return
        if match.over:
            self.matches += 1
            self._begin_again()
        elif not self.rate:
            self._move()
        else:
            self._due = max(self._due + self.rate, perf_counter())
            self._timer = asyncio.get_running_loop().call_later(self._due - perf_counter(), self._move)

    # --- what players do ------------------------------------------------------------------------------------------

    def _begin_again(self) -> None:
        """Everybody in turn, so that nobody talks too fast."""
        if self.running:
            self._starter = (self._starter + 1) % len(self.players)
            self.players[self._starter].send(b'{"type":"say","text":"/again","ref":"start"}')

    def _move(self) -> None:
        may = [player for player in self.players if self.now[player].moves]
        if not may or not self.running:
            return
        mover = self.random.choice(may) if len(may) > 1 else may[0]
        now = self.now[mover]
        move = now.moves[int(self.random.random() * len(now.moves))]
        self._mover, self._ply, self._answered = mover, now.ply + 1, 0.0
        self._sent = max(self._due, 0.0) if self.rate else perf_counter()
        mover.send(b'{"type":"move","move":"%s","turn":%d,"ref":"m"}' % (move.encode(), now.turn or 0))

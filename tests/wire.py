"""The wire as a program uses it: one socket of one player, JSON frames, answers found by their ref.

async with connect(server, slug, token) as ann:
    assert (await ann.say("/join"))["type"] == "ok"
    match = await ann.match_where(lambda match: match["moves"])
    await ann.move(match["moves"][0])
"""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator, Callable, Sequence
from itertools import count
from pathlib import Path
from typing import Any

import httpx
import websockets

from tests.serving import PLAYERS, Served

Frame = dict[str, Any]
Table = tuple[str, list["Wire"], list[tuple[str, str]]]
"""A room's slug, the sockets of its seats, and the names and tokens of who sits there."""
PATIENCE, AT_ONCE = 60.0, 60
_prefixes = count(1)
_spare: dict[Path, list[tuple[str, str]]] = {}


class Wire:
    """An open socket. `frames` are all that came, `room` and `match` (empty without one) the newest of their kind."""

    def __init__(self, socket: websockets.ClientConnection) -> None:
        self.socket = socket
        self.frames: list[Frame] = []
        self.raw: list[str] = []
        self.room: Frame = {}
        self.match: Frame = {}
        self.closed: int | None = None
        self._waiting: list[tuple[Callable[[], Any], asyncio.Future[Any]]] = []
        self._refs = count(1)
        self._reader = asyncio.create_task(self._read())

    async def _read(self) -> None:
        try:
            async for text in self.socket:
                assert isinstance(text, str)
                frame: Frame = json.loads(text)
                self.raw.append(text)
                self.frames.append(frame)
                self._keep(frame)
                self._tell()
        except websockets.ConnectionClosed:
            pass
        self.closed = self.socket.close_code
        self._tell()

    def _tell(self) -> None:
        """Whoever waits for this very frame, or for the end, hears of it, however soon the next one comes."""
        for condition, heard in self._waiting:
            if heard.done():
                continue
            try:
                if found := condition():
                    heard.set_result(found)
                elif self.closed is not None:
                    raise AssertionError(self._ended())
            except Exception as error:  # noqa: BLE001  who waits shall have it
                heard.set_exception(error)

    def _ended(self) -> str:
        return f"closed with {self.closed}; last frames: {self.frames[-3:]}"

    def _keep(self, frame: Frame) -> None:
        if frame["type"] == "welcome":
            self.room, self.match = frame.get("room") or {}, frame.get("match") or {}
        elif frame["type"] == "room":
            self.room = frame["room"]
        elif frame["type"] == "match" and (not self.match or _age(frame["match"]) >= _age(self.match)):
            self.match = frame["match"]

    def count(self, kind: str) -> int:
        """How many frames of this kind have come."""
        return sum(frame["type"] == kind for frame in self.frames)

    async def until(self, condition: Callable[[], Any], patience: float = PATIENCE) -> Any:
        """Wait for frames until the condition gives something true, and give that: it is asked after each frame."""
        if found := condition():
            return found
        assert self.closed is None, self._ended()
        waits = condition, asyncio.get_running_loop().create_future()
        self._waiting.append(waits)
        try:
            async with asyncio.timeout(patience):
                return await waits[1]
        finally:
            self._waiting.remove(waits)

    async def until_closed(self) -> int:
        """Wait for the end of the connection: its close code."""
        await self.until(lambda: self.closed is not None)
        assert self.closed is not None
        return self.closed

    async def send(self, **frame: Any) -> None:
        """Send a frame and do not wait for the answer."""
        await self.socket.send(json.dumps(frame))

    async def ask(self, *, patience: float = PATIENCE, **frame: Any) -> Frame:
        """Send a frame, wait for its `ok` or `refusal`."""
        ref = f"r{next(self._refs)}"
        await self.send(**frame, ref=ref)
        found: Frame = await self.until(
            lambda: next((f for f in self.frames if f.get("ref") == ref and f["type"] in {"ok", "refusal"}), None),
            patience,
        )
        return found

    async def say(self, text: str) -> Frame:
        """A line, a command or a typed move."""
        return await self.ask(type="say", text=text)

    async def move(self, move: str, turn: int | None = None) -> Frame:
        """A move, by default as this seat's next."""
        return await self.ask(type="move", move=move, turn=self.match["turn"] if turn is None else turn)

    async def match_where(self, condition: Callable[[Frame], Any]) -> Frame:
        """Wait until the newest match is so."""
        found: Frame = await self.until(lambda: self.match if self.match and condition(self.match) else None)
        return found

    async def newer_than(self, match: Frame) -> Frame:
        """Wait for the next state of a match."""
        return await self.match_where(lambda now: _age(now) > _age(match))

    async def room_where(self, condition: Callable[[Frame], Any]) -> Frame:
        """Wait until the newest room is so."""
        found: Frame = await self.until(lambda: self.room if self.room and condition(self.room) else None)
        return found

    async def play_to_the_end(self) -> None:
        """Play whatever comes first in the list, until there is a result."""
        while True:
            match = await self.match_where(lambda match: match["moves"] or match["result"])
            if match["result"]:
                return
            answer = await self.move(match["moves"][0])
            assert answer["type"] == "ok", answer
            await self.newer_than(match)

    def lines(self, kind: str | None = None) -> list[str]:
        """The texts of the lines of chat that came, those of the welcome included."""
        lines = [f["line"] for f in self.frames if f["type"] == "chat"]
        lines = [*next((f["chat"] for f in self.frames if f["type"] == "welcome"), []), *lines]
        return [line["text"] for line in lines if kind in (None, line["kind"])]


def _age(match: Frame) -> tuple[int, int]:
    return match["id"], match["version"]


async def moves(seats: Sequence[Wire], number: int) -> None:
    """So many moves of whoever is to move, by seat, each seen by all before the next."""
    for _move in range(number):
        match = seats[0].match
        mover = seats[match["to_move"][0]]
        now = await mover.match_where(lambda now, before=match: now["version"] >= before["version"])
        assert (await mover.move(now["moves"][0]))["type"] == "ok"
        for seat in seats:
            await seat.newer_than(match)


@contextlib.asynccontextmanager
async def connect(
    server: Served, slug: str, token: str | None = None, *, query: str = "", headers: dict[str, str] | None = None
) -> AsyncIterator[Wire]:
    """A socket in a room, welcomed."""
    given = {**({"Authorization": f"Bearer {token}"} if token else {}), **(headers or {})}
    async with _welcomed(f"{server.ws_url}/ws/rooms/{slug}/{query}", given) as wire:
        yield wire


@contextlib.asynccontextmanager
async def lobby(
    server: Served, token: str | None = None, *, headers: dict[str, str] | None = None
) -> AsyncIterator[Wire]:
    """A socket in the lobby, welcomed."""
    given = {**({"Authorization": f"Bearer {token}"} if token else {}), **(headers or {})}
    async with _welcomed(f"{server.ws_url}/ws/lobby/", given) as wire:
        yield wire


@contextlib.asynccontextmanager
async def figures(server: Served, headers: dict[str, str]) -> AsyncIterator[Wire]:
    """The socket of the moderators' figures, welcomed or refused."""
    async with _welcomed(f"{server.ws_url}/ws/moderation/figures/", headers) as wire:
        yield wire


@contextlib.asynccontextmanager
async def _welcomed(address: str, headers: dict[str, str]) -> AsyncIterator[Wire]:
    async with websockets.connect(
        address, additional_headers=headers, open_timeout=PATIENCE, ping_interval=None
    ) as socket:
        wire = Wire(socket)
        await wire.until(lambda: wire.frames or wire.closed)
        yield wire


def players(server: Served, number: int) -> list[tuple[str, str]]:
    """Members whom no other test has: names and tokens."""
    spare = _spare.get(server.home)
    if spare is None:
        prepared = server.home / PLAYERS
        spare = _spare[server.home] = _people(prepared.read_text()) if prepared.exists() else []
    if len(spare) < number:
        spare += _people(server.manage("createplayers", str(AT_ONCE), "--prefix", f"q{next(_prefixes)}n"))
    return [spare.pop() for _ in range(number)]


def _people(lines: str) -> list[tuple[str, str]]:
    return [(name, token) for name, token in (line.split() for line in lines.splitlines())]


def open_room(server: Served, token: str, **wanted: Any) -> str:
    """A new room with the token's owner as its host: the slug."""
    body = {"game": "king_lui", "name": "Test table", **wanted}
    answer = httpx.post(f"{server.url}/api/rooms", json=body, headers={"Authorization": f"Bearer {token}"})
    answer.raise_for_status()
    slug: str = answer.json()["slug"]
    return slug


@contextlib.asynccontextmanager
async def table(server: Served, seats: int, **wanted: Any) -> AsyncIterator[Table]:
    """A room with people seated in the order of seats, the first of them the host, and no match yet."""
    people = players(server, seats)
    slug = open_room(server, people[0][1], **wanted)
    async with contextlib.AsyncExitStack() as stack:
        wires = [await stack.enter_async_context(connect(server, slug, token)) for _name, token in people]
        assert (await wires[0].say("/option draw off"))["type"] == "ok"
        for wire in wires:
            assert (await wire.say("/join"))["type"] == "ok"
        yield slug, wires, people


@contextlib.asynccontextmanager
async def match(server: Served, seats: int = 3, **wanted: Any) -> AsyncIterator[Table]:
    """A match that has begun, seat by seat."""
    async with table(server, seats, **wanted) as (slug, wires, people):
        assert (await wires[0].say("/start"))["type"] == "ok"
        for wire in wires:
            await wire.match_where(lambda match: match["you"] is not None)
        yield slug, wires, people


async def play_until_its_turn(mine: Wire, others: list[Wire]) -> None:
    """The others play whatever comes last in their lists, until it is this seat's turn."""
    while not mine.match["moves"]:
        before = mine.match
        [seat] = before["to_move"]
        await _play_last(next(other for other in others if other.match["you"] == seat), before)
        await mine.newer_than(before)


async def _play_last(mover: Wire, match: Frame) -> None:
    now = await mover.match_where(lambda now: _age(now) >= _age(match))
    assert (await mover.move(now["moves"][-1]))["type"] == "ok"

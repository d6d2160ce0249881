"""Players who play at random, whatever becomes of their connections, and note what they are told."""

from __future__ import annotations

import asyncio
import contextlib
import json
import time
from collections.abc import AsyncIterator, Callable, Sequence
from itertools import count
from random import Random
from typing import Any, Final

import websockets

from .notes import Frame, Notes, Turn

ANSWER: Final = 60.0
"""Seconds within which every frame has its answer, or its connection has an end: whatever happens."""
BEHIND: Final = 3.0
"""Seconds after which a player who should have seen something asks for everything again."""
THINKING: Final = (0.05, 0.7)
TWICE, LATE, MARK, TALK = 0.05, 0.05, 0.3, 0.02
"""How likely a move is sent twice, an old one again, one is marked, and something is said instead of waiting."""
LOST: Final = (OSError, TimeoutError, websockets.WebSocketException)
"""What ends a connection: the player comes back, maybe to another process."""


class Unanswered(AssertionError):
    """A frame had no answer though its connection lived."""


class Player:
    """Somebody at a table, as host, at a seat or watching. `run` goes on until it is cancelled."""

    def __init__(
        self,
        name: str,
        token: str,
        slug: str,
        addresses: Sequence[str],
        notes: Notes,
        random: Random,
        *,
        begin: Sequence[str],
        is_clocked: bool,
    ) -> None:
        """`begin` is what they say first; who says nothing only watches."""
        self.name, self.slug, self.notes, self.random = name, slug, notes, random
        self.sits, self.is_clocked = bool(begin), is_clocked
        self.room: Frame = {}
        self.match: Frame = {}
        self.closing = False
        self._addresses, self._token, self._begin = addresses, token, begin
        self._socket: websockets.ClientConnection | None = None
        self._asked: dict[str, asyncio.Future[Frame]] = {}
        self._refs, self._words = count(1), count(1)
        self._news = asyncio.Event()
        self._pending: tuple[int, int, str] | None = None
        self._voted: object = None
        self._silent_until, self._away_until = float("inf"), 0.0

    @property
    def is_ready(self) -> bool:
        """Has all been said that they say first?"""
        return bool(self.room) and not self._begin

    @property
    def told(self) -> str:
        """Where they stand, for who wants to know why they wait."""
        shown = {name: self.match.get(name) for name in ("id", "version", "ply", "to_move")}
        return f"room's match {self.room.get('match')}, shown {shown}, connected: {self._socket is not None}"

    @property
    def over(self) -> bool:
        """Has the newest match that was shown ended?"""
        return bool(self.match) and not self.match["to_move"]

    @property
    def is_up_to_date(self) -> bool:
        """Is what is shown the room's match?"""
        return self.room.get("match") == self.match.get("id")

    # --- what is done to them ---------------------------------------------------------------------------------------

    def cut(self) -> None:
        """The connection ends in the middle of a frame."""
        if self._socket is not None and self._socket.state is websockets.State.OPEN:
            self.notes.cuts += 1
            self._socket.transport.write(b"\x81\xfe\x01\x00mask{")
            self._socket.transport.abort()

    def fall_silent(self, seconds: float) -> None:
        """Here, and doing nothing for so long from now on; with 0 no longer."""
        self._silent_until = time.monotonic() + seconds
        self._news.set()

    def go_away(self, seconds: float) -> None:
        """Gone without a word, and back later."""
        self._away_until = time.monotonic() + seconds
        if self._socket is not None:
            self._socket.transport.abort()

    async def ask_to_abort(self) -> None:
        """Begin a vote, if there is a match."""
        with contextlib.suppress(*LOST):
            await self.say("/abort")

    def finish(self) -> None:
        """From now on play at once, and begin no match any more."""
        self.closing = True
        self._silent_until = self._away_until = 0.0
        self._news.set()

    # --- the connection -------------------------------------------------------------------------------------------

    async def run(self) -> None:
        """Connect, play, and come back when the connection has ended."""
        while True:
            with contextlib.suppress(*LOST):
                async with self._connected():
                    await self._resume()
                    while True:
                        await self._wait()
                        await self._act()
            await asyncio.sleep(max(self.random.uniform(0.1, 1.0), self._away_until - time.monotonic()))

    @contextlib.asynccontextmanager
    async def _connected(self) -> AsyncIterator[None]:
        address = f"{self.random.choice(self._addresses)}/ws/rooms/{self.slug}/"
        headers = {"Authorization": f"Bearer {self._token}"}
        async with websockets.connect(
            address, additional_headers=headers, compression=None, open_timeout=ANSWER, ping_interval=None
        ) as socket:
            self._socket, welcomed = socket, self._expect("welcome")
            reader = asyncio.create_task(self._read(socket))
            try:
                await self._answer(welcomed)
                self.notes.connections += 1
                yield
            finally:
                self._socket = None
                reader.cancel()
                with contextlib.suppress(asyncio.CancelledError):
                    await reader
                self.notes.closed[socket.close_code or 0] += 1

    async def _read(self, socket: websockets.ClientConnection) -> None:
        try:
            async for text in socket:
                self._hear(json.loads(text))
        except websockets.ConnectionClosed:
            pass
        for future in self._asked.values():
            future.cancel()
        self._asked.clear()
        self._news.set()

    def _hear(self, frame: Frame) -> None:
        match frame["type"]:
            case "welcome":
                self.room = frame["room"]
                self._see(frame["match"])
                self._answered("welcome", frame)
            case "room":
                self.room = frame["room"]
            case "match":
                self._see(frame["match"])
            case "refusal" if frame["ref"] is None:
                self.notes.refusals[frame["code"]] += 1
            case "ok" | "refusal":
                self._answered(frame["ref"], frame)
        self._news.set()

    def _see(self, match: Frame | None) -> None:
        if match is None:
            return
        self.notes.see(match)
        if not self.match or (match["id"], match["version"]) >= (self.match["id"], self.match["version"]):
            self.match = match

    def _expect(self, ref: str) -> asyncio.Future[Frame]:
        future: asyncio.Future[Frame] = asyncio.get_running_loop().create_future()
        self._asked[ref] = future
        return future

    def _answered(self, ref: str, frame: Frame) -> None:
        future = self._asked.pop(ref, None)
        if future is not None and not future.done():
            future.set_result(frame)

    async def _answer(self, future: asyncio.Future[Frame]) -> Frame:
        done, _late = await asyncio.wait([future], timeout=ANSWER)
        if not done:
            raise Unanswered(f"{self.name} had no answer for {ANSWER:.0f} s")
        if future.cancelled():
            raise ConnectionError
        return future.result()

    async def ask(self, **frame: Any) -> Frame:
        """Send a frame: its answer."""
        if self._socket is None:
            raise ConnectionError
        ref = f"r{next(self._refs)}"
        future = self._expect(ref)
        await self._socket.send(json.dumps({**frame, "ref": ref}))
        answer = await self._answer(future)
        if answer["type"] == "refusal":
            self.notes.refusals[f"{frame['type']} {answer['code']}"] += 1
        return answer

    async def say(self, text: str) -> Frame:
        """A line, or a command."""
        return await self.ask(type="say", text=text)

    # --- playing ----------------------------------------------------------------------------------------------------

    async def _resume(self) -> None:
        """Back, or here for the first time: sit down; send again what had no answer, and has one if it was saved."""
        while self._begin:
            answer = await self.say(self._begin[0])
            assert answer["type"] == "ok" or answer["code"] == "not_saved", answer
            self._begin = self._begin[1:]
        if self._pending is not None and self.match.get("id") == self._pending[0]:
            _match, turn, move = self._pending
            await self._play(turn, move)
        self._pending = None

    async def _wait(self) -> None:
        """Think; and where there is nothing to do, until there is news."""
        if not self.closing:
            await asyncio.sleep(self.random.uniform(*THINKING))
        while (silence := self._silent_until - time.monotonic()) > 0:
            await self._until_news(silence)
        if not self._has_something_to_do():
            await self._until_news(BEHIND)

    async def _until_news(self, patience: float) -> None:
        self._news.clear()
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._news.wait(), patience)
        if self._socket is None or self._socket.close_code is not None:
            raise ConnectionError

    async def _until(self, condition: Callable[[], bool]) -> None:
        """Wait for news; where none comes, ask for everything again, as a good client does."""
        patience = time.monotonic() + BEHIND
        while not condition() and time.monotonic() < patience:
            await self._until_news(BEHIND)
        if not condition():
            await self.ask(type="sync")

    def _has_something_to_do(self) -> bool:
        return bool(self.match and self.match["moves"]) or self._is_asked() or self._begins()

    def _is_asked(self) -> bool:
        vote: Frame = self.room.get("vote") or {}
        return self.name in vote.get("waiting", ()) and self._voted != vote["until"]

    def _begins(self) -> bool:
        ready = self.room["match"] is None or (self.is_up_to_date and self.over)
        return ready and not self.closing and self.room["host"] == self.name

    async def _act(self) -> None:
        if self._is_asked():
            self._voted = self.room["vote"]["until"]
            await self.say(self.random.choice(["/accept", "/accept", "/accept", "/refuse"]))
        elif self._begins():
            before = self.room["match"]
            await self.say("/start")
            await self._until(lambda: self.room["match"] != before)
        elif self.match.get("moves"):
            await self._move()
        elif self.match.get("premoves") and self.random.random() < MARK:
            answer = await self.ask(type="premove", move=self.random.choice(self.match["premoves"]))
            self.notes.marks += answer["type"] == "ok"
        if not self.closing and self.random.random() < TALK:
            await self._talk()

    async def _move(self) -> None:
        now = self.match
        move = self.random.choice(now["moves"])
        self._pending = now["id"], now["turn"], move
        if self.random.random() < TWICE:
            self.notes.twice += 1
            await asyncio.gather(self._play(now["turn"], move), self._play(now["turn"], move))
        else:
            await self._play(now["turn"], move)
        self._pending = None
        await self._until(lambda: self.match is not now)
        if self.random.random() < LATE and now["turn"]:
            self.notes.late += 1
            await self._play_again(Turn(now["id"], now["you"], self.random.randrange(now["turn"])))

    async def _play(self, turn: int, move: str) -> None:
        sent, now = time.monotonic(), self.match
        self.notes.unknown += 1
        answer = await self.ask(type="move", move=move, turn=turn)
        if answer["type"] == "ok":
            self.notes.unknown -= 1
            seconds = time.monotonic() - sent
            self.notes.acknowledge(Turn(now["id"], now["you"], turn), move, answer["ply"], seconds)
        elif answer["code"] != "not_saved":
            self.notes.unknown -= 1

    async def _play_again(self, old: Turn) -> None:
        """A move of before, once more: if it was acknowledged, then as the same ply."""
        for move, _ply in self.notes.acknowledged.get(old, ()):
            if self.match["id"] == old.match:
                await self._play(old.turn, move)

    async def _talk(self) -> None:
        text = f"{self.name} {next(self._words)}"
        if (await self.say(text))["type"] == "ok":
            self.notes.said.append((self.name, text))

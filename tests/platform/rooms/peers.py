"""Sockets in this process, of rooms and of the lobby, for tests that want to see or change what is behind them."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any

from asgiref.sync import sync_to_async

from tafelrunde.accounts.models import Player, Token
from tafelrunde.live import bus
from tafelrunde.matches import live as matches
from tafelrunde.matches import play, suspending
from tafelrunde.rooms import lines, news, tables
from tafelrunde.rooms.lobby import lobby
from tafelrunde.rooms.models import Room
from tafelrunde.rooms.opening import open_room
from tafelrunde.rooms.seating import sit
from tafelrunde.rooms.starting import start
from tests.platform.matches.playing import done
from tests.platform.rooms.communicator import PATIENCE, Communicator


class Peer:
    """A socket and what comes through it; `match` and `html` are the newest, `lines` all of the chat."""

    def __init__(self, path: str, token: str | None = None) -> None:
        self.socket = Communicator.of(path, token)
        self.match: dict[str, Any] = {}
        self.lines: list[str] = []
        self.html = ""

    async def open(self) -> None:
        """Connect, and hear the first frame."""
        await self.socket.connect()
        await self.hear()

    async def hear(self) -> dict[str, Any]:
        """The next frame; one of HTML as its `html`."""
        text = str(await self.socket.receive_from())
        if text.startswith("<"):
            self.html = text
            return {"type": "html", "html": text}
        frame: dict[str, Any] = json.loads(text)
        self.match = frame.get("match") or self.match
        if frame["type"] == "chat":
            self.lines.append(frame["line"]["text"])
        return frame

    async def answer(self) -> dict[str, Any]:
        """The answer to what was sent last."""
        while (frame := await self.hear())["type"] not in {"ok", "refusal"}:
            continue
        return frame

    async def send(self, sent: str | bytes) -> dict[str, Any]:
        """Send it as it is: the answer."""
        key = "bytes" if isinstance(sent, bytes) else "text"
        await self.socket.send_input({"type": "websocket.receive", key: sent})
        return await self.answer()

    async def ask(self, **frame: Any) -> dict[str, Any]:
        """Send a frame: the answer."""
        return await self.send(json.dumps(frame))

    async def say(self, text: str) -> str:
        """Say a line: "ok", or the code of the refusal."""
        code: str = (await self.ask(type="say", text=text)).get("code", "ok")
        return code

    async def move(self, number: int = 0) -> dict[str, Any]:
        """Play one of the moves, when it is this one's turn: the answer."""
        while not self.match.get("moves"):
            await self.hear()
        before = self.match
        return await self.ask(type="move", move=before["moves"][number], turn=before["turn"])

    def heard(self) -> list[Any]:
        """What has come and was not looked at; all of it is looked at now."""
        waiting = []
        while not self.socket.output_queue.empty():
            waiting.append(self.socket.output_queue.get_nowait())
        return waiting


class Town:
    """Opens sockets in a room with these people; Ann is its host."""

    def __init__(self) -> None:
        self.peers: list[Peer] = []
        self.slug = ""
        self.tokens: dict[str, str] = {}

    async def prepare(self, *names: str, playing: bool = False) -> None:
        """A room with these people, who sit and play if they are to."""
        self.slug, self.tokens = await sync_to_async(_room)(names or ("Ann",), playing)

    async def open(self, name: str | None = "Ann", query: str = "", path: str | None = None) -> Peer:
        """A socket of somebody, None for a visitor; in the room, or at another path."""
        peer = Peer(path or f"/ws/rooms/{self.slug}/{query}", self.tokens[name] if name else None)
        self.peers.append(peer)
        await peer.open()
        return peer

    async def close(self, *peers: Peer) -> None:
        """Close these, or all."""
        for peer in peers or tuple(self.peers):
            self.peers.remove(peer)
            await peer.socket.disconnect()


@asynccontextmanager
async def town(*names: str, playing: bool = False) -> AsyncIterator[Town]:
    """A room with these people, and this process as one that serves."""
    bus._Running.loop = asyncio.get_running_loop()
    made = Town()
    await made.prepare(*names, playing=playing)
    try:
        yield made
        await made.close()
    finally:
        await done(play._Writer.tasks, suspending._tasks)
        play.close()
        forget()


async def news_told() -> None:
    """Wait until all that people are to hear of others, or of what they have not read, is told."""
    while telling := [task for task in asyncio.all_tasks() if task.get_name() == news.TELLING]:
        await asyncio.wait(telling)


async def quiet(slug: str) -> None:
    """Wait until all that has happened is told, in the room and in the lobby: nothing comes before somebody acts."""
    calm = 0
    async with asyncio.timeout(PATIENCE):
        while calm < 2:  # between two steps of a task it may look so once
            await asyncio.sleep(0.005)
            table = tables.table(slug)
            room_is_busy = table is not None and (table._told_soon or table._reading is not None)
            lobby_is_busy = lobby._changed or lobby._telling or lobby._next or lobby._reading.locked()
            calm = 0 if room_is_busy or (lobby.sockets and lobby_is_busy) else calm + 1


def forget() -> None:
    """This process serves no more: nothing of it is left for the next test."""
    bus._Running.loop = None
    matches._matches.clear()
    lines._Heard.floor = lines._Heard.next_floor = 0
    lines._Heard.whispers.clear()


def _room(names: Sequence[str], playing: bool) -> tuple[str, dict[str, str]]:
    people = [Player.objects.create_user(name) for name in names]
    room = open_room(people[0], "king_lui")
    Room.objects.filter(pk=room.pk).update(draw_seats=False)
    if playing:
        for player in people:
            sit(room, player)
        start(room, people[0])
    return room.slug, {player.name: Token.make(player, "test") for player in people}

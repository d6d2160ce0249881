"""The lobby of one process: its sockets, and the rooms as they change, row by row."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from functools import cache
from typing import Any, Final

from django.template.loader import get_template
from django.utils import translation

from tafelrunde.house import offers
from tafelrunde.live import bus, presence
from tafelrunde.live.sockets import Socket
from tafelrunde.live.threads import ask
from tafelrunde.matches import live as matches
from tafelrunde.matches.live import LiveMatch
from tafelrunde.people.seeing import Online, read_online

from . import frames, wire
from .listing import LOBBY, Row, games_heard, read_rows

SOON, READ_ALL = 0.1, 60.0
log = logging.getLogger(__name__)


def _read_lobby(slugs: set[str] | None) -> tuple[dict[str, Row], Online]:
    return read_rows(slugs), read_online()


class Lobby:
    """What this process knows of the rooms while somebody is in the lobby. One read at a time, so none is overtaken."""

    def __init__(self) -> None:
        self.sockets: set[Socket] = set()
        self.rows: dict[str, Row] = {}
        self.online = Online()
        self._changed: set[str] = set()
        self._telling: asyncio.Task[None] | None = None
        self._reading = asyncio.Lock()
        self._next: asyncio.Task[None] | None = None

    async def enter(self, socket: Socket, lines: frames.Lines) -> None:
        """A socket has opened, or wants everything again: all first, then what changes. `lines` are its whispers."""
        self.sockets.add(socket)
        await self.read_all()
        with translation.override(socket.language):
            socket.release(_welcome(socket, list(self.rows.values()), self.online, lines))

    def leave(self, socket: Socket) -> None:
        """A socket has closed."""
        self.sockets.discard(socket)

    def games_switched(self, _slugs: frozenset[str]) -> None:
        """Pages offer other games than before; programs ask for them."""
        self.tell(lambda socket: _games() if socket.html else "")

    def changed(self, slug: str | None) -> None:
        """A room, or who is online, has changed: tell soon, once for all that happens meanwhile."""
        if not self.sockets:
            return
        if slug is not None:
            self._changed.add(slug)
        if self._telling is None:
            self._telling = asyncio.create_task(self._tell_changes(), name="tell the lobby")

    async def _tell_changes(self) -> None:
        try:
            await asyncio.sleep(SOON)
        finally:
            self._telling = None
        changed, self._changed = self._changed, set()
        try:
            async with self._reading:
                await self._read(changed)
        except Exception:
            log.exception("the lobby could not be read")

    async def read_all(self) -> None:
        """Read all rooms, and tell what has changed. A crowd that asks while a reading waits to begin shares it."""
        if self._next is None:
            self._next = asyncio.create_task(self._read_all(), name="read the lobby")
        await asyncio.shield(self._next)

    async def _read_all(self) -> None:
        async with self._reading:
            self._next = None  # who asks from here on may have seen more than is read now
            await self._read(None)

    async def _read(self, slugs: set[str] | None) -> None:
        rows, online = await ask(_read_lobby, slugs)
        for slug in self.rows.keys() | rows.keys() if slugs is None else slugs:
            self._tell_row(slug, rows.get(slug))
        if online != self.online:
            self.online = online
            self.tell(lambda socket: _online(socket, online), lambda socket: online.beside(_reader(socket)))

    def _tell_row(self, slug: str, row: Row | None) -> None:
        if row == self.rows.get(slug):
            return
        if row is None:
            del self.rows[slug]
            self.tell(lambda _socket: wire.frame("gone", id=f"room-{slug}", slug=slug))
        else:
            self.rows[slug] = row
            self.tell(lambda socket: _changed_row(socket, row))

    def tell(self, make: Callable[[Socket], str], differs: Callable[[Socket], object] = lambda _socket: None) -> None:
        """Write to each socket what `make` gives, made once per language, form and whatever else `differs`."""
        made: dict[tuple[str, bool, object], str] = {}
        for socket in self.sockets:
            kind = socket.language, socket.html, differs(socket)
            if kind not in made:
                with translation.override(socket.language):
                    made[kind] = make(socket)
            socket.write(made[kind], whole=True)


lobby: Final = Lobby()


async def run() -> None:
    """Now and then read all rooms again, as long as the process serves."""
    while True:
        await asyncio.sleep(READ_ALL)
        if lobby.sockets:
            await lobby.read_all()


def _match_changed(live: LiveMatch) -> None:
    """A match has no say in its room, but everybody may know that nothing is played there any more."""
    if live.position.over:
        lobby.changed(live.place)


def listen() -> None:
    """Hear what changes, from the start of the process."""
    matches.listen(_match_changed)
    offers.listen(lobby.games_switched)
    bus.on("room", lambda message: lobby.changed(message["slug"]))
    bus.on("ended", lambda message: lobby.changed(message["place"]))
    presence.listen(lambda place, _player, _here: lobby.changed(None if place == LOBBY else place))


def _welcome(socket: Socket, rows: list[Row], heard: Online, lines: frames.Lines) -> str:
    online = heard.seen_by(_reader(socket))
    if socket.html:
        given = {"rooms": [_for_template(row) for row in rows], "whole": True, "online": online}
        return _render("_rooms", given) + _render("_online", given) + _games() + frames.lines(lines)
    me = socket.person and {"name": socket.person.name, "guest": socket.person.guest}
    shown = [row.as_json() for row in rows]
    return wire.frame("welcome", protocol=frames.PROTOCOL, me=me, rooms=shown, online=online, chat=lines)


def _changed_row(socket: Socket, row: Row) -> str:
    return _render("_rooms", {"rooms": [_for_template(row)]}) if socket.html else wire.frame("room", room=row.as_json())


def _online(socket: Socket, heard: Online) -> str:
    online = heard.seen_by(_reader(socket))
    return _render("_online", {"online": online}) if socket.html else wire.frame("online", online=online)


def _reader(socket: Socket) -> int | None:
    return socket.person.id if socket.person else None


def _games() -> str:
    games = games_heard()
    return "".join(_render(name, {"games": games}) for name in ("_play_now", "_play_how", "_new_game", "_games"))


def _for_template(row: Row) -> dict[str, Any]:
    return {**row.as_json(), "v": f"{row.version}.0"}


def _render(name: str, given: dict[str, Any]) -> str:
    text: str = _template(name).render(given).strip()
    return text


@cache
def _template(name: str) -> Any:
    return get_template(f"lobby/{name}.html")

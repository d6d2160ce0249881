"""The lobby of one process: its sockets, and the rooms as they change, row by row."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Collection
from dataclasses import dataclass
from functools import cache
from typing import Any, Final
from urllib.parse import parse_qs

from channels.db import database_sync_to_async
from django.db.models import Count
from django.template.loader import get_template
from django.utils import translation
from django.utils.translation import gettext_lazy as _

from tafelrunde import games
from tafelrunde.accounts.models import Player
from tafelrunde.house import offers
from tafelrunde.live import bus, presence, sockets
from tafelrunde.live.limits import Bucket
from tafelrunde.live.sockets import BANNED, SIGNED_OUT, Socket
from tafelrunde.matches import live as matches
from tafelrunde.matches.live import LiveMatch
from tafelrunde.matches.texts import render
from tafelrunde.refusals import Refusal

from . import frames, wire
from .changes import is_played
from .identify import confirm, identify, origin_is_ours
from .models import Room
from .reader import language
from .slowing import Brake

LOBBY: Final = "/"
SOON, READ_ALL = 0.1, 60.0
SYNCS_PER_SECOND, SYNCS_AT_ONCE = 2.0, 20.0
log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Row:
    """A room as the lobby shows it."""

    slug: str
    name: str
    game: str
    host: str | None
    seated: int
    seats: int
    here: int
    playing: bool
    version: int

    def as_json(self) -> dict[str, Any]:
        """For programs, and for the templates: in the language that is active now."""
        game = games.find(self.game)
        return {
            "slug": self.slug,
            "name": self.name,
            "game": self.game,
            "game_name": render(game.name) if game else self.game,
            "host": self.host,
            "seated": self.seated,
            "seats": self.seats,
            "here": self.here,
            "playing": self.playing,
        }


def read_rows(slugs: Collection[str] | None = None) -> dict[str, Row]:
    """The rooms as the database has them now: all, or those of these slugs that are there."""
    rooms = Room.objects.select_related("host", "match").annotate(seated=Count("seats")).order_by("-created")
    if slugs is not None:
        rooms = rooms.filter(slug__in=slugs)
    return {room.slug: _row(room, room.seated) for room in rooms}


def _row(room: Room, seated: int) -> Row:
    game = games.find(room.game)
    return Row(
        slug=room.slug,
        name=room.name,
        game=room.game,
        host=room.host.name if room.host else None,
        seated=seated,
        seats=max(game.seats) if game else seated,
        here=len(presence.here(room.slug)),
        playing=is_played(room),
        version=room.version,
    )


def read_online() -> list[str]:
    """The names of all who are online, in order."""
    return sorted(Player.objects.filter(pk__in=presence.online()).values_list("name", flat=True), key=str.casefold)


def _read_lobby(slugs: set[str] | None) -> tuple[dict[str, Row], list[str]]:
    return read_rows(slugs), read_online()


def games_offered() -> list[dict[str, Any]]:
    """The games that are offered now, for the form that opens a room."""
    return [
        {"slug": slug, "name": render(game.name), "seats_min": min(game.seats), "seats_max": max(game.seats)}
        for slug, game in offers.offered().items()
    ]


class Lobby:
    """What this process knows of the rooms while somebody is in the lobby. One read at a time, so none is overtaken."""

    def __init__(self) -> None:
        self.sockets: set[Socket] = set()
        self.rows: dict[str, Row] = {}
        self.online: list[str] = []
        self._changed: set[str] = set()
        self._telling: asyncio.Task[None] | None = None
        self._reading = asyncio.Lock()
        self._next: asyncio.Task[None] | None = None

    async def enter(self, socket: Socket) -> None:
        """A socket has opened, or wants everything again: all first, then what changes."""
        self.sockets.add(socket)
        await self.read_all()
        with translation.override(socket.language):
            socket.release(_welcome(socket, list(self.rows.values()), self.online))

    def leave(self, socket: Socket) -> None:
        """A socket has closed."""
        self.sockets.discard(socket)

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
        rows, online = await database_sync_to_async(_read_lobby, thread_sensitive=False)(slugs)
        for slug in self.rows.keys() | rows.keys() if slugs is None else slugs:
            self._tell_row(slug, rows.get(slug))
        if online != self.online:
            self.online = online
            self.tell(lambda socket: _online(socket, online))

    def _tell_row(self, slug: str, row: Row | None) -> None:
        if row == self.rows.get(slug):
            return
        if row is None:
            del self.rows[slug]
            self.tell(lambda _socket: wire.frame("gone", id=f"room-{slug}", slug=slug))
        else:
            self.rows[slug] = row
            self.tell(lambda socket: _changed_row(socket, row))

    def tell(self, make: Callable[[Socket], str]) -> None:
        """Write to each socket what `make` gives, made once per language and form."""
        made: dict[tuple[str, bool], str] = {}
        for socket in self.sockets:
            kind = socket.language, socket.html
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
        bus.publish("room", slug=live.place)


def listen() -> None:
    """Hear what changes, from the start of the process."""
    matches.listen(_match_changed)
    bus.on("room", lambda message: lobby.changed(message["slug"]))
    presence.listen(lambda place, _player, _here: lobby.changed(None if place == LOBBY else place))


async def lobby_socket(scope: dict[str, Any], receive: Any, send: Any) -> None:
    """Serve one connection to `/ws/lobby/`."""
    await receive()
    if not origin_is_ours(scope):
        await send({"type": "websocket.close", "code": 4403})
        return
    visitor = await identify(scope)
    await send({"type": "websocket.accept"})
    query = parse_qs(scope["query_string"].decode(errors="replace"))
    reads = language(scope, query, visitor.player)
    socket = Socket(send, visitor.person, visitor.session, reads, query.get("format") == ["html"])
    socket.proof = visitor.proof
    sockets.opened(socket, scope.get("arrived"))
    try:
        await confirm(visitor)
        await _serve(socket, receive)
    except Refusal as refusal:
        with translation.override(socket.language):
            last = frames.refusal(refusal, None)
        socket.end(last, BANNED if refusal.code == "banned" else SIGNED_OUT)
    finally:
        sockets.gone(socket)


async def _serve(socket: Socket, receive: Any) -> None:
    if socket.person is not None:
        presence.enter(LOBBY, socket.person.id)
    ticking = asyncio.create_task(_tick(socket))
    try:
        await lobby.enter(socket)
        brake, bucket = Brake(socket), Bucket(SYNCS_PER_SECOND, SYNCS_AT_ONCE)
        while (event := await receive())["type"] == "websocket.receive":
            if not socket.closed:
                await _handle(socket, event.get("text"), brake, bucket)
    finally:
        ticking.cancel()
        lobby.leave(socket)
        if socket.person is not None:
            presence.leave(LOBBY, socket.person.id)


async def _handle(socket: Socket, text: str | None, brake: Brake, bucket: Bucket) -> None:
    ref: str | None = None
    try:
        brake.slow_down(bucket)
        frame = wire.decode(text)
        ref = frame.ref
        if not isinstance(frame, wire.Sync):
            raise Refusal("not_allowed_now", _("In the lobby there is nothing to play: enter a room."))
        await lobby.enter(socket)
        socket.write(frames.ok(ref, None))
    except Refusal as refusal:
        with translation.override(socket.language):
            socket.write(frames.refusal(refusal, ref))


async def _tick(socket: Socket) -> None:
    while True:
        await asyncio.sleep(frames.TICK)
        socket.write(frames.heartbeat(None))


def _welcome(socket: Socket, rows: list[Row], online: list[str]) -> str:
    if socket.html:
        given = {"rooms": [_for_template(row) for row in rows], "whole": True, "online": len(online)}
        return _render("_rooms", given) + _render("_online", given)
    me = socket.person and {"name": socket.person.name, "guest": socket.person.guest}
    shown = [row.as_json() for row in rows]
    return wire.frame("welcome", protocol=frames.PROTOCOL, me=me, rooms=shown, online=online)


def _changed_row(socket: Socket, row: Row) -> str:
    return _render("_rooms", {"rooms": [_for_template(row)]}) if socket.html else wire.frame("room", room=row.as_json())


def _online(socket: Socket, online: list[str]) -> str:
    return _render("_online", {"online": len(online)}) if socket.html else wire.frame("online", online=online)


def _for_template(row: Row) -> dict[str, Any]:
    return {**row.as_json(), "v": f"{row.version}.0"}


def _render(name: str, given: dict[str, Any]) -> str:
    text: str = _template(name).render(given).strip()
    return text


@cache
def _template(name: str) -> Any:
    return get_template(f"lobby/{name}.html")

"""The socket of a room: a plain ASGI application inside Channels' routing and sessions.

Frames of one socket are handled one after the other. A frame that is no good is answered, never fatal; only a flood, a
revocation or a stopping server closes.
"""

from __future__ import annotations

import asyncio
import logging
from typing import Any
from urllib.parse import parse_qs

from channels.db import database_sync_to_async
from django.db import DatabaseError
from django.utils import translation
from django.utils.translation import gettext_lazy as _

from tafelrunde.accounts.models import Player
from tafelrunde.live import sockets
from tafelrunde.live.limits import Bucket
from tafelrunde.live.sockets import BANNED, BROKEN, SIGNED_OUT, Socket
from tafelrunde.matches import play
from tafelrunde.matches import position as fold
from tafelrunde.matches.live import LiveMatch
from tafelrunde.refusals import Refusal

from . import chat, frames, registry, tables, typed_moves, wire
from .calls import call_in
from .identify import Visitor, confirm, identify, origin_is_ours
from .models import Room
from .reader import language
from .registry import Answer
from .slowing import Brake, lines_of
from .tables import Table

log = logging.getLogger(__name__)
FRAMES_PER_SECOND, FRAMES_AT_ONCE = 20.0, 60.0
ENDS = {"no_such_room": frames.NO_SUCH_ROOM, "banned": BANNED}


async def room_socket(scope: dict[str, Any], receive: Any, send: Any) -> None:
    """Serve one connection to `/ws/rooms/<slug>/`."""
    await receive()
    if not origin_is_ours(scope):
        await send({"type": "websocket.close", "code": 4403})
        return
    visitor = await identify(scope)
    await send({"type": "websocket.accept"})
    query = parse_qs(scope["query_string"].decode(errors="replace"))
    html = query.get("format") == ["html"]
    socket = Socket(send, visitor.person, visitor.session, language(scope, query, visitor.player), html)
    socket.proof = visitor.proof
    slug: str = scope["url_route"]["kwargs"]["slug"]
    await Connection(socket, visitor, slug, scope.get("arrived")).serve(receive)


class Connection:
    """One socket in one room."""

    def __init__(self, socket: Socket, visitor: Visitor, slug: str, arrived: float | None = None) -> None:
        self.socket, self.visitor, self.slug, self.arrived = socket, visitor, slug, arrived
        self.player: Player | None = None
        self.frames = Bucket(FRAMES_PER_SECOND, FRAMES_AT_ONCE)
        self.lines = lines_of(socket.person)
        self.brake = Brake(socket)

    async def serve(self, receive: Any) -> None:
        """From the welcome to the end of the connection."""
        sockets.opened(self.socket, self.arrived)
        table: Table | None = None
        try:
            self.player = await confirm(self.visitor)
            table = await tables.enter(self.slug, self.socket)
            self.socket.release(await self.welcome(table))
            self.player_is_back(table)
            ticking = asyncio.create_task(self.tick(table))
            try:
                while (event := await receive())["type"] == "websocket.receive":
                    if not self.socket.closed:  # what still comes from a client that we have closed counts for nothing
                        await self.handle(table, event.get("text"))
            finally:
                ticking.cancel()
        except Refusal as refusal:
            with translation.override(self.socket.language):
                last = frames.refusal(refusal, None)
            self.socket.end(last, ENDS.get(refusal.code, SIGNED_OUT))
        except Exception:
            log.exception("the socket of %s in room %s failed", self.socket.person, self.slug)
            self.socket.close(BROKEN)
        finally:
            sockets.gone(self.socket)
            if table is not None:
                tables.leave(table, self.socket)

    async def welcome(self, table: Table) -> str:
        """Everything this reader may know."""
        lines = await database_sync_to_async(self._last_lines, thread_sensitive=False)(table.picture.room.pk)
        with translation.override(self.socket.language):
            return frames.welcome(table, self.socket, lines)

    async def sync(self, table: Table) -> None:
        """Everything again; what is told while it is read comes behind it, so that nothing is missing in the end."""
        first = ""
        self.socket.hold()
        try:
            first = await self.welcome(table)
        finally:
            self.socket.release(first)

    def _last_lines(self, room: int) -> list[dict[str, Any]]:
        with translation.override(self.socket.language):
            return chat.last_lines(Room(pk=room), self.player)

    async def tick(self, table: Table) -> None:
        """Tell the time and the version, so that a lost frame is noticed."""
        while True:
            await asyncio.sleep(frames.TICK)
            self.socket.write(frames.tick(table, self.socket))

    async def handle(self, table: Table, text: str | None) -> None:
        """Do what one frame asks for."""
        ref: str | None = None
        try:
            self.brake.slow_down(self.frames)
            frame = wire.decode(text)
            ref = frame.ref
            self.player_is_back(table)
            match frame:
                case wire.MoveFrame():
                    self.move(table, frame.move, frame.turn, ref)
                case wire.Say():
                    await self.say(table, frame.text, ref)
                case wire.Premove():
                    self.premove(table, frame.move, ref)
                case wire.Sync():
                    await self.sync(table)
                    self.socket.write(frames.ok(ref, None))
        except Refusal as refusal:
            self.refuse(refusal, ref)
        except DatabaseError:
            log.exception("room %s: a frame of %s could not be saved", self.slug, self.socket.person)
            self.refuse(Refusal("not_saved", _("That could not be saved: try again in a moment.")), ref)

    def refuse(self, refusal: Refusal, ref: str | None) -> None:
        """Tell this reader alone."""
        with translation.override(self.socket.language):
            self.socket.write(frames.refusal(refusal, ref))

    # --- playing --------------------------------------------------------------------------------------------------

    def move(self, table: Table, move: str, turn: int, ref: str | None) -> None:
        """A move in exact notation."""
        live, seat = self.playing(table)

        def answer(done: int | Refusal) -> None:
            if isinstance(done, Refusal):
                self.refuse(done, ref)
            else:
                self.socket.write(frames.ok(ref, done))

        assert self.socket.person is not None
        play.play_move(live, seat, move, turn, answer, player=self.socket.person.id)

    def playing(self, table: Table) -> tuple[LiveMatch, int]:
        """The match and the seat of this reader, or a Refusal."""
        if self.socket.person is None:
            raise Refusal("signed_out", _("Sign in or come in as a guest to play."))
        viewer = table.viewer(self.socket)
        if table.match is None:
            raise Refusal("not_allowed_now", _("There is no match being played."))
        if not isinstance(viewer, int):
            raise Refusal("not_seated", _("You do not sit in this match."))
        return table.match, viewer

    def premove(self, table: Table, move: str | None, ref: str | None) -> None:
        """A mark for the reader's turn, where the game has such."""
        live, seat = self.playing(table)
        if move is not None and move not in live.game.premoves(live.position.state, seat):
            raise Refusal("not_allowed_now", _("That cannot be marked now."))
        self.socket.write(frames.ok(ref, live.position.ply))

    def player_is_back(self, table: Table) -> None:
        """Somebody who counts as absent shows up again: their seat is theirs."""
        viewer = table.viewer(self.socket)
        if table.match is not None and isinstance(viewer, int) and viewer in table.match.position.absent:
            play.change_seat(table.match, viewer, fold.BACK, lambda _answer: None)

    # --- talking --------------------------------------------------------------------------------------------------

    async def say(self, table: Table, text: str, ref: str | None) -> None:
        """A line of chat, a command, or a typed move."""
        seated = isinstance(table.viewer(self.socket), int) and table.match is not None
        if seated and typed_moves.is_move(table, text):
            live, seat = self.playing(table)
            self.move(table, typed_moves.read(live, seat, text), live.position.turns[seat], ref)
            return
        self.brake.slow_down(self.lines)
        answer = await database_sync_to_async(self._say, thread_sensitive=False)(table, text)
        for line in answer.lines if answer else ():
            self.socket.write(frames.line(frames.answer_line(line), self.socket))
        self.socket.write(frames.ok(ref, None))

    def _say(self, table: Table, text: str) -> Answer | None:
        """In a thread: what the registry or the chat makes of it."""
        language = self.socket.language
        with translation.override(language):
            return registry.run(call_in(table.picture.room, self.player, language), text)

"""The socket of a room: a plain ASGI application inside Channels' routing and sessions."""

from __future__ import annotations

import logging
from copy import copy
from typing import Any

from django.db import DatabaseError
from django.utils import translation
from django.utils.translation import gettext_lazy as _

from tafelrunde.live.threads import ask
from tafelrunde.matches import marking, play, reading
from tafelrunde.matches import position as fold
from tafelrunde.matches.live import LiveMatch
from tafelrunde.matches.position import Change
from tafelrunde.refusals import Refusal

from . import frames, missed, news, tables, typed_moves, wire
from .calls import BEGIN, Effect, call_in
from .connection import Accepted, Connection, accepted
from .tables import Table

log = logging.getLogger(__name__)


async def room_socket(scope: dict[str, Any], receive: Any, send: Any) -> None:
    """Serve one connection to `/ws/rooms/<slug>/`."""
    if (opened := await accepted(scope, receive, send)) is not None:
        await RoomConnection(opened, scope["url_route"]["kwargs"]["slug"]).serve(receive)


class RoomConnection(Connection):
    """One socket in one room."""

    def __init__(self, opened: Accepted, slug: str) -> None:
        super().__init__(opened, slug)
        self._table: Table | None = None
        self._played = (0, 0)
        self._seen = missed.read_seen(opened.query) if opened.socket.html else None

    @property
    def table(self) -> Table:
        """The room, once the socket has entered."""
        assert self._table is not None
        return self._table

    async def enter(self) -> None:
        self._table = await tables.enter(self.place, self.socket)
        lines = await self.lines()
        self.socket.release(self.welcome(lines))
        self.player_is_back()
        if self._seen is not None:
            await self.tell_missed(self._seen, lines)
        await news.welcome(self.socket)

    def leave(self) -> None:
        if self._table is not None:
            tables.leave(self._table, self.socket)

    def tick(self) -> str:
        return frames.tick(self.table, self.socket)

    async def lines(self) -> frames.Lines:
        """What has been said lately; what is said from here on the reader is told."""
        lines = await self.last_lines(self.table.picture.room)
        self.table.begin_with(lines)
        return lines

    def welcome(self, lines: frames.Lines) -> str:
        """Everything this reader may know."""
        with translation.override(self.socket.language):
            return frames.welcome(self.table, self.socket, lines)

    async def tell_missed(self, seen: missed.Seen, lines: frames.Lines) -> None:
        """To a page that was away: what has happened between what it had shown and the welcome."""
        live, viewer = copy(self.table.match), self.table.viewer(self.socket)  # it may move on meanwhile
        changes = list[Change]()
        behind = live.position.version - seen.version if live is not None and live.id == seen.match else 0
        try:
            if live is not None and behind > 0:
                changes = (await ask(reading.read_log, live.id, seen.version))[:behind]
        except DatabaseError:
            log.warning("%s: what was missed cannot be read", self.place, exc_info=True)
            return
        name = self.socket.person.name if self.socket.person else None
        with translation.override(self.socket.language):
            text = missed.sentence(live, viewer, seen, changes, lines, name)
            if text:
                self.socket.write(frames.line(frames.answer_line(text), self.socket, aloud=True))

    async def do(self, frame: wire.Frame) -> None:
        self.player_is_back()
        match frame:
            case wire.MoveFrame():
                self.move(frame.move, frame.turn, frame.ref)
            case wire.Say():
                await self.say_or_move(frame.text, frame.ref)
            case wire.Premove():
                await self.mark(frame.move, frame.turn, frame.ref)
            case wire.Seen():
                await self.seen(frame.line, frame.ref)
            case wire.Sync():
                await self.sync()
                self.socket.write(frames.ok(frame.ref, None))

    async def sync(self) -> None:
        """Everything again; what is told while it is read comes behind it, so that nothing is missing in the end."""
        first = ""
        self.socket.hold()
        try:
            first = self.welcome(await self.lines())
        finally:
            self.socket.release(first)

    def move(self, move: str, turn: int, ref: str | None) -> None:
        """A move in exact notation."""
        live, seat = self.playing()

        def answer(done: int | Refusal) -> None:
            if isinstance(done, Refusal):
                self.refuse(done, ref)
            else:
                self.good_move(live, done)
                self.socket.write(frames.ok(ref, done), more=True)

        assert self.socket.person is not None
        play.play_move(live, seat, move, turn, answer, player=self.socket.person.id)

    def good_move(self, live: LiveMatch, ply: int) -> None:
        """A move that is played costs nothing, however fast it came; sent again it does."""
        if (live.id, ply) > self._played:
            self._played = live.id, ply
            self.frames.put_back()

    def wait_for(self, effect: Effect) -> float:
        """To begin another match after one that was played to its end costs nothing."""
        live = self.table.match
        if effect is BEGIN and live is not None and live.position.played_out:
            return 0.0
        return super().wait_for(effect)

    def playing(self) -> tuple[LiveMatch, int]:
        """The match and the seat of this reader, or a Refusal."""
        if self.socket.person is None:
            raise Refusal("signed_out", _("Sign in or come in as a guest to play."))
        viewer = self.table.viewer(self.socket)
        if self.table.match is None:
            raise Refusal("not_allowed_now", _("There is no match being played."))
        if not isinstance(viewer, int):
            raise Refusal("not_seated", _("You do not sit in this match."))
        return self.table.match, viewer

    async def mark(self, move: str | None, turn: int | None, ref: str | None) -> None:
        """A mark for the reader's turn; for programs also where they have not switched marks on."""
        live, seat = self.playing()
        assert self.socket.person is not None
        await marking.mark(live, seat, self.socket.person.id, move, turn)
        self.socket.write(frames.ok(ref, None))

    def player_is_back(self) -> None:
        """Somebody who counts as absent shows up again: their seat is theirs."""
        viewer, live = self.table.viewer(self.socket), self.table.match
        if live is not None and isinstance(viewer, int) and viewer in live.position.absent:
            play.change_seat(live, viewer, fold.BACK, lambda _answer: None)

    async def say_or_move(self, text: str, ref: str | None) -> None:
        """A line of chat, a command, or a typed move."""
        seated = isinstance(self.table.viewer(self.socket), int) and self.table.match is not None
        if seated and typed_moves.is_move(self.table, text):
            live, seat = self.playing()
            turn, move = live.position.turns[seat], typed_moves.read(live, seat, text, marks=self.socket.likes("hook"))
            if live.position.legal[seat]:
                self.move(move, turn, ref)
            else:
                await self.mark(move, turn, ref)
            return
        room, player = self.table.picture.room, self.player
        await self.say(lambda language: call_in(room, player, language), text, ref)

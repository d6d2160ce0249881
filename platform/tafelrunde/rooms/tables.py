"""One process's rooms with somebody in them: their sockets, their picture, their live match, and who is told what.

Everything here happens on the loop. Frames are made once per kind of reader (seat, language, form) and written to all
sockets of that kind; what is told comes from committed state only.
"""

from __future__ import annotations

import asyncio
import logging
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence

from django.db import OperationalError
from django.utils import translation

from tafelrunde.game import SPECTATOR, Viewer
from tafelrunde.live import presence
from tafelrunde.live.portions import in_portions
from tafelrunde.live.prepared import Prepared
from tafelrunde.live.sockets import Socket
from tafelrunde.live.threads import ask
from tafelrunde.matches import live as matches
from tafelrunde.matches.live import LiveMatch
from tafelrunde.people import ignoring
from tafelrunde.refusals import Refusal

from . import admitting, chat, entering, frames, hosting, peeking
from .models import Room
from .picture import Picture, read

AGAIN, BEAT = 1.0, 15.0
log = logging.getLogger(__name__)
_VERSIONS = Prepared[tuple[str, int]](lambda slugs: Room.objects.filter(slug__in=slugs).values_list("slug", "version"))
Kinds = Sequence[tuple[Viewer, Sequence[Socket]]]
"""What readers are in the match, and all of them who get the same frames."""


class Table:
    """A room of this process. `match` is the room's live match, also after it has ended, until the next begins.

    While the database does not answer it is `unread`: who is here sees it as it was, nobody new gets in.
    """

    def __init__(self, picture: Picture) -> None:
        self.picture = picture
        self.match: LiveMatch | None = None
        self.sockets: set[Socket] = set()
        self._reading: asyncio.Task[None] | None = None
        self._read_again = False
        self._told_soon = False
        self.unread = False
        self.vanished = False
        self.first_line: int | None = None
        self.told_lines: set[int] = set()
        self._sorted_for: tuple[object, ...] | None = None
        self._all_kinds: Kinds = []

    def viewer(self, socket: Socket) -> Viewer:
        """What the reader is in the match."""
        player = socket.person.id if socket.person else None
        return SPECTATOR if self.match is None else self.match.viewer(player)

    def eyes(self, socket: Socket) -> int | None:
        """The seat with whose eyes a spectator sees the match, who has been allowed to."""
        room = self.picture.room
        return peeking.eyes(room, self.match, socket.person.id if socket.person else None) if room.peeks else None

    def misses_host(self) -> bool:
        """Has the host been gone for too long, while somebody sits here who could be host?"""
        room = self.picture.room
        if not hosting.is_gone(room):
            return False
        sitting = {row.player_id for row in self.picture.rows if row.player_id is not None} - {room.host_id}
        return bool(sitting & presence.here(room.slug))

    def refresh(self) -> None:
        """The room has changed: read it again, once for however many changes, and tell."""
        if self._reading is not None:
            self._read_again = True
            return
        self._reading = asyncio.create_task(self._refresh(), name=f"read room {self.picture.room.slug}")

    def match_ended(self) -> None:
        """The match of the room is over, which changes nothing else of it: mostly there is nothing to read."""
        busy = self._reading is not None or self.unread
        picture = None if busy or self.match is None else self.picture.at_the_end(self.match)
        if picture is None:
            self.refresh()
        else:
            self.picture = picture
            self.tell_room()

    async def refreshed(self) -> None:
        """Wait until what has been asked to be read is read."""
        while self._reading is not None:
            await asyncio.wait([self._reading])

    async def _refresh(self) -> None:
        try:
            self._read_again = True
            while self._read_again:
                self._read_again = False
                picture = await ask(read, self.picture.room.slug)
                if picture is None:
                    self._vanished()
                    return
                before, self.picture = self.picture, picture.with_names_of(self.picture)
                self._close_lost()
                if before.room.peeks != picture.room.peeks:
                    self.tell_match()
                await self._take_match(picture.room.match_id)
            self.tell_room()
            self.unread = False
        except Exception:
            log.exception("room %s could not be read", self.picture.room.slug)
            self.unread = True
            asyncio.get_running_loop().call_later(AGAIN, self._try_again)
        finally:
            self._reading = None
            if not self.sockets:
                self.leave_match()

    def _try_again(self) -> None:
        if self.sockets and self.unread:
            self.refresh()

    async def _take_match(self, match: int | None) -> None:
        if (self.match and self.match.id) == match:
            return
        found: LiveMatch | None = None
        if match is not None:
            try:
                found = await matches.find(match)
            except Refusal as refusal:
                log.warning("room %s: match %s: %s", self.picture.room.slug, match, refusal.code)
        if found is not None:
            found.holders += 1
        if self.match is not None:
            self.match.holders -= 1
        self.match = found
        if found is not None:  # pages are told all of it with the room
            self.tell(frames.match, whole=True, only=[one for one in self.sockets if not one.html])

    def leave_match(self) -> None:
        """Nobody is here any more: let the match go."""
        if self.match is not None:
            self.match.holders -= 1
            self.match = None

    def refusal_for(self, socket: Socket, *, inside: bool = False) -> Refusal | None:
        """Why this reader may not be here, by the room as it was last read."""
        return self.picture.refusal(_comer(socket), inside=inside)

    def _close_lost(self) -> None:
        """Who has lost entry goes: banned, or without the new password."""
        if admitting.is_for_all(self.picture.room):
            return
        for socket in self.sockets:
            refused = self.refusal_for(socket, inside=True)
            if refused is not None:
                with translation.override(socket.language):
                    socket.end(frames.refusal(refused, None), frames.NO_ENTRY)

    def _vanished(self) -> None:
        """Nobody gets in any more; who is here is told so."""
        self.vanished = True
        if _tables.get(self.picture.room.slug) is self:
            del _tables[self.picture.room.slug]
        for socket in self.sockets:
            with translation.override(socket.language):
                last = frames.refusal(frames.no_such_room(), None)
            socket.end(last, frames.NO_SUCH_ROOM)

    # --- telling --------------------------------------------------------------------------------------------------

    def tell(
        self,
        make: Callable[[Table, Viewer, Socket], str],
        *,
        whole: bool = False,
        only: Iterable[Socket] | None = None,
        first: Viewer | None = None,
    ) -> None:
        """Write to each socket, or `only` to these, what `make` gives for its kind of reader, made once per kind.

        Who sits at the seat `first` waits for nobody else's frames.

        `make` speaks the reader's language by itself: for a program most frames need none to be switched on.
        """
        kinds = self._kinds() if only is None else self._sorted(only)
        if first is not None:
            kinds = sorted(kinds, key=lambda kind: kind[0] != first)
        for viewer, alike in kinds:
            text = make(self, viewer, alike[0])
            for socket in alike:
                socket.write(text, whole=whole)

    def _kinds(self) -> Kinds:
        """All sockets by kinds of readers. Most moves change nothing that a kind depends on."""
        position = self.match.position if self.match else None
        now = (self.picture, self.match, position and position.sitters, position and position.left)
        if self._sorted_for is None or any(one is not other for one, other in zip(now, self._sorted_for, strict=True)):
            self._sorted_for, self._all_kinds = now, self._sorted(self.sockets)
        return self._all_kinds

    def _sorted(self, sockets: Iterable[Socket]) -> Kinds:
        kinds: defaultdict[tuple[object, ...], list[Socket]] = defaultdict(list)
        for socket in sockets:
            kinds[frames.kind(self, socket)].append(socket)
        return [(self.viewer(alike[0]), alike) for alike in kinds.values()]

    def sort_anew(self) -> None:
        """Somebody has come or gone, or a reader has become another kind of reader."""
        self._sorted_for = None

    def tell_room(self) -> None:
        """The room, its seats or who is here has changed."""
        self.tell(frames.room, whole=True)

    def tell_match(self) -> None:
        """The match has changed, or another one has begun."""
        if self.match is not None:
            self.tell(frames.match, whole=True, first=self.match.position.mover)

    def tell_mark(self, seat: int) -> None:
        """The seat's mark has changed, which concerns nobody but its player: whatever else is shown is as it was."""
        self.tell(frames.match, whole=True, only=[one for one in self.sockets if self.viewer(one) == seat])

    def tell_room_soon(self) -> None:
        """People come and go in crowds: tell once for those of a moment."""
        if not self._told_soon:
            self._told_soon = True
            asyncio.get_running_loop().call_later(0.05, self._tell_room_now)

    def _tell_room_now(self) -> None:
        self._told_soon = False
        if self.picture.knows_all_here():
            self.tell_room()
        else:
            self.refresh()

    def begin_with(self, lines: frames.Lines) -> None:
        """The first who is here has been given these lines; from here on each is told."""
        if self.first_line is None:
            self.first_line = max((line["id"] for line in lines), default=0)

    def misses_line(self, line: int) -> bool:
        """Has nobody here been told of a line that was said since the first of them came?"""
        return self.first_line is not None and line > self.first_line and line not in self.told_lines

    def tell_line(self, line: chat.Stored, player: int | None = None) -> None:
        """A line of chat, once, for all or for one player only, but never for who ignores whoever says it."""
        if line["id"] in self.told_lines:
            return
        self.told_lines.add(line["id"])
        only = None if player is None else [one for one in self.sockets if one.person and one.person.id == player]
        aloud = only is not None
        if ignoring.is_ignored(line["by"]):
            heard_by = self.sockets if only is None else only
            only = [one for one in heard_by if ignoring.hears(one, line["by"])]
        self.tell(lambda _table, _viewer, socket: frames.told_line(line, socket, aloud=aloud), only=only)


_tables: dict[str, Table] = {}


def hosts_gone() -> list[Room]:
    """The rooms of this process whose host has been gone for too long while somebody sits there who is here."""
    return [found.picture.room for found in _tables.values() if found.misses_host()]


def all_tables() -> list[Table]:
    """The tables of all rooms with somebody in this process."""
    return list(_tables.values())


def table(slug: str) -> Table | None:
    """The table of a room, if somebody is there in this process."""
    return _tables.get(slug)


async def enter(slug: str, socket: Socket) -> Table:
    """A socket has opened. Refusal `no_such_room` where there is none, or why this reader may not enter."""
    found = _tables.get(slug)
    if found is None or found.refusal_for(socket) is not None:  # what was read last may not be true any more
        picture = await ask(read, slug)
        if picture is None:
            raise frames.no_such_room()
        who = _comer(socket)
        refused = picture.refusal(who) and await ask(entering.come_in, picture.room, who)
        if refused is not None:
            raise refused
        found = _tables.setdefault(slug, Table(picture))
        found.refresh()  # with a table to hear them, no change is missed from here on
    found.sockets.add(socket)
    found.sort_anew()
    if socket.person is not None:
        found.picture = found.picture.with_name(socket.person)
    presence.enter(slug, socket.here_as)
    try:
        await found.refreshed()
        if found.vanished:
            raise frames.no_such_room()
        if found.unread:
            raise OperationalError(f"room {slug} cannot be read now")
        if (refused := found.refusal_for(socket)) is not None:
            raise refused
    except BaseException:
        leave(found, socket)
        raise
    return found


def _comer(socket: Socket) -> admitting.Comer:
    return socket.comer if isinstance(socket.comer, admitting.Comer) else admitting.Comer()


def leave(table: Table, socket: Socket) -> None:
    """A socket has closed."""
    table.sockets.discard(socket)
    table.sort_anew()
    presence.leave(table.picture.room.slug, socket.here_as)
    if not table.sockets:
        table.leave_match()
        if _tables.get(table.picture.room.slug) is table:
            del _tables[table.picture.room.slug]


def tell_match_to(socket: Socket) -> None:
    """What this reader is to see of the match has changed, and nothing else."""
    for found in _tables.values():
        if socket in found.sockets and found.match is not None:
            found.sort_anew()
            found.tell(frames.match, whole=True, only=[socket])


async def beat() -> None:
    """Every few seconds: see what a lost hint has hidden, as long as the process serves."""
    while True:
        await look_around(BEAT)


async def look_around(over: float = 0.0) -> None:
    """Read the rooms anew that have changed without a word."""
    async for slugs in in_portions(_tables, over):
        versions = await ask(_versions, slugs)
        for slug in slugs:
            found = _tables.get(slug)
            if found is not None and found.picture.room.version != versions.get(slug):
                found.refresh()


def _versions(slugs: list[str]) -> dict[str, int]:
    return dict(_VERSIONS.all(slugs))

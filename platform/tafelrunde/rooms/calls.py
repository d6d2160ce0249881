"""Who calls a command, where and when; and whom and when a command is for."""

from __future__ import annotations

import enum
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final, Protocol

from django.utils.translation import get_language, gettext_noop
from django.utils.translation import gettext as _

from tafelrunde.accounts.models import Player
from tafelrunde.house import offers
from tafelrunde.live.prepared import Prepared
from tafelrunde.matches.playoffs import Outcome, outcome
from tafelrunde.matches.seats import SeatNow, seats_now
from tafelrunde.refusals import Refusal

from . import admitting
from .changes import host_only, is_played, sitters
from .models import Room, RoomSeat, Vote
from .votes import open_vote


class Who(enum.IntEnum):
    """Whom a command is for; each more than the one before, but a host need not be seated."""

    ANYONE = 0
    PLAYER = 1
    SEATED = 2
    HOST = 3


class When(enum.Flag):
    """When a command may be used: before any match, while one is played, when it is over."""

    WAITING = enum.auto()
    PLAYING = enum.auto()
    OVER = enum.auto()


class Effect(enum.Enum):
    """What a line does to others, which decides how often it may be typed: `BEGIN` begins a match."""

    TALK = "talk"
    SHOW = "show"
    CHANGE = "change"
    BEGIN = "begin"


class About(enum.Enum):
    """What a command is about: so `/help` puts them together."""

    PLAY = gettext_noop("Play")
    ROOM = gettext_noop("Room")
    PEOPLE = gettext_noop("People")
    SELF = gettext_noop("Yourself")


_ROOM = Prepared[Room](lambda room: Room.objects.select_related("match", "host").filter(pk=room))
ANYONE, PLAYER, SEATED, HOST = Who
WAITING, PLAYING, OVER = When
TALK, SHOW, CHANGE, BEGIN = Effect
PLAY, ROOM, PEOPLE, SELF = About
ANY_TIME: Final = WAITING | PLAYING | OVER
BETWEEN: Final = WAITING | OVER


@dataclass(frozen=True, slots=True)
class Call:
    """A line typed by somebody (None: a visitor without a name), in the lobby or, as a `RoomCall`, in a room."""

    player: Player | None
    language: str

    @property
    def caller(self) -> Player:
        """The player who calls. Refusal `signed_out` for a visitor without a name."""
        if self.player is None:
            raise signed_out()
        return self.player


class There(Protocol):
    """What is known of a room: itself with its match and host, who sits there and at the match, the open vote, and
    what has become of the match.
    """

    @property
    def room(self) -> Room: ...
    @property
    def rows(self) -> Sequence[RoomSeat]: ...
    @property
    def match_seats(self) -> Sequence[SeatNow]: ...
    @property
    def vote(self) -> Vote | None: ...
    @property
    def outcome(self) -> Outcome | None: ...


class Now:
    """A room as the database has it, each part read when it is asked for: most lines need one or two."""

    def __init__(self, room: Room) -> None:
        self.room = room

    @cached_property
    def rows(self) -> Sequence[RoomSeat]:
        """The taken seats."""
        return sitters(self.room)

    @cached_property
    def match_seats(self) -> Sequence[SeatNow]:
        """Who sits at the match by now."""
        return seats_now(self.room.match) if self.room.match else ()

    @cached_property
    def vote(self) -> Vote | None:
        """The open vote."""
        return open_vote(self.room)

    @cached_property
    def outcome(self) -> Outcome | None:
        """What has become of the match."""
        return outcome(self.room.match, self.match_seats) if self.room.match else None


@dataclass(frozen=True, slots=True)
class RoomCall(Call):
    """A line typed in a room: with its match and what has become of it, its host, who sits there, the open vote."""

    there: There

    @property
    def room(self) -> Room:
        """The room."""
        return self.there.room

    @property
    def seats(self) -> Sequence[RoomSeat]:
        """The taken seats, in order."""
        return self.there.rows

    @property
    def match_seats(self) -> Sequence[SeatNow]:
        """Who sits at its match by now."""
        return self.there.match_seats

    @property
    def vote(self) -> Vote | None:
        """The open vote."""
        return self.there.vote

    @property
    def outcome(self) -> Outcome | None:
        """What has become of its match."""
        return self.there.outcome

    @property
    def playing(self) -> bool:
        """Is a match running?"""
        return is_played(self.room)

    @property
    def may_move(self) -> bool:
        """Does the caller sit in a match that is running?"""
        return self.playing and self.seated is not None

    @property
    def when(self) -> When:
        """How far the room is."""
        if self.playing:
            return PLAYING
        return WAITING if self.room.match is None else OVER

    @property
    def seated(self) -> RoomSeat | None:
        """The caller's seat."""
        if self.player is None:
            return None
        return next((row for row in self.seats if row.player_id == self.player.pk), None)

    @property
    def has_free_seat(self) -> bool:
        """Is there a seat for somebody at a game that is offered?"""
        game = offers.heard().get(self.room.game)
        return game is not None and len(self.seats) < max(game.seats)

    @property
    def is_host(self) -> bool:
        """Is the caller the host?"""
        return self.player is not None and self.room.host_id == self.player.pk


def call_in(room: Room, player: Player | None, language: str | None = None) -> RoomCall:
    """A call in the room as it is now. Refusal `no_such_room` if it has vanished."""
    now = _ROOM.first(room.pk)
    if now is None:
        raise Refusal("no_such_room", _("This room is not there any more."))
    admitting.refuse_banned(now, player)
    return RoomCall(player, language or get_language() or "en", Now(now))


def is_for(call: Call, who: Who) -> bool:
    """Is a command for `who` for this caller?"""
    if who is ANYONE:
        return True
    if who is PLAYER:
        return call.player is not None
    if not isinstance(call, RoomCall):
        return False
    return call.seated is not None if who is SEATED else call.is_host


def refuse_person(call: Call, who: Who) -> None:
    """Refusal `signed_out`, `not_seated` or `host_only` unless a command for `who` is for this caller."""
    if is_for(call, who):
        return
    if call.player is None:
        raise signed_out()
    if isinstance(call, RoomCall) and who is HOST:
        raise host_only(call.room)
    raise Refusal("not_seated", _("You are not sitting at this table: with /join you sit down."))


def signed_out() -> Refusal:
    """The refusal for a visitor without a name."""
    return Refusal("signed_out", _("Sign in or play as a guest first."))


def refuse_time(call: RoomCall, when: When) -> None:
    """Refusal `not_allowed_now` unless `when` is now."""
    if call.when in when:
        return
    if call.when is PLAYING:
        text = _("Not while a match is being played.")
    elif when is PLAYING:
        text = _("There is no match being played.")
    else:
        text = _("No match has been played here yet: the host begins with /start.")
    raise Refusal("not_allowed_now", text)

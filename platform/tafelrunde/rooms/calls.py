"""Who calls a command, where and when; and whom and when a command is for."""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import Final

from django.utils.translation import get_language, gettext_noop
from django.utils.translation import gettext as _

from tafelrunde.accounts.models import Player
from tafelrunde.matches.playoffs import Outcome, outcome
from tafelrunde.matches.seats import SeatNow, seats_now
from tafelrunde.refusals import Refusal

from .changes import host_only, is_played, sitters
from .models import Room, RoomSeat, Vote


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


@dataclass(frozen=True, slots=True)
class RoomCall(Call):
    """A line typed in a room: with its match and what has become of it, its host, who sits there, the open vote.

    To ask what the caller may do asks no database.
    """

    room: Room
    seats: tuple[RoomSeat, ...]
    match_seats: tuple[SeatNow, ...] = ()
    vote: Vote | None = None
    outcome: Outcome | None = None

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
    def is_host(self) -> bool:
        """Is the caller the host?"""
        return self.player is not None and self.room.host_id == self.player.pk


def call_in(room: Room, player: Player | None, language: str | None = None) -> RoomCall:
    """A call in the room as it is now. Refusal `no_such_room` if it has vanished."""
    now = Room.objects.select_related("match", "host").filter(pk=room.pk).first()
    if now is None:
        raise Refusal("no_such_room", _("This room is not there any more."))
    seats = seats_now(now.match) if now.match else ()
    return RoomCall(
        player,
        language or get_language() or "en",
        now,
        tuple(sitters(now)),
        seats,
        Vote.objects.filter(room=now).first(),
        outcome(now.match, seats) if now.match else None,
    )


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

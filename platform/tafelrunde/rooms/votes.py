"""Votes: what needs everybody's agreement. One at a time in a room, kept in the database until it has an outcome.

All people who play and are here have a vote. It passes when all of them have agreed, and fails at the first refusal or
when its time is out. In a daily match nobody needs to be here, so all have one, and the time of a move for it.
Everything happens in the locked room, so whichever process looks first decides, once.
"""

from __future__ import annotations

import datetime as dt
import enum
import logging
import time
from collections.abc import Iterable
from typing import Final

from django.conf import settings
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from tafelrunde.accounts.models import Player
from tafelrunde.live import presence
from tafelrunde.live.prepared import Prepared
from tafelrunde.matches import amending
from tafelrunde.matches.models import SECONDS, Match
from tafelrunde.matches.seats import SeatNow, seat_of, seats_now
from tafelrunde.refusals import Refusal

from . import chat
from .changes import changed, is_played, locked
from .models import Room, RoomSeat, Vote

_OPEN = Prepared[Vote](lambda room: Vote.objects.select_related("by", "match").filter(room=room))
log = logging.getLogger(__name__)
BLINK: Final = 3
"""For a third of a vote's time somebody may be without a socket and still be asked: a restart loses nobody's vote."""


class Outcome(enum.Enum):
    """What has become of a vote."""

    PASSED = gettext_noop("All agree.")
    LATE = gettext_noop("Not all have agreed in time: nothing changes.")
    BACK = gettext_noop("The vote is over: {who} is back.")
    GONE = gettext_noop("The vote is over: {by} has gone.")
    VOID = ""


def ask_abort(room: Room, player: Player) -> None:
    """Ask to end the match without a result; where that is being voted on, agree."""
    with transaction.atomic():
        room = locked(room)
        seats = _refuse_unless_played(room)
        _refuse_voteless(seats, player)
        vote = open_vote(room)
        if vote is not None and vote.kind == Vote.Kind.ABORT:
            _agree(room, vote, player)
            return
        text = gettext_noop("{who} asks to abort the match. Who plays says /accept or /refuse.")
        _begin(room, Vote(kind=Vote.Kind.ABORT, by=player), text, who=player.name)


def ask_seat(room: Room, player: Player, number: int | None) -> None:
    """Ask for a seat that a bot plays for somebody. The room is locked, the player has no seat, a match is played."""
    seats = _refuse_unless_played(room)
    if number is not None and number not in range(len(seats)):
        raise Refusal("bad_argument", _("The seats are 1 to {n}.").format(n=len(seats)))
    if number is None or not seats[number].away:
        raise Refusal("not_allowed_now", _no_seat(seats))
    seat = seats[number]
    vote = open_vote(room)
    if vote is not None and (vote.kind, vote.seat, vote.by_id) == (Vote.Kind.SEAT, number, player.pk):
        return
    text = gettext_noop("{who} asks for {name}'s seat {n}. Who plays says /accept or /refuse.")
    wanted = Vote(kind=Vote.Kind.SEAT, seat=number, by=player)
    _begin(room, wanted, text, who=player.name, name=seat.name, n=number + 1)


def accept(room: Room, player: Player) -> None:
    """Agree; once is enough."""
    with transaction.atomic():
        room = locked(room)
        vote = _the_vote(room)
        if player.pk != vote.by_id:
            _refuse_voteless(seats_now(vote.match), player)
        _agree(room, vote, player)


def refuse(room: Room, player: Player) -> None:
    """Do not agree: the vote has failed. Who asked takes it back."""
    with transaction.atomic():
        room = locked(room)
        vote = _the_vote(room)
        if player.pk == vote.by_id:
            text = gettext_noop("{who} takes the request back.")
        else:
            _refuse_voteless(seats_now(vote.match), player)
            text = gettext_noop("{who} does not agree: nothing changes.")
        vote.delete()
        chat.system(room, text, who=player.name)
        changed(room)


def look_again(room: Room) -> None:
    """In a locked room that the caller has changed and will save: does the vote have an outcome by now?"""
    vote = open_vote(room)
    if vote is not None:
        _settle(room, vote)


def drop(room: Room, player: Player) -> None:
    """In a locked room that the caller has changed and will save: what the player asks for is asked no longer."""
    Vote.objects.filter(room=room, by=player).delete()


def settle(room: Room) -> None:
    """The same for a room that nobody else is changing: presence, the match or the time has moved on."""
    vote = open_vote(room)
    if vote is None or outcome(vote, room.slug) is None:
        return
    with transaction.atomic():
        room = locked(room)
        vote = open_vote(room)
        if vote is not None and _settle(room, vote):
            changed(room)


def settle_all() -> float | None:
    """Look at all open votes; when the next one ends, in seconds since 1970."""
    for room in Room.objects.filter(vote__isnull=False):
        try:
            settle(room)
        except Refusal as refusal:  # a match whose rules are not installed cannot be changed
            log.warning("room %s: its vote cannot be settled: %s", room.slug, refusal.code)
            _forget_late(room)
        except Exception:  # of rules, or whatever it was: others end all the same
            log.exception("room %s: its vote cannot be settled", room.slug)
            _forget_late(room)
    ends = Vote.objects.order_by("until").values_list("until", flat=True).first()
    return None if ends is None else ends.timestamp()


def _forget_late(room: Room) -> None:
    Vote.objects.filter(room=room, until__lte=timezone.now()).delete()


def open_vote(room: Room) -> Vote | None:
    """The vote of the room as it is now."""
    return _OPEN.first(room.pk)


def outcome(vote: Vote, place: str) -> Outcome | None:
    """What has become of a vote; None while it is open."""
    if vote.match.status not in (vote.match.Status.PLAYING, vote.match.Status.SUSPENDED):
        return Outcome.VOID
    seats = seats_now(vote.match)
    if vote.kind == Vote.Kind.SEAT:
        assert vote.seat is not None
        if not seats[vote.seat].away:
            return Outcome.BACK
        if not is_present(place_of(vote.match, place), vote.by_id):
            return Outcome.GONE
    if not waiting(seats, vote.yes, place_of(vote.match, place)):
        return Outcome.PASSED
    return Outcome.LATE if timezone.now() >= vote.until else None


def place_of(match: Match | None, place: str) -> str | None:
    """Where one must be to have a vote on a match; None where that does not matter."""
    return None if match is not None and match.pace == Match.Pace.DAILY else place


def voters(seats: Iterable[SeatNow], place: str | None) -> list[SeatNow]:
    """Who has a vote: the people who play themselves and are here."""
    return [seat for seat in seats if seat.player is not None and not seat.away and is_present(place, seat.player)]


def waiting(seats: Iterable[SeatNow], yes: Iterable[int], place: str | None) -> list[SeatNow]:
    """Whose agreement is missing."""
    agreed = set(yes)
    return [seat for seat in voters(seats, place) if seat.player not in agreed]


def is_present(place: str | None, player: int) -> bool:
    """Is somebody here, or has been a moment ago? Where no place matters everybody is."""
    if place is None:
        return True
    gone = presence.gone_since(place, player)
    return gone is None or time.time() - gone < settings.VOTE_SECONDS / BLINK


def _begin(room: Room, vote: Vote, text: str, **values: str | int) -> None:
    if open_vote(room) is not None:
        raise Refusal("not_allowed_now", _("There is a vote already: wait until it is over."))
    assert room.match is not None
    vote.room, vote.match, vote.yes = room, room.match, [vote.by_id]
    daily = room.match.pace == Match.Pace.DAILY
    vote.until = timezone.now() + dt.timedelta(seconds=SECONDS[Match.Pace.DAILY] if daily else settings.VOTE_SECONDS)
    if waiting(seats_now(vote.match), vote.yes, place_of(room.match, room.slug)):
        vote.save(force_insert=True)
        chat.system(room, text, **values)
    else:
        _pass(room, vote)
    changed(room)


def _agree(room: Room, vote: Vote, player: Player) -> None:
    if player.pk in vote.yes:
        return
    vote.yes = [*vote.yes, player.pk]
    vote.save()
    _settle(room, vote)
    changed(room)


def _settle(room: Room, vote: Vote) -> bool:
    """End the vote if it has an outcome; says whether it had one."""
    found = outcome(vote, room.slug)
    if found is None:
        return False
    if found is Outcome.PASSED:
        _pass(room, vote)
    elif found is not Outcome.VOID:
        whose = seats_now(vote.match)[vote.seat].name if vote.seat is not None else ""
        chat.system(room, found.value, who=whose, by=vote.by.name)
    Vote.objects.filter(room=room).delete()
    return True


def _pass(room: Room, vote: Vote) -> None:
    """Do what has been agreed on, unless the match has ended or the seat's player has come back meanwhile."""
    if vote.kind == Vote.Kind.ABORT:
        if amending.abort(vote.match):
            chat.system(room, gettext_noop("The match is aborted."))
        return
    assert vote.seat is not None
    if not amending.replace_player(vote.match, vote.seat, vote.by):
        chat.system(room, Outcome.BACK.value, who=seats_now(vote.match)[vote.seat].name)
    else:
        room.seats.filter(seat=vote.seat).delete()
        RoomSeat.objects.create(room=room, seat=vote.seat, player=vote.by)
        chat.system(room, gettext_noop("{who} takes over seat {n}."), who=vote.by.name, n=vote.seat + 1)


def _the_vote(room: Room) -> Vote:
    vote = open_vote(room)
    if vote is None:
        raise Refusal("not_allowed_now", _("There is nothing to vote on."))
    return vote


def _refuse_unless_played(room: Room) -> tuple[SeatNow, ...]:
    if room.match is None or not is_played(room):
        raise Refusal("not_allowed_now", _("There is no match being played."))
    return seats_now(room.match)


def _refuse_voteless(seats: Iterable[SeatNow], player: Player) -> None:
    own = seat_of(seats, player.pk)
    if own is None or own.left:
        raise Refusal("not_seated", _("Only who plays in this match has a vote."))


def _no_seat(seats: Iterable[SeatNow]) -> str:
    away = [seat for seat in seats if seat.away]
    if not away:
        return _("A match is being played: you can watch, and sit down when it is over.")
    seat = away[0]
    text = _("A match is being played: you can watch, or ask for {name}'s seat with /join {n}.")
    return text.format(name=seat.called, n=seat.seat + 1)

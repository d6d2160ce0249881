"""Beginning a match with those who sit in a room."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from secrets import SystemRandom

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from tafelrunde.accounts.models import Player
from tafelrunde.house import offers
from tafelrunde.matches.models import Match
from tafelrunde.matches.position import Sitter
from tafelrunde.matches.seats import SeatNow, seats_now
from tafelrunde.matches.start import start_match
from tafelrunde.refusals import Refusal

from . import chat
from .changes import (
    changed,
    game_of,
    locked,
    refuse_too_few,
    refuse_unless_host,
    refuse_while_played,
    seat_anew,
    sitters,
)
from .choices import settle_options
from .models import Room, RoomSeat
from .seating import sitter_names


def start(room: Room, by: Player) -> Match:
    """The host begins a match with everybody seated. From then on seats have the same numbers in room and match."""
    with transaction.atomic():
        room = locked(room)
        refuse_unless_host(room, by)
        return _start(room)


def again(room: Room, by: Player) -> Match:
    """Anybody seated begins another match with the same people, the host with whoever sits there now."""
    with transaction.atomic():
        room = locked(room)
        refuse_while_played(room)
        if room.match is None:
            raise Refusal("not_allowed_now", _("Nothing has been played here yet: the host begins with /start."))
        if not room.seats.filter(player=by).exists():
            raise Refusal("not_seated", _("You are not sitting at this table."))
        if room.host_id != by.pk and not same_people(seats_now(room.match), sitters(room)):
            raise Refusal("not_allowed_now", _("Other people sit here now than before: the host begins with /start."))
        return _start(room)


def same_people(seats: Iterable[SeatNow], rows: Iterable[RoomSeat]) -> bool:
    """Do exactly those sit here who sat at the match in the end?"""
    played = Counter((seat.player, seat.bot) for seat in seats)
    return Counter((row.player_id, row.bot) for row in rows) == played


def _start(room: Room) -> Match:
    refuse_while_played(room)
    game, rows = game_of(room), sitters(room)
    offers.refuse_if_off(game.slug)
    refuse_too_few(game, len(rows))
    names = sitter_names(game, rows)
    if room.draw_seats:
        SystemRandom().shuffle(rows)
    at_table = [Sitter(row.player_id, row.bot, names[row.seat]) for row in rows]
    for seat, row in enumerate(rows):
        row.seat = seat
    seat_anew(room, rows)
    settle_options(room)
    room.match = start_match(game, room.options, at_table, room.slug, room.pace, room.rated)
    changed(room)
    chat.system(room, gettext_noop("The match begins."))
    return room.match

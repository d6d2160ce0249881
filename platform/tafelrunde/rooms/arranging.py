"""The host arranges who sits where while nothing is played."""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from tafelrunde.accounts.models import Player
from tafelrunde.live import presence
from tafelrunde.refusals import Refusal

from . import admitting, autostart, chat, queueing, sitting
from .changes import changed, game_of, locked, refuse_unless_host, refuse_while_played, seat_anew, sitters
from .models import Room, RoomSeat
from .seating import sitter_names
from .typed import fold


def seat(room: Room, by: Player, name: str, number: int) -> None:
    """Seat somebody who is here, or move who sits already, to a free seat."""
    with transaction.atomic():
        room = locked(room)
        refuse_unless_host(room, by)
        refuse_while_played(room)
        rows = sitters(room)
        _refuse_no_seat(room, number)
        if any(row.seat == number for row in rows):
            text = _("Seat {n} is taken: with /swap you let two change their seats.")
            raise Refusal("not_allowed_now", text.format(n=number + 1))
        names = sitter_names(game_of(room), rows)
        row = next((row for row in rows if fold(names[row.seat]) == fold(name)), None)
        if row is not None:
            who = names[row.seat]
            row.seat = number
            row.save()
        else:
            player = _who_is_here(room, name)
            sitting.refuse(room, player)
            who = player.name
            queueing.drop(room, player.pk)
            RoomSeat.objects.create(room=room, seat=number, player=player)
            autostart.look_again(room, [*rows, player])
        changed(room)
        chat.system(room, gettext_noop("{host} gives {who} seat {n}."), host=by.name, who=who, n=number + 1)


def swap(room: Room, by: Player, first: int, second: int) -> None:
    """Let two who sit change their seats; one of the seats may be free."""
    with transaction.atomic():
        room = locked(room)
        refuse_unless_host(room, by)
        refuse_while_played(room)
        for number in (first, second):
            _refuse_no_seat(room, number)
        rows = sitters(room)
        if first == second or not any(row.seat in (first, second) for row in rows):
            raise Refusal("bad_argument", _("There is nobody to change seats with."))
        other = {first: second, second: first}
        for row in rows:
            row.seat = other.get(row.seat, row.seat)
        seat_anew(room, rows)
        changed(room)
        chat.system(room, gettext_noop("Seats {n} and {m} have been swapped."), n=first + 1, m=second + 1)


def _who_is_here(room: Room, name: str) -> Player:
    player = chat.player_named(name)
    admitting.refuse_banned(room, player)
    if not presence.is_here(room.slug, player.pk):
        raise Refusal("no_such_player", _("{name} is not here.").format(name=player.name))
    return player


def _refuse_no_seat(room: Room, number: int) -> None:
    seats = max(game_of(room).seats)
    if number >= seats:
        raise Refusal("bad_argument", _("The seats are 1 to {n}.").format(n=seats))

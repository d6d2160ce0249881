"""The queue of a room: who waits for the next match, in order. A free seat goes to the first who is here.

Everything happens in the locked room, so of two processes that seat at once the second sees what the first has done.
"""

from __future__ import annotations

from typing import Final

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from tafelrunde.accounts.models import Player
from tafelrunde.live import presence
from tafelrunde.refusals import Refusal

from . import admitting, chat, sitting
from .changes import changed, game_of, is_played, locked, sitters
from .models import Room, RoomSeat

MOST: Final = 50


def line_up(room: Room, player: Player) -> int:
    """Wait for the next match: the place in the queue, counted from 1. Whoever waits already keeps their place."""
    with transaction.atomic():
        room = locked(room)
        admitting.refuse_banned(room, player)
        rows = sitters(room)
        if any(row.player_id == player.pk for row in rows):
            raise Refusal("not_allowed_now", _("You are sitting at this table."))
        if player.pk in room.queue:
            return place_of(room, player.pk)
        sitting.refuse(room, player)
        if not is_played(room) and len(rows) < max(game_of(room).seats):
            raise Refusal("not_allowed_now", _("There is a free seat: sit down with /join."))
        if len(room.queue) >= MOST:
            raise Refusal("room_full", _("At most {n} people can wait.").format(n=MOST))
        room.queue = [*room.queue, player.pk]
        changed(room)
        chat.system(room, gettext_noop("{who} waits for the next match."), who=player.name)
    return place_of(room, player.pk)


def step_out(room: Room, player: Player) -> None:
    """Do not wait any longer."""
    with transaction.atomic():
        room = locked(room)
        if player.pk not in room.queue:
            raise Refusal("not_allowed_now", _("You are not waiting for the next match."))
        drop(room, player.pk)
        changed(room)
        chat.system(room, gettext_noop("{who} does not wait any longer."), who=player.name)


def place_of(room: Room, player: int) -> int:
    """The place of somebody who waits, counted from 1."""
    place: int = room.queue.index(player)
    return place + 1


def drop(room: Room, player: int) -> None:
    """In a locked room, saved by the caller: they do not wait any longer."""
    room.queue = [one for one in room.queue if one != player]


def fill(room: Room, rows: list[RoomSeat]) -> list[RoomSeat]:
    """In a locked room where nothing is played, saved by the caller: who waits takes the free seats, in order.

    Gives all who sit by now. Who is not here just now, or may not sit any more, is passed over and waits on.
    """
    if not room.queue:
        return rows
    taken = {row.seat for row in rows}
    free = [seat for seat in range(max(game_of(room).seats)) if seat not in taken]
    if not free:
        return rows
    found = Player.objects.filter(is_active=True).in_bulk([pk for pk in room.queue if presence.is_here(room.slug, pk)])
    waiting = [found[pk] for pk in room.queue if pk in found]
    for player in waiting:
        if not free:
            break
        if any(row.player_id == player.pk for row in rows) or not sitting.may(room, player):
            continue
        RoomSeat.objects.create(room=room, seat=free.pop(0), player=player)
        drop(room, player.pk)
        chat.system(room, gettext_noop("{who} sits down, from the queue."), who=player.name)
    return sitters(room)

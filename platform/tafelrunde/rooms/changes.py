"""Changing a room: one change at a time, counted and told when it is committed.

Every decision of a room has this shape, so that of two at once the second sees what the first has done:

    with transaction.atomic():
        room = locked(room)
        ...                     # look, refuse, change
        changed(room)
"""

from __future__ import annotations

from collections.abc import Sequence

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tafelrunde import games
from tafelrunde.accounts.models import Player
from tafelrunde.games import AnyGame
from tafelrunde.live import bus
from tafelrunde.live.prepared import Prepared, insert
from tafelrunde.matches.models import Match
from tafelrunde.matches.texts import render
from tafelrunde.refusals import Refusal

from .models import Room, RoomSeat

_LOCKED = Prepared[Room](lambda room: Room.objects.select_for_update(no_key=True).filter(pk=room))
_MATCH = Prepared[Match](lambda match: Match.objects.filter(pk=match))
_SITTERS = Prepared[RoomSeat](lambda room: RoomSeat.objects.select_related("player").filter(room=room).order_by("seat"))
RUNNING = (Match.Status.PLAYING, Match.Status.SUSPENDED)


def locked(room: Room) -> Room:
    """The room as it is now, with its match, locked until the transaction ends. Refusal `no_such_room` without it."""
    # Without a join: while PostgreSQL waits for the lock it reads only the locked table anew, not what is joined to it.
    found = _LOCKED.first(room.pk)
    if found is None:
        raise Refusal("no_such_room", _("This room is not there any more."))
    if found.match_id is not None:
        found.match = _MATCH.first(found.match_id)
    return found


def changed(room: Room) -> None:
    """Save the locked room as its next version, and tell when it is committed."""
    room.version += 1
    room.save()
    slug = room.slug
    transaction.on_commit(lambda: bus.publish("room", slug=slug))


def sitters(room: Room) -> list[RoomSeat]:
    """The taken seats with their players, in order of seats."""
    return _SITTERS.all(room.pk)


def seat_anew(room: Room, rows: Sequence[RoomSeat]) -> None:
    """Let exactly these sit, with the seats the rows have now. Who has sat for longer stays in front by `pk`."""
    room.seats.all().delete()
    by_age = sorted(rows, key=lambda row: row.pk)
    insert(*(RoomSeat(room_id=room.pk, seat=row.seat, player_id=row.player_id, bot=row.bot) for row in by_age))


def game_of(room: Room) -> AnyGame:
    """The room's game. Refusal `game_off` where it is not installed."""
    game = games.find(room.game)
    if game is None:
        raise Refusal("game_off", _("The game of this room is not installed here."))
    return game


def game_name(game: AnyGame) -> str:
    """The game's name in the language that is active now."""
    return render(game.name)


def is_played(room: Room) -> bool:
    """Is a match of the room running, or resting until it can go on?"""
    return room.match is not None and room.match.status in RUNNING


def is_daily(room: Room) -> bool:
    """Is a match played here that goes on while nobody is here?"""
    return room.match is not None and is_played(room) and room.match.pace == Match.Pace.DAILY


def refuse_while_played(room: Room) -> None:
    """Refusal `not_allowed_now` while a match is being played."""
    if is_played(room):
        raise Refusal("not_allowed_now", _("Not while a match is being played."))


def refuse_unless_host(room: Room, player: Player) -> None:
    """Refusal `host_only` for everybody but the host."""
    if room.host_id != player.pk:
        raise host_only(room)


def host_only(room: Room) -> Refusal:
    """The refusal for whoever is not the host of the room."""
    if room.host is None:
        return Refusal("host_only", _("Only a host can do that, and this room has none: with /join you become host."))
    return Refusal("host_only", _("Only the host can do that, and that is {name}.").format(name=room.host.name))


def refuse_too_few(game: AnyGame, seated: int) -> None:
    """Refusal `not_allowed_now` unless enough are seated for the game."""
    least = min(game.seats)
    if seated < least:
        text = ngettext(
            "{game} needs at least {n} player: add bots with /bot.",
            "{game} needs at least {n} players: add bots with /bot.",
            least,
        )
        raise Refusal("not_allowed_now", text.format(game=game_name(game), n=least))

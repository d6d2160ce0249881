"""Who plays at a match by now, read from its beginning and what the log says of seats: the moves need no folding."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Final

from . import position as fold
from .models import Entry, Match

_OF_SEATS: Final = (fold.ABSENT, fold.BACK, fold.LEFT, fold.REPLACED)


@dataclass(frozen=True, slots=True)
class SeatNow:
    """A seat of a match. `away`: a bot plays for its player, who is absent or, where `left`, has got up."""

    seat: int
    player: int | None
    bot: str
    name: str
    away: bool = False
    left: bool = False


def seats_now(match: Match) -> tuple[SeatNow, ...]:
    """Who sits there by now, in order of seats."""
    seats = [SeatNow(row.seat, row.player_id, row.bot, row.name) for row in match.seats.all()]
    entries = Entry.objects.filter(match=match, kind__in=_OF_SEATS).order_by("version")
    for kind, seat, player, name in entries.values_list("kind", "seat", "player", "player__name"):
        now = replace(seats[seat], away=kind in (fold.ABSENT, fold.LEFT), left=kind == fold.LEFT)
        seats[seat] = replace(now, player=player, bot="", name=name) if kind == fold.REPLACED else now
    return tuple(seats)


def seat_of(seats: Iterable[SeatNow], player: int | None) -> SeatNow | None:
    """The seat of a player, also of one who has left; None without one."""
    return next((seat for seat in seats if player is not None and seat.player == player), None)

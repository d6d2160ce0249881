"""Who plays at a match by now, read from its beginning and what the log says of seats: the moves need no folding."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Final

from tafelrunde.accounts.names import called
from tafelrunde.live.prepared import Prepared

from . import position as fold
from .models import Entry, Match, MatchSeat

_OF_SEATS: Final = (fold.ABSENT, fold.BACK, fold.LEFT, fold.REPLACED)
_SEATS = Prepared[tuple[int, int | None, str, str]](
    lambda match: MatchSeat.objects.filter(match=match).order_by("seat").values_list("seat", "player", "bot", "name")
)
_EVENTS = Prepared[tuple[str, int, int | None, str]](
    lambda match: (
        Entry.objects.filter(match=match, kind__in=_OF_SEATS)
        .order_by("version")
        .values_list("kind", "seat", "player", "player__name")
    )
)


@dataclass(frozen=True, slots=True)
class SeatNow:
    """A seat of a match. `away`: a bot plays for its player, who is absent or, where `left`, has got up."""

    seat: int
    player: int | None
    bot: str
    name: str
    away: bool = False
    left: bool = False

    @property
    def called(self) -> str:
        """The name as it is shown, in the language that is active now."""
        return called(self.name)


def seats_now(match: Match) -> tuple[SeatNow, ...]:
    """Who sits there by now, in order of seats."""
    seats = [SeatNow(*row) for row in _SEATS.all(match.pk)]
    for kind, seat, player, name in _EVENTS.all(match.pk):
        now = replace(seats[seat], away=kind in (fold.ABSENT, fold.LEFT), left=kind == fold.LEFT)
        seats[seat] = replace(now, player=player, bot="", name=name) if kind == fold.REPLACED else now
    return tuple(seats)


def seat_of(seats: Iterable[SeatNow], player: int | None) -> SeatNow | None:
    """The seat of a player, also of one who has left; None without one."""
    return next((seat for seat in seats if player is not None and seat.player == player), None)


def own_seat(match: Match, player: int | None) -> int | None:
    """The seat that is a player's now: not one that they have left, or that somebody else has taken.

    Without the rules: also while the match rests.
    """
    seat = seat_of(seats_now(match), player)
    return None if seat is None or seat.left else seat.seat

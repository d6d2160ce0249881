"""Play-offs: where a win is shared and the game wants it decided, a match of those alone who share it.

A play-off names the match it is about (`Match.playoff_of`), also one that begins because the play-off before it was a
tie again. All else follows from these rows: the last play-off that was played to its end says who has won, or who
shares the win still. If none is played the win stays shared; none is ever rated.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tafelrunde import games

from .models import Match
from .seats import SeatNow, seats_now


@dataclass(frozen=True, slots=True)
class Outcome:
    """What has become of a match that may have been played off.

    `whole` is the match of all, `table` who played it to its end, `last` the last one played about its win. `tied` are
    those who share it still, by their seats in `last`, if a play-off can decide it; `winner` has won a play-off.
    """

    whole: Match
    table: tuple[SeatNow, ...]
    last: Match
    tied: tuple[SeatNow, ...] = ()
    winner: str = ""


def outcome(match: Match, seats: Sequence[SeatNow] | None = None) -> Outcome:
    """What has become of the match, or of the one that it plays off; `seats` are those of `match`, where known."""
    seats = seats_now(match) if seats is None else tuple(seats)
    whole = match.playoff_of or match
    table = seats if whole == match else seats_now(whole)
    last = _last_played(whole)
    if last is None:
        return Outcome(whole, table, whole)
    at_last = seats if last == match else table if last == whole else seats_now(last)
    winners = [at_last[seat] for seat in _winners(last)]
    if len(winners) == 1:
        return Outcome(whole, table, last, winner=winners[0].name if last != whole else "")
    game = games.find(whole.game, whole.ruleset)
    can_decide = game is not None and len(winners) in game.seats
    return Outcome(whole, table, last, tied=tuple(winners) if can_decide else ())


def may_be_tied(match: Match) -> bool:
    """Is it worth asking what has become of the match: does it share a win that its game would have decided?"""
    game = games.find(match.game, match.ruleset)
    return game is not None and game.playoff and len(_winners(match)) > 1


def _winners(match: Match) -> Sequence[int]:
    return match.result["winners"] if match.result else ()


def _last_played(whole: Match) -> Match | None:
    """The last play-off that was played to its end, the match itself without one; None where no win is shared."""
    if not may_be_tied(whole):
        return None
    played = Match.objects.filter(playoff_of=whole, status=Match.Status.OVER, result__isnull=False)
    return played.order_by("-pk").first() or whole

"""Rating a match, in the transaction that ends it.

All of them, in all games and processes, go through the lock of one row: it gives each its number, and the next one
reads the ratings that this one has written. It is held from here to the end of the transaction, so rate last in it, and
lock nothing else afterwards. The rating of the season and what was counted are written with it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from django.db import transaction

from tafelrunde.live import rows
from tafelrunde.live.prepared import Prepared

from .models import RatedMatch, Rating, RatingChange, SeasonRating, Sequence
from .rating import NEWCOMER, NONE, Counts, Record, rate

_SEQUENCE = Prepared[Sequence](lambda: Sequence.objects.select_for_update().filter(pk=1))
_RATED = Prepared[int](lambda match: RatedMatch.objects.filter(match=match).values_list("pk", flat=True))
_RECORD = ("player", "mu", "sigma", "matches", "numbers", "counts")
_Kept = tuple[int, float, float, int, list[int], dict[str, int]]
_RATINGS = Prepared[_Kept](
    lambda game, players: Rating.objects.filter(game=game, player__in=players).values_list(*_RECORD)
)
_OF_SEASON = Prepared[_Kept](
    lambda game, season, players: SeasonRating.objects.filter(game=game, season=season, player__in=players).values_list(
        *_RECORD
    )
)


@dataclass(frozen=True, slots=True)
class Standings:
    """How a match has ended for those who count: their places by player, the season it belongs to, and what the game's
    statistics have counted of those who have played it to its end.
    """

    game: str
    places: Mapping[int, int]
    season: str
    counts: Mapping[int, Counts] = field(default_factory=dict)


def rate_match(match: int, standings: Standings) -> bool:
    """Rate a match that has ended, once; False if it has been rated already. All of it is done, or nothing."""
    with transaction.atomic():
        last = lock()
        if _RATED.first(match) is not None:
            return False
        before = records_of(standings)
        after = rate(before, standings.places, standings.counts)
        in_season = rate(season_records_of(standings), standings.places, standings.counts)
        number_match(last + 1, match, standings)
        rows.insert(*changes(last + 1, standings, before, after))
        save(standings.game, after)
        save(standings.game, in_season, standings.season)
    return True


def lock() -> int:
    """Until the transaction ends nobody else rates; gives the last number that was given."""
    return (_SEQUENCE.first() or Sequence.objects.select_for_update().get_or_create(pk=1)[0]).last


def number_match(sequence: int, match: int, standings: Standings) -> None:
    """Give the next number to a match. Needs the lock."""
    rows.insert(RatedMatch(sequence=sequence, match=match, game=standings.game, season=standings.season))
    rows.change(Sequence, 1, last=sequence)


def records_of(standings: Standings) -> dict[int, Record]:
    """What is kept of those who count, as it is now."""
    return _records(_RATINGS.all(standings.game, list(standings.places)))


def season_records_of(standings: Standings) -> dict[int, Record]:
    """The same of the match's season alone."""
    return _records(_OF_SEASON.all(standings.game, standings.season, list(standings.places)))


def _records(kept: Iterable[_Kept]) -> dict[int, Record]:
    return {
        player: Record(mu, sigma, matches, tuple(numbers), counts)
        for player, mu, sigma, matches, numbers, counts in kept
    }


def changes(
    sequence: int, standings: Standings, before: Mapping[int, Record], after: Mapping[int, Record]
) -> list[RatingChange]:
    """The rows of what a match has changed, not yet saved."""
    return [
        RatingChange.of(
            sequence, player, place, before.get(player, NEWCOMER), after[player], standings.counts.get(player, NONE)
        )
        for player, place in sorted(standings.places.items())
    ]


def save(game: str, records: Mapping[int, Record], season: str = "") -> None:
    """Keep these records as the ratings in a game, of all times or in one season."""
    ordered = sorted(records.items())
    if season:
        kept = [SeasonRating.of(player, game, record, season=season) for player, record in ordered]
        rows.upsert(["player", "game", "season"], kept)
    else:
        rows.upsert(["player", "game"], [Rating.of(player, game, record) for player, record in ordered])

"""Rating a match, in the transaction that ends it.

All of them, in all games and processes, go through the lock of one row: it gives each its number, and the next one
reads the ratings that this one has written. It is held from here to the end of the transaction, so rate last in it, and
lock nothing else afterwards. The rating of the season and what was counted are written with it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from django.db import transaction
from django.db.models import QuerySet

from tafelrunde.live.prepared import Prepared, insert

from .models import RatedMatch, Rating, RatingChange, SeasonRating, Sequence
from .rating import NEWCOMER, NONE, Counts, Record, rate

_SEQUENCE = Prepared[Sequence](lambda: Sequence.objects.select_for_update().filter(pk=1))
_RATED = Prepared[int](lambda match: RatedMatch.objects.filter(match=match).values_list("pk", flat=True))
_RATINGS = Prepared[Rating](lambda game, players: Rating.objects.filter(game=game, player__in=players))
_OF_SEASON = Prepared[SeasonRating](
    lambda game, season, players: SeasonRating.objects.filter(game=game, season=season, player__in=players)
)
_COLUMNS = ("mu", "sigma", "matches", "number", "numbers", "counts")


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
        insert(*changes(last + 1, standings, before, after))
        save(standings.game, after)
        save(standings.game, in_season, standings.season)
    return True


def lock() -> int:
    """Until the transaction ends nobody else rates; gives the last number that was given."""
    return (_SEQUENCE.first() or Sequence.objects.select_for_update().get_or_create(pk=1)[0]).last


def number_match(sequence: int, match: int, standings: Standings) -> None:
    """Give the next number to a match. Needs the lock."""
    insert(RatedMatch(sequence=sequence, match=match, game=standings.game, season=standings.season))
    Sequence.objects.filter(pk=1).update(last=sequence)


def records_of(standings: Standings) -> dict[int, Record]:
    """What is kept of those who count, as it is now."""
    rows = _RATINGS.all(standings.game, list(standings.places))
    return {row.player_id: row.record for row in rows}


def season_records_of(standings: Standings) -> dict[int, Record]:
    """The same of the match's season alone."""
    rows = _OF_SEASON.all(standings.game, standings.season, list(standings.places))
    return {row.player_id: row.record for row in rows}


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
    rows: QuerySet[Any] = SeasonRating.objects.all() if season else Rating.objects.all()
    of = {"season": season} if season else {}
    rows.bulk_create(
        [rows.model.of(player, game, record, **of) for player, record in sorted(records.items())],
        update_conflicts=True,
        unique_fields=["player", "game", *of],
        update_fields=_COLUMNS,
    )

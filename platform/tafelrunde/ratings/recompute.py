"""Rating a game's matches again, in the order in which they were rated: to compare with what is stored, or to store."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from .apply import Standings, changes, save
from .models import RatedMatch, Rating, RatingChange, SeasonRating
from .rating import Record, rate


@dataclass(slots=True)
class Recomputed:
    """What comes out when a game's matches are rated from the first; `seasons` are records by season and player, and
    `of_season` says for which each match counts, by its number.
    """

    game: str
    records: dict[int, Record] = field(default_factory=dict)
    seasons: dict[str, dict[int, Record]] = field(default_factory=lambda: defaultdict(dict))
    changes: list[RatingChange] = field(default_factory=list)
    of_season: dict[int, str] = field(default_factory=dict)

    def add(self, sequence: int, standings: Standings) -> None:
        """Rate the next match; without places it counts for nobody."""
        self.of_season[sequence] = standings.season
        if not standings.places:
            return
        before = {player: self.records[player] for player in standings.places if player in self.records}
        after = rate(before, standings.places, standings.counts)
        self.changes += changes(sequence, standings, before, after)
        self.records |= after
        season = self.seasons[standings.season]
        began = {player: season[player] for player in standings.places if player in season}
        season |= rate(began, standings.places, standings.counts)

    def differences(self) -> list[str]:
        """How what is stored differs from this, a line for each player or match; empty if it is the same to the bit."""
        stored = {row.player_id: row.record for row in Rating.objects.filter(game=self.game)}
        lines = _different("player {}", stored, self.records)
        lines += _different("player and season {}", self._stored_seasons(), self._by_player_and_season())
        rows, ours = _by_match(RatingChange.objects.filter(rated__game=self.game)), _by_match(self.changes)
        lines += _different("rated match {}", rows, ours)
        seasons = dict(RatedMatch.objects.filter(game=self.game).values_list("sequence", "season"))
        known = {sequence: season for sequence, season in self.of_season.items() if sequence in seasons}
        return lines + _different("season of rated match {}", seasons, known)

    def store(self) -> None:
        """Keep this instead of what is stored. Needs the lock."""
        RatingChange.objects.filter(rated__game=self.game).delete()
        RatingChange.objects.bulk_create(self.changes, batch_size=500)
        Rating.objects.filter(game=self.game).exclude(player__in=self.records).delete()
        save(self.game, self.records)
        SeasonRating.objects.filter(game=self.game).delete()
        for season, records in sorted(self.seasons.items()):
            save(self.game, records, season)
        for row in RatedMatch.objects.filter(game=self.game):
            if row.season != self.of_season[row.sequence]:
                RatedMatch.objects.filter(pk=row.pk).update(season=self.of_season[row.sequence])

    def _by_player_and_season(self) -> dict[tuple[int, str], Record]:
        return {
            (player, season): record for season, records in self.seasons.items() for player, record in records.items()
        }

    def _stored_seasons(self) -> dict[tuple[int, str], Record]:
        return {(row.player_id, row.season): row.record for row in SeasonRating.objects.filter(game=self.game)}


def rated_matches(game: str) -> list[tuple[int, int]]:
    """The sequence numbers and ids of a game's rated matches, in order."""
    return list(RatedMatch.objects.filter(game=game).order_by("sequence").values_list("sequence", "match"))


def stored_standings(game: str, match: int, season: str) -> Standings:
    """How a match was rated, for one whose log cannot be played any more; `season` where none was stored."""
    rows = RatingChange.objects.filter(rated__match=match).values_list("player", "place", "counts")
    places = {player: place for player, place, _counts in rows}
    return Standings(game, places, season, {player: counts for player, _place, counts in rows})


def _different(what: str, stored: dict[Any, Any], ours: dict[Any, Any]) -> list[str]:
    return [
        f"{what.format(key)}: stored {stored.get(key)}, from the log {ours.get(key)}"
        for key in sorted(stored.keys() | ours.keys())
        if stored.get(key) != ours.get(key)
    ]


def _by_match(rows: Iterable[RatingChange]) -> dict[int, dict[int, tuple[Any, ...]]]:
    found: dict[int, dict[int, tuple[Any, ...]]] = {}
    for row in rows:
        kept = (row.place, row.mu, row.sigma, row.number, row.gained, row.counts)
        found.setdefault(row.rated_id, {})[row.player_id] = kept
    return found

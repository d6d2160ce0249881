"""Rating a game's matches again, in the order in which they were rated: to compare with what is stored, or to store."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from .apply import Standings, changes, save
from .models import RatedMatch, Rating, RatingChange
from .rating import Record, rate


@dataclass(slots=True)
class Recomputed:
    """What comes out when a game's matches are rated from the first."""

    game: str
    records: dict[int, Record] = field(default_factory=dict)
    changes: list[RatingChange] = field(default_factory=list)

    def add(self, sequence: int, places: Mapping[int, int]) -> None:
        """Rate the next match; without places it counts for nobody."""
        if places:
            standings = Standings(self.game, places)
            before = {player: self.records[player] for player in places if player in self.records}
            after = rate(before, places)
            self.changes += changes(sequence, standings, before, after)
            self.records |= after

    def differences(self) -> list[str]:
        """How what is stored differs from this, a line for each player or match; empty if it is the same to the bit."""
        stored = {row.player_id: row.record for row in Rating.objects.filter(game=self.game)}
        lines = [
            f"player {player}: stored {stored.get(player)}, from the log {self.records.get(player)}"
            for player in sorted(stored.keys() | self.records.keys())
            if stored.get(player) != self.records.get(player)
        ]
        rows, ours = _by_match(RatingChange.objects.filter(rated__game=self.game)), _by_match(self.changes)
        return lines + [
            f"rated match {sequence}: stored {rows.get(sequence)}, from the log {ours.get(sequence)}"
            for sequence in sorted(rows.keys() | ours.keys())
            if rows.get(sequence) != ours.get(sequence)
        ]

    def store(self) -> None:
        """Keep this instead of what is stored. Needs the lock."""
        RatingChange.objects.filter(rated__game=self.game).delete()
        RatingChange.objects.bulk_create(self.changes, batch_size=500)
        Rating.objects.filter(game=self.game).exclude(player__in=self.records).delete()
        save(self.game, self.records)


def rated_matches(game: str) -> list[tuple[int, int]]:
    """The sequence numbers and ids of a game's rated matches, in order."""
    return list(RatedMatch.objects.filter(game=game).order_by("sequence").values_list("sequence", "match"))


def stored_places(match: int) -> dict[int, int]:
    """The places by which a match was rated, for one whose log cannot be read any more."""
    return dict(RatingChange.objects.filter(rated__match=match).values_list("player", "place"))


def _by_match(rows: Iterable[RatingChange]) -> dict[int, dict[int, tuple[int, float, float, int, int]]]:
    found: dict[int, dict[int, tuple[int, float, float, int, int]]] = {}
    for row in rows:
        found.setdefault(row.rated_id, {})[row.player_id] = (row.place, row.mu, row.sigma, row.number, row.gained)
    return found

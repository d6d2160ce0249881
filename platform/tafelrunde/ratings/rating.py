"""How strong players are, by whom they have beaten: arithmetic without a database.

The same matches in the same order give the same ratings, to the bit. A player's strength in a game is believed to be
`mu`, give or take `sigma` (openskill's Plackett-Luce, with ties). People see one whole number, START + SCALE * (mu -
3 * sigma), which says how strong they are at least. It begins at 1000, and rises when we think better of a player or
become surer of them; so in a large round who comes in the middle may rise as well.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final

from openskill.models import PlackettLuce

START: Final = 1000
SCALE: Final = 40
SURE_AFTER: Final = 5
"""Before so many matches a rating is provisional."""
TREND_OVER: Final = 5
"""The trend is what has become of the number in so many matches."""

Counts = Mapping[str, int]
"""How much was counted, by the names that the game declares."""
NONE: Final[Counts] = MappingProxyType({})
NOTHING: Final[Mapping[int, Counts]] = MappingProxyType({})
_MODEL: Final = PlackettLuce()


@dataclass(frozen=True, slots=True)
class Record:
    """What is kept of a player in a game. `numbers` are those after the last matches, and the one before them; `counts`
    are the sums of what the game's statistics have counted of them.
    """

    mu: float = _MODEL.mu
    sigma: float = _MODEL.sigma
    matches: int = 0
    numbers: tuple[int, ...] = (START,)
    counts: Counts = field(default_factory=dict)

    @property
    def number(self) -> int:
        """The rating as people see it."""
        return self.numbers[-1]

    def after(self, mu: float, sigma: float, counts: Counts) -> Record:
        """The record with one more match, in which so much was counted."""
        numbers = (*self.numbers, number(mu, sigma))[-TREND_OVER - 1 :]
        return Record(mu, sigma, self.matches + 1, numbers, added(self.counts, counts))


NEWCOMER: Final = Record()


def added(counts: Counts, more: Counts) -> Counts:
    """Both together, in the order of their names. What is counted for the first time has been 0."""
    return {name: counts.get(name, 0) + more.get(name, 0) for name in sorted({*counts, *more})}


def number(mu: float, sigma: float) -> int:
    """The whole number for a strength: never lower for a higher mu, never higher for a higher sigma."""
    return START + round(SCALE * (mu - 3 * sigma))


def trend(numbers: Sequence[int]) -> int:
    """How far the number has come over the last matches."""
    return numbers[-1] - numbers[0]


def provisional(matches: int) -> bool:
    """Are these too few matches for the number to mean much?"""
    return matches < SURE_AFTER


def places(ranks: Mapping[int, int], gone: Collection[int]) -> dict[int, int]:
    """The places (1, 1, 3) of those with these ranks: who is gone comes behind all who stayed, and both as they did."""
    order = {one: (one in gone, rank) for one, rank in ranks.items()}
    return {one: 1 + sum(other < mine for other in order.values()) for one, mine in order.items()}


def rate(
    before: Mapping[int, Record], places: Mapping[int, int], counts: Mapping[int, Counts] = NOTHING
) -> dict[int, Record]:
    """The records of those who have played a match together, after it. Who had none before is a newcomer.

    Nothing depends on the order in which they are given, and who was alike and shared a place is alike afterwards: sums
    of floats would not promise that by themselves.
    """
    records = {player: before.get(player, NEWCOMER) for player in places}
    alike = {player: (place, records[player].mu, records[player].sigma) for player, place in places.items()}
    order = sorted(alike.values())
    teams = _MODEL.rate([[_MODEL.rating(mu, sigma)] for _place, mu, sigma in order], ranks=[one[0] for one in order])
    rated: dict[tuple[int, float, float], tuple[float, float]] = {}
    for one, [strength] in zip(order, teams, strict=True):
        rated.setdefault(one, (strength.mu, strength.sigma))
    return {player: records[player].after(*rated[alike[player]], counts.get(player, NONE)) for player in places}

"""A moment of a match of Skull King."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

from .notation import Faces, Hand, suit_of
from .tricks import Trick


class Row(NamedTuple):
    """A finished round on the score sheet; of the bonuses, those that counted."""

    round: int
    bids: tuple[int, ...]
    won: tuple[int, ...]
    bonus: tuple[int, ...]
    points: tuple[int, ...]


@dataclass(frozen=True)
class State:
    """A moment of a match."""

    round: int
    phase: str
    """`bid`, `play`, `score` or `end`."""
    starter: int
    acting: tuple[int, ...]
    """Whose decision it is."""
    legal: tuple[str, ...]
    """What each of them may do."""
    hands: tuple[Hand, ...]
    bids: tuple[int | None, ...]
    leader: int
    trick: Faces
    tricks: tuple[Trick, ...]
    """The complete tricks of this round."""
    sheet: tuple[Row, ...]
    mover: int | None
    verb: str
    """The last move's first word."""

    @property
    def suit(self) -> str | None:
        """The suit of the trick on the table."""
        return suit_of(self.trick)

    @property
    def won(self) -> tuple[int, ...]:
        """Per seat, the tricks taken in this round."""
        winners = [trick.winner for trick in self.tricks]
        return tuple([winners.count(seat) for seat in range(len(self.bids))])

    @property
    def bonus(self) -> tuple[int, ...]:
        """Per seat, what the tricks of this round add to a bid that is kept."""
        bonus = [0] * len(self.bids)
        for trick in self.tricks:
            bonus[trick.winner] += trick.bonus
        return tuple(bonus)

    @property
    def scores(self) -> tuple[int, ...]:
        """Per seat, the points of the finished rounds."""
        return tuple(map(sum, zip(*[row.points for row in self.sheet], strict=True))) or (0,) * len(self.bids)


def replace(state: State, **changes: Any) -> State:
    """The state with changes; dataclasses.replace does the same in twice the time."""
    new = object.__new__(State)
    new.__dict__.update(state.__dict__)
    new.__dict__.update(changes)
    return new

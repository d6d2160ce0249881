"""A moment of a match of King Lui, and the options it is played by."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

from tafelrunde.game import Line, choice, switch

from .notation import Deed, Fetched, Plate


@dataclass(frozen=True)
class TableOptions:
    """What a table may settle before the match."""

    kitchen_dragon: str = choice(
        "choose",
        {"choose": Line("feed it at once or let it wait"), "wait": Line("it waits, your turn is over")},
        label=Line("A dragon from the kitchen"),
    )
    open_plates: bool = switch(False, label=Line("Open plates"))


class Cleared(NamedTuple):
    """A round ended: what was left on the table went to the king."""

    table: Plate


class Served(NamedTuple):
    """A round began: these portions came to the table, these dragons to the king."""

    round: int
    table: Plate
    dragons: int


class PassedOver(NamedTuple):
    """A seat could do nothing."""

    seat: int


Aftermath = Cleared | Served | PassedOver


@dataclass(frozen=True)
class State:
    """A moment of a match. Cards and dishes are numbers, see notation.NUMBERS."""

    options: TableOptions
    kitchen: tuple[int, ...]
    drawn: int
    """How many cards of `kitchen` are gone; a resampled state has forgotten them and begins at 0 again."""
    round: int
    starter: int
    active: int | None
    to_come: int
    """Turns left in this round, the active one's included."""
    legal: tuple[str, ...]
    dragons: int
    pending: bool
    """The active seat has found a dragon in the kitchen and decides about it."""
    king: Plate
    table: Plate
    taken: tuple[Plate, ...]
    """Per seat, the portions from the table: everyone saw them."""
    fetched: tuple[Fetched, ...]
    """Per seat, the portions from the kitchen in the order of drawing: only the drawer saw them."""
    last: tuple[Deed | None, ...]
    mover: int | None
    aftermath: tuple[Aftermath, ...]
    """What followed the last move."""

    @property
    def left(self) -> int:
        """Cards left in the kitchen."""
        return len(self.kitchen) - self.drawn

    def plate(self, seat: int) -> Plate:
        """All that a seat has on its plates."""
        fetched = self.fetched[seat]
        return tuple([count + fetched.count(dish) for dish, count in enumerate(self.taken[seat])])


def replace(state: State, **changes: Any) -> State:
    """The state with changes; dataclasses.replace does the same in twice the time."""
    new = object.__new__(State)
    new.__dict__.update(state.__dict__)
    new.__dict__.update(changes)
    return new

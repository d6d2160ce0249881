"""What chance was asked for in a match and what it gave, so that anybody can draw it again."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeVar

from tafelrunde.game import Chance

Item = TypeVar("Item")
SHUFFLE, ROLL, PICK, BELOW = "shuffle", "roll", "pick", "below"
_TOLD: Final = (str, int)


@dataclass(frozen=True, slots=True)
class Draw:
    """One question to chance, and its outcome.

    `size` is the number of items, the sides of a die or the bound, `count` the number of dice (else 1). The outcome of
    a shuffle is where each item had been before, that of a pick the place of the item; `items` are the items in the
    order of the outcome, as far as they are words or numbers.
    """

    ply: int
    kind: str
    size: int
    count: int
    outcome: tuple[int, ...]
    items: tuple[str, ...] = ()

    def again(self, chance: Chance) -> tuple[int, ...]:
        """The outcome that this chance gives to the same question."""
        if self.kind == SHUFFLE:
            return chance.shuffle(range(self.size))
        if self.kind == ROLL:
            return chance.roll(self.count, self.size)
        return (chance.below(self.size),)

    def as_json(self) -> dict[str, Any]:
        """The draw as programs read it."""
        return {
            "ply": self.ply,
            "kind": self.kind,
            "size": self.size,
            "count": self.count,
            "outcome": list(self.outcome),
            "items": list(self.items),
        }


class RecordingChance(Chance):
    """The chance of a ply, that notes what it is asked."""

    __slots__ = ("_plain", "draws")

    def __init__(self, seed: bytes, ply: int) -> None:
        super().__init__(seed, ply)
        self._plain = Chance(seed, ply)
        self.draws: list[Draw] = []

    def below(self, bound: int) -> int:
        number = self._plain.below(bound)
        self._note(BELOW, bound, (number,))
        return number

    def shuffle(self, items: Iterable[Item]) -> tuple[Item, ...]:
        given = list(items)
        order = self._plain.shuffle(range(len(given)))
        shuffled = tuple(given[place] for place in order)
        self._note(SHUFFLE, len(given), order, shuffled)
        return shuffled

    def roll(self, count: int, sides: int = 6) -> tuple[int, ...]:
        dice = self._plain.roll(count, sides)
        self._note(ROLL, sides, dice, count=count)
        return dice

    def pick(self, items: Sequence[Item]) -> Item:
        place = self._plain.below(len(items))
        self._note(PICK, len(items), (place,), (items[place],))
        return items[place]

    def _note(
        self, kind: str, size: int, outcome: tuple[int, ...], items: Sequence[object] = (), *, count: int = 1
    ) -> None:
        told = tuple(map(str, items)) if all(isinstance(item, _TOLD) for item in items) else ()
        self.draws.append(Draw(self._ply, kind, size, count, outcome, told))

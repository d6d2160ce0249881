"""King Lui in plain mutable Python: what the rules cost where nothing is kept of the states before.

It is the measure beside the game's own rules in bench/rules.py, and tests hold the two against each other.
"""

from __future__ import annotations

from collections.abc import Sequence

DISHES = ("bread", "cake", "cheese", "chicken", "fruit", "ham", "wine")


class PlainKingLui:
    """A match that is changed in place."""

    def __init__(self, seats: int, kitchen: Sequence[str], choose: bool = True) -> None:
        self.seats, self.choose = seats, choose
        self.kitchen = list(reversed(kitchen))
        self.king = dict.fromkeys(DISHES, 0)
        self.plates = [dict.fromkeys(DISHES, 0) for _ in range(seats)]
        self.table: dict[str, int] = {}
        self.dragons = self.turn = 0
        self.starter = -1
        self.pending = self.over = False
        self._serve()

    @property
    def active(self) -> int:
        """The seat to move."""
        return (self.starter + self.turn) % self.seats

    def moves(self) -> list[str]:
        """What the active seat may play; empty when it is over."""
        if self.over:
            return []
        feeds = self._feeds() if self.dragons else []
        if self.pending:
            return [*feeds, "wait"]
        takes = [f"take {dish}" for dish in DISHES if dish in self.table]
        return [*feeds, "kitchen", *takes] if self.kitchen else feeds + takes

    def play(self, move: str) -> None:
        """Play a legal move of the active seat."""
        verb, *dishes = move.split()
        plate = self.plates[self.active]
        if verb == "take":
            plate[dishes[0]] += self.table.pop(dishes[0])
        elif verb == "feed":
            self.dragons -= 1
            for dish in dishes:
                self.king[dish] -= 1
        elif verb == "kitchen":
            card = self.kitchen.pop()
            if card == "dragon":
                self.dragons += 1
                self.pending = self.choose and bool(self._feeds())
                if self.pending:
                    return
            else:
                plate[card] += 1
        self.pending = False
        self._next_turn()

    def scores(self) -> list[int]:
        """Each seat's points by what lies on the plates now."""
        king = self.king
        return [sum(n * king[dish] for dish, n in plate.items() if n <= king[dish]) for plate in self.plates]

    def _feeds(self) -> list[str]:
        there = [dish for dish in DISHES if self.king[dish]]
        return [
            f"feed {first} {second}"
            for i, first in enumerate(there)
            for second in there[i:]
            if first != second or self.king[first] > 1
        ]

    def _next_turn(self) -> None:
        self.turn += 1
        while self.turn < self.seats and not self.moves():
            self.turn += 1
        if self.turn == self.seats:
            for dish, n in self.table.items():
                self.king[dish] += n
            self.table.clear()
            self.over = len(self.kitchen) < 2 * self.seats
            if not self.over:
                self._serve()

    def _serve(self) -> None:
        self.starter, self.turn = (self.starter + 1) % self.seats, 0
        for _ in range(2 * self.seats):
            card = self.kitchen.pop()
            if card == "dragon":
                self.dragons += 1
            else:
                self.table[card] = self.table.get(card, 0) + 1

"""Who plays King Lui when no person does."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import comb

from tafelrunde.game import Bot, Decision, Line, View

from .notation import DISHES, PORTIONS

Dishes = dict[str, int]

KING_GETS = 0.3
"""How much of what is still in the kitchen will be the king's in the end, as bots play."""
PILE_GOES = 0.3
"""How likely each later player of a round is to take a given dish."""
ENVY = 0.7
"""What a point that the others lose is worth to one who wants to win."""


def largest_safe_pile(view: View, moves: Sequence[str]) -> str | None:
    """The take that brings most without putting the viewer above the king for now; None where every take would."""
    king, table, plate = view["king"], view["table"], view["plate"]
    dishes = [dish for dish in table if f"take {dish}" in moves and plate[dish] + table[dish] <= king[dish]]
    return f"take {max(dishes, key=table.__getitem__)}" if dishes else None


class Novice(Bot):
    """Takes the largest pile it may without passing the king, else plays at random."""

    slug = "novice"
    name = Line("novice")

    def choose(self, decision: Decision) -> str:
        return largest_safe_pile(decision.view, decision.moves) or decision.chance.pick(decision.moves)


class Courtier(Bot):
    """Plays what brings its plates most at the end, as far as the view lets it guess, and the others least."""

    slug = "courtier"
    name = Line("courtier")

    def choose(self, decision: Decision) -> str:
        return max(decision.moves, key=_Table(decision.view, decision.seat).gain)


class _Table:
    """What a courtier makes of a view: what every dish may bring in the end, and what a move changes about it."""

    def __init__(self, view: View, seat: int) -> None:
        self.king: Dishes = view["king"]
        self.table: Dishes = view["table"]
        self.plate: Dishes = view["plate"]
        hidden = {dish: PORTIONS - self.king[dish] - self.table[dish] - self.plate[dish] for dish in DISHES}
        unseen = max(1, sum(hidden.values()))
        self.odds: dict[str, float] = {dish: n / unseen for dish, n in hidden.items()}
        # What is neither in the kitchen nor to be seen is taken to be spread over the others' plates.
        in_kitchen = min(1.0, view["kitchen"] / unseen)
        seats = len(view["last"])
        self.coming = {dish: round(n * in_kitchen) for dish, n in hidden.items()}
        self.rival = {dish: round(n * (1 - in_kitchen) / (seats - 1)) for dish, n in hidden.items()}
        self.pile_stays: float = (1 - PILE_GOES) ** ((view["starter"] - 1 - seat) % seats)
        self.now = {dish: self._worth(dish, n, self.king[dish], self.table[dish]) for dish, n in self.plate.items()}
        self.fed: dict[tuple[str, int], float] = {}

    def gain(self, move: str) -> float:
        """How much better the seat stands after the move than after doing nothing."""
        verb, *dishes = move.split()
        if verb == "take":
            return self._change(dishes[0], own=self.table[dishes[0]], pile=0)
        if verb == "feed":
            first, second = dishes
            return self._fed(first, 2) if first == second else self._fed(first, 1) + self._fed(second, 1)
        if verb == "kitchen":
            return sum(self.odds[dish] * self._change(dish, own=1) for dish in DISHES)
        return 0.0

    def _fed(self, dish: str, portions: int) -> float:
        """What it changes that a dragon eats so much: many ways to feed one share few of these."""
        key = dish, portions
        change = self.fed.get(key)
        if change is None:
            change = self.fed[key] = self._change(dish, king=-portions)
        return change

    def _change(self, dish: str, own: int = 0, king: int = 0, pile: int | None = None) -> float:
        left = self.table[dish] if pile is None else pile
        return self._worth(dish, self.plate[dish] + own, self.king[dish] + king, left) - self.now[dish]

    def _worth(self, dish: str, own: int, king: int, pile: int) -> float:
        rival = self.rival[dish]
        return self._points(dish, own, king, pile) - ENVY * self._points(dish, rival, king, pile)

    def _points(self, dish: str, own: int, king: int, pile: int) -> float:
        coming = self.coming[dish]
        stays = _expected_points(own, king + pile, coming)
        if not pile:
            return stays
        return self.pile_stays * stays + (1 - self.pile_stays) * _expected_points(own, king, coming)


@lru_cache(maxsize=(PORTIONS + 1) ** 3)
def _expected_points(own: int, king: int, coming: int) -> float:
    """The points for a dish in the end, where each portion to come is the king's by KING_GETS."""
    points = 0.0
    for more in range(max(0, own - king), coming + 1):
        points += comb(coming, more) * KING_GETS**more * (1 - KING_GETS) ** (coming - more) * own * (king + more)
    return points

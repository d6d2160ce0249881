"""Who plays King Lui when no person does."""

from __future__ import annotations

from collections.abc import Sequence

from tafelrunde.game import Bot, Decision, Line, View


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


class Courtier(Novice):
    slug = "courtier"

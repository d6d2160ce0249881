"""A game that imports what it must not, and rolls dice of its own."""

from __future__ import annotations

import random

from tafelrunde.game import Chance

from .honest import Dice, Pips


class OwnDice(Dice):
    def play(self, state: Pips, seat: int, move: str, chance: Chance) -> Pips:
        if move == "roll":
            return Pips(state.scores, state.turn, state.rolled + random.randrange(1, 7))
        return super().play(state, seat, move, chance)

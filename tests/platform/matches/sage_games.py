"""A game that can be handed to a thinker, with a bot that comes to no end, one that is broken, and one that knows."""

from __future__ import annotations

import os
import time
from collections.abc import Sequence
from typing import Any

from tafelrunde.game import Bot, Decision, Line
from tests.game.conformance.honest import Twelve


class Endless(Bot):
    slug = "endless"
    name = Line("endless")

    def choose(self, decision: Decision) -> str:
        while True:
            time.sleep(0.01)


class Broken(Bot):
    slug = "broken"
    name = Line("broken")

    def choose(self, decision: Decision) -> str:
        raise ZeroDivisionError("nothing is left")


class Greedy(Bot):
    slug = "greedy"
    name = Line("greedy")

    def choose(self, decision: Decision) -> str:
        return f"{len(bytearray(8 << 30))}"


class Modest(Bot):
    """Plays the first of its moves if it is nicer than others."""

    slug = "modest"
    name = Line("modest")

    def choose(self, decision: Decision) -> str:
        return decision.moves[0] if os.nice(0) >= 10 else "rude"


class TwelveWith(Twelve):
    """Twelve, with a bot of ours."""

    def __init__(self, bot: type[Bot]) -> None:
        self.bot = bot

    def bots(self) -> Sequence[Bot]:
        return (self.bot(),)


class Large(Twelve):
    """Twelve, with too much in it."""

    def __init__(self) -> None:
        self.ballast: Any = bytes(200_000)

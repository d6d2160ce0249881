"""The sage: a bot for every game that can draw anew what a seat has not seen. It knows no game.

It draws states that fit what its seat was shown, plays each of them on after every move that is still in question, and
takes the move that came out best. In thought all seats play as the game's own first bot; that bot's choice stands
unless another move has done better by more than luck explains.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Mapping, Sequence
from math import ceil, log2, sqrt
from statistics import fmean
from typing import Any, Final

from .interface import Bot, Decision, Game
from .lines import Line
from .playouts import Playouts, Worth

SECONDS: Final = 0.1
"""How long it may think about a move."""
DOUBT: Final = 1.5
"""By how many standard errors a move must have done better than the guide's to be played instead."""
HOPELESS: Final = 1.5
"""What has done worse than the best by so many is not thought about any longer."""
FEWEST: Final = 4
"""States that have to be played on before either is said."""


def can_search(game: Game[Any, Any]) -> bool:
    """Can a sage play this game? Where something is hidden, the game must say what else could be."""
    return not game.hidden or type(game).resample is not Game.resample


class Sage(Bot):
    """Thinks for `Decision.seconds`, or for so many `playouts`: then the same chance gives the same move."""

    slug = "sage"
    name = Line("sage")

    def __init__(
        self, game: Game[Any, Any], playouts: int | None = None, clock: Callable[[], float] = time.perf_counter
    ) -> None:
        self._guide = game.bots()[0]
        self._playouts = Playouts(game, self._guide)
        self._most, self._clock = playouts, clock

    def choose(self, decision: Decision) -> str:
        if len(decision.moves) == 1:
            return decision.moves[0]
        spent = self._spent(decision.seconds)
        lot = random.Random(decision.chance.below(1 << 32))  # noqa: S311  nothing is kept secret by it
        guides = self._guide.choose(decision)
        question = _Question([guides, *(move for move in decision.moves if move != guides)])
        while len(question.open) > 1 and spent(0) < 1:
            state, luck = decision.sample(), lot.getrandbits(60)
            row: list[Worth] = []
            for move in question.open:
                worth = self._playouts.worth(state, decision.seats, decision.seat, move, luck, lambda: spent(0) >= 1)
                if worth is None:
                    return question.best()
                spent(1)
                row.append(worth)
            question.note(row)
            question.narrow(spent(0))
        return question.best()

    def _spent(self, seconds: float) -> Callable[[int], float]:
        """Tells what part of the time, or of the playouts, is gone after so many more playouts."""
        began, done, most, clock = self._clock(), 0, self._most, self._clock

        def spent(more: int) -> float:
            nonlocal done
            done += more
            return done / most if most is not None else (clock() - began) / seconds

        return spent


class _Question:
    """Which move? `open` are those still in question, the guide's first; each was tried in the same states."""

    def __init__(self, moves: Sequence[str]) -> None:
        self.open = list(moves)
        self._halvings = ceil(log2(len(moves)))
        self._look = 1
        self._tried: dict[str, list[Worth]] = {move: [] for move in moves}

    def note(self, row: Sequence[Worth]) -> None:
        """What came of each open move in one more state."""
        for move, worth in zip(self.open, row, strict=True):
            self._tried[move].append(worth)

    def narrow(self, spent: float) -> None:
        """Close what is hopeless, and by and by the worse half of the rest; the guide's move stays to the end."""
        rows = len(self._tried[self.open[0]])
        if rows < self._look:
            return
        self._look = rows + 1 + rows // 4  # to look takes longer with every row
        values = self._values()
        guides, *others = self.open
        others.sort(key=lambda move: -fmean(values[move]))
        best = values[others[0]]
        left = ceil(len(self._tried) / 2 ** int(spent * self._halvings))
        self.open = [guides, *(move for move in others[:left] if not _clearly(best, values[move], HOPELESS))]

    def best(self) -> str:
        """The move to play."""
        guides, *others = self.open
        values = self._values()
        if not others or not values[guides]:
            return guides
        best = max(others, key=lambda move: fmean(values[move]))
        return best if _clearly(values[best], values[guides], DOUBT) else guides

    def _values(self) -> Mapping[str, Sequence[float]]:
        """One number for each try of each open move, more is better: by wins where all were played to the end."""
        worths = [worth for move in self.open for worth in self._tried[move]]
        spread = 2 * _deviation([worth.margin for worth in worths]) or 1.0
        weight = 0.0 if any(worth.share is None for worth in worths) else 1.0
        return {
            move: [weight * (worth.share or 0.0) + worth.margin / spread for worth in self._tried[move]]
            for move in self.open
        }


def _clearly(better: Sequence[float], worse: Sequence[float], doubt: float) -> bool:
    """Is one better than the other by so many standard errors? Never said of too few states."""
    ahead = [one - other for one, other in zip(better, worse, strict=True)]
    return len(ahead) >= FEWEST and fmean(ahead) > doubt * _deviation(ahead) / sqrt(len(ahead) - 1)


def _deviation(values: Sequence[float]) -> float:
    """The standard deviation, as statistics has it but not to the last bit: that would take as long as a playout."""
    mean = fmean(values or [0.0])
    return sqrt(fmean([(value - mean) ** 2 for value in values] or [0.0]))

"""First steps: a scripted beginning of a match, in which a learner makes every kind of move once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from .lines import Line


@dataclass(frozen=True, slots=True)
class Step:
    """One ply of a tutorial: who moves and how, and what the learner is told until it is made.

    Where nothing is said, what was said before stands. `point` names what to look at, by ids of the game's board.
    """

    seat: int
    move: str
    say: Line | None = None
    point: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Tutorial:
    """A match by a known seed, played by a script from its first ply on: the learner sits at seat 0, bots elsewhere.

    `steps[ply]` is what comes next after so many moves, so where a learner is follows from the match alone. When all
    are made the match ends, and `learnt` says what has been learnt. The match counts for nothing.

    With `every_verb` the learner is promised a move of each kind: of each word that `Game.verbs` names.
    """

    seats: int
    seed: bytes
    steps: tuple[Step, ...]
    learnt: Line
    options: Mapping[str, Any] = field(default_factory=dict)
    every_verb: bool = True

    def step(self, ply: int) -> Step | None:
        """What comes next after so many moves; None when all is done."""
        return self.steps[ply] if ply < len(self.steps) else None

    def said(self, ply: int) -> Line:
        """What the learner is told after so many moves."""
        if ply >= len(self.steps):
            return self.learnt
        told = (step.say for step in reversed(self.steps[: ply + 1]))
        return next((say for say in told if say is not None), Line(""))

    def done(self, ply: int) -> int:
        """How many of their own moves the learner has made after so many of all."""
        return sum(step.seat == LEARNER for step in self.steps[:ply])

    @property
    def moves(self) -> int:
        """How many moves the learner makes."""
        return self.done(len(self.steps))


LEARNER = 0

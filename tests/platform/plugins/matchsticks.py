"""A small game in two rulesets that fails when it is told to, to test what a house does with such a plugin.

`STICKS` names the rulesets that are installed, the current one first; `STICKS_BROKEN` the functions that raise, and
what they then say holds a secret. By ruleset 1 there are nine sticks and the last one wins; by ruleset 2 there are
eleven, and views say how many a seat has taken.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from tafelrunde.game import Chance, Game, Line, Result, View, Viewer, number, switch

SECRET: Final = "the-queen-of-spades"


@dataclass(frozen=True)
class SticksOptions:
    most: int = number(3, range(2, 5), label=Line("Most sticks at once"))
    last_wins: bool = switch(True, label=Line("The last stick wins"))


@dataclass(frozen=True)
class Heap:
    options: SticksOptions
    sticks: int
    taken: tuple[int, ...]
    ply: int = 0


def fails(function: str, move: str = "") -> None:
    """Raise, if this is to fail: a function, or one move of it as ``play:take 2``."""
    broken = os.environ.get("STICKS_BROKEN", "").split(",")
    if function in broken or (move and f"{function}:{move}" in broken):
        hand = [SECRET]
        raise LookupError(f"no card fits {hand}")


class Sticks(Game[Heap, SticksOptions]):
    slug, name, seats, ruleset, hidden = "sticks", Line("Matchsticks"), range(2, 4), "1", False
    Options = SticksOptions
    heap = 9

    def setup(self, seats: int, options: SticksOptions, chance: Chance) -> Heap:
        fails("setup")
        return Heap(options, self.heap, (0,) * seats)

    def moves(self, state: Heap, seat: int) -> Sequence[str]:
        fails("moves")
        if not state.sticks or seat != state.ply % len(state.taken):
            return ()
        return [f"take {n}" for n in range(1, min(state.options.most, state.sticks) + 1)]

    def play(self, state: Heap, seat: int, move: str, chance: Chance) -> Heap:
        fails("play", move)
        n = int(move.split()[1])
        taken = tuple(had + n * (other == seat) for other, had in enumerate(state.taken))
        return replace(state, sticks=state.sticks - n, taken=taken, ply=state.ply + 1)

    def view(self, state: Heap, viewer: Viewer) -> View:
        fails("view")
        return {"sticks": state.sticks}

    def story(self, state: Heap, viewer: Viewer) -> Sequence[Line]:
        fails("story")
        return (Line("{n} are left.", n=state.sticks),)

    def result(self, state: Heap) -> Result | None:
        if state.sticks:
            return None
        last = (state.ply - 1) % len(state.taken)
        return Result.by_score([int((seat == last) == state.options.last_wins) for seat in range(len(state.taken))])

    def premoves(self, state: Heap, seat: int) -> Sequence[str]:
        fails("premoves")
        return ("take 1",)

    def read(self, text: str, state: Heap, seat: int) -> str | None:
        fails("read")
        return super().read(text, state, seat)

    def verbs(self) -> Sequence[str]:
        fails("verbs")
        return ("take",)

    def scores(self, state: Heap) -> Sequence[int]:
        fails("scores")
        return state.taken

    def label(self, move: str) -> Line:
        fails("label")
        return Line(move)


class MoreSticks(Sticks):
    ruleset = "2"
    heap = 11

    def view(self, state: Heap, viewer: Viewer) -> View:
        return {**super().view(state, viewer), "taken": list(state.taken)}


RULESETS: Final[dict[str, Sticks]] = {"1": Sticks(), "2": MoreSticks()}
GAME: Final[list[Any]] = [RULESETS[name] for name in os.environ.get("STICKS", "1").split(",")]

"""A small game to test the platform's tools with: a die each, who rolls higher wins; one hidden card is shuffled."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from tafelrunde.game import SPECTATOR, AnyMove, Bot, Chance, Game, Line, Result, View, Viewer, number


@dataclass(frozen=True)
class DiceOptions:
    dice: int = number(1, range(1, 3), label=Line("Dice"))


@dataclass(frozen=True)
class State:
    options: DiceOptions
    order: tuple[str, ...]
    rolled: tuple[tuple[int, ...], ...]
    seats: int


class Passive(Bot):
    slug = "passive"
    name = Line("passive")

    def choose(self, decision: object) -> str:
        return "pass"


class Cheat(Bot):
    slug = "cheat"
    name = Line("cheat")

    def choose(self, decision: object) -> str:
        return "win"


class Dice(Game[State, DiceOptions]):
    slug = "dice"
    name = Line("Dice")
    seats = range(2, 4)
    ruleset = "1"
    Options = DiceOptions
    hidden = False

    def setup(self, seats: int, options: DiceOptions, chance: Chance) -> State:
        return State(options, chance.shuffle(("a", "b", "b")), (), seats)

    def moves(self, state: State, seat: int) -> Sequence[str]:
        return ("roll", "pass") if seat == len(state.rolled) else ()

    def play(self, state: State, seat: int, move: str, chance: Chance) -> State:
        rolled = chance.roll(state.options.dice) if move == "roll" else ()
        return replace(state, rolled=(*state.rolled, rolled))

    def view(self, state: State, viewer: Viewer) -> View:
        return {
            "order": list(state.order),
            "rolled": [list(dice) for dice in state.rolled],
            "you": None if viewer == SPECTATOR else viewer,
            "rolling": len(state.rolled) < state.seats,
        }

    def story(self, state: State, viewer: Viewer) -> Sequence[Line]:
        return ()

    def result(self, state: State) -> Result | None:
        return Result.by_score([sum(dice) for dice in state.rolled]) if len(state.rolled) == state.seats else None

    def bots(self) -> Sequence[Bot]:
        return (AnyMove(), Passive(), Cheat())


DICE = Dice()

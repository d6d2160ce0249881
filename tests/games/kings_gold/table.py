"""Tables to test at: dice that fall as they are told, and matches of random moves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from kings_gold import GAME
from kings_gold.state import Gold, State, replace
from tafelrunde.game import Chance, NoOptions
from tafelrunde.game.scenarios import ScriptedChance

Dice = Sequence[int]


def begin(seats: int = 3, purse: int = 60, king: int = 0, coins: Sequence[int] = ()) -> State:
    """A match that seat 0 begins, with the coins where they are wanted."""
    throws = [{"roll": [4, 4, 1, 1, 1]}, *[{"roll": [1, 1, 1, 1, 1]}] * (seats - 1)]
    state = GAME.setup(seats, NoOptions(), ScriptedChance(throws))
    return replace(state, gold=Gold(purse, king, tuple(coins) or (0,) * seats))


def play(state: State, *moves: str | tuple[str, Dice]) -> State:
    """The state after legal moves of whose turn it is; a roll is written with what it brings."""
    for entry in moves:
        move, dice = (entry, None) if isinstance(entry, str) else entry
        assert state.active is not None
        assert move in GAME.moves(state, state.active)
        chance = ScriptedChance([] if dice is None else [{"roll": list(dice)}])
        state = GAME.play(state, state.active, move, chance)
        assert not chance.left
    return state


def roll(*dice: int) -> tuple[str, Dice]:
    """The first roll of a turn."""
    return "roll", dice


def legal(state: State) -> list[str]:
    """The moves of the seat whose turn it is."""
    return [] if state.active is None else list(GAME.moves(state, state.active))


def random_match(seed: int, seats: int = 4) -> Iterator[tuple[State, str | None]]:
    """Every state of a match of random moves, with the move that led there."""
    random, key = Random(seed), seed.to_bytes(32, "big")
    state, ply = GAME.setup(seats, NoOptions(), Chance(key, 0)), 0
    yield state, None
    while state.active is not None:
        move = random.choice(GAME.moves(state, state.active))
        ply += 1
        state = GAME.play(state, state.active, move, Chance(key, ply))
        yield state, move

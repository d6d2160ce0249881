"""Tables to test at: a kitchen in a known order, matches of random moves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random

from king_lui import GAME
from king_lui.notation import DISHES
from king_lui.state import State, TableOptions
from tafelrunde.game import Chance
from tafelrunde.game.scenarios import ScriptedChance

NO_CHANCE = ScriptedChance([])


VARIED = [card for i in range(15) for card in (*DISHES, *["dragon"] * (i % 3 == 0))]
"""All cards, the dishes in turn."""


def serve(first: str = "", seats: int = 3, options: TableOptions | None = None, last: str = "") -> State:
    """A match whose kitchen begins with these cards and ends with those; what is between varies."""
    top, bottom = first.split(), last.split()
    spoken_for = Counter(top + bottom)
    between = []
    for card in VARIED:
        if spoken_for[card]:
            spoken_for[card] -= 1
        else:
            between.append(card)
    return GAME.setup(seats, options or TableOptions(), ScriptedChance([{"shuffle": top + between + bottom}]))


def play_until_kitchen_is_empty(state: State) -> State:
    """At a table of three: two portions are fetched, so the rest is whole rounds; every dragon is fed."""
    state = play(state, "kitchen", "kitchen")
    while state.left:
        feeds = [move for move in legal(state) if move.startswith("feed")]
        state = play(state, (feeds or legal(state))[-1])
    return state


def play(state: State, *moves: str) -> State:
    """The state after legal moves, each by the seat whose turn it is."""
    for move in moves:
        assert state.active is not None
        assert move in GAME.moves(state, state.active)
        state = GAME.play(state, state.active, move, NO_CHANCE)
    return state


def legal(state: State) -> list[str]:
    """The moves of the seat whose turn it is."""
    assert state.active is not None
    return list(GAME.moves(state, state.active))


def random_match(seed: int, seats: int = 4, options: TableOptions | None = None) -> Iterator[tuple[State, str | None]]:
    """Every state of a match of random moves, with the move that led there."""
    random = Random(seed)
    state = GAME.setup(seats, options or TableOptions(), Chance(seed.to_bytes(32, "big"), 0))
    yield state, None
    while state.active is not None:
        move = random.choice(GAME.moves(state, state.active))
        state = GAME.play(state, state.active, move, NO_CHANCE)
        yield state, move

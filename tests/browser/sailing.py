"""Matches of King's Gold that go as a test needs them: the seed is chosen, programs keep the first seat company."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable, Sequence
from itertools import count

from kings_gold import GAME
from kings_gold.state import State
from tafelrunde.game import Chance, NoOptions
from tests.browser.arranged import Arranged, Choose, in_company
from tests.browser.house import House
from tests.seeded import begin

MOST_PLIES = 60

Wanted = Callable[[State], bool]


def careless(moves: Sequence[str]) -> str:
    """What the company plays: it takes what the first roll brings."""
    return "stop" if "stop" in moves else sorted(moves)[-1]


def seed_where(wanted: Wanted, choose: Choose, seats: int) -> tuple[bytes, list[str]]:
    """A seed, and the moves that lead from it to a state that is so, with the first seat to move."""
    for number in count():
        seed = number.to_bytes(32, "big")
        state, played = GAME.setup(seats, NoOptions(), Chance(seed, 0)), list[str]()
        while len(played) < MOST_PLIES and state.active is not None:
            if state.active == 0 and wanted(state):
                return seed, played
            played.append(choose(GAME.moves(state, state.active)))
            state = GAME.play(state, state.active, played[-1], Chance(seed, len(played)))
    raise AssertionError("there are as many seeds as numbers")


@contextlib.asynccontextmanager
async def at_sea(
    house: House,
    wanted: Wanted = lambda _state: True,
    *,
    seats: int = 3,
    choose: Choose = careless,
    plays_on: bool = True,
) -> AsyncIterator[Arranged]:
    """A match in which the first seat is to move and the state is so; from there on the company plays by itself."""
    seed, moves = seed_where(wanted, choose, seats)
    people = [house.person() for _seat in range(seats)]
    names = [person.name for person in people]
    [slug] = await asyncio.to_thread(begin, house.server, "kings_gold", names, seed, "Port Royal")
    async with in_company(house, slug, people, moves, careless if plays_on else None) as table:
        yield table

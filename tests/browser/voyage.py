"""Matches of Skull King that stand where a test needs them: seats and seed are chosen, the log is written at once."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from itertools import count

from skull_king import GAME
from skull_king.bots import careful
from skull_king.state import State
from tafelrunde.game import Chance, NoOptions
from tests import wire
from tests.browser.house import House, Person
from tests.seeded import begin

_WRITE = """
import json
from tafelrunde.matches import position as fold
from tafelrunde.matches.models import Match
from tests.platform.replay.playing import Play
play = Play(Match.objects.get(place=room.slug))
for seat, move in json.loads({moves!r}):
    play._append(fold.Change(fold.MOVE, seat, fold.now(), move, fold.PLAYER), play.position.turns[seat])
print(play.match.pk)
"""

Wanted = Callable[[State], bool]
Log = list[tuple[int, str]]


@dataclass(frozen=True)
class Voyage:
    """A running match: how it stands, its room and its replay, who sits where, a program for all but the first seat."""

    state: State
    path: str
    replay: str
    people: list[Person]
    crew: list[wire.Wire]


def my_turn(state: State) -> bool:
    """The first seat is to play a card."""
    return state.phase == "play" and state.acting == (0,)


def seed_where(wanted: Wanted, seats: int) -> tuple[bytes, Log, State]:
    """A seed, and what leads from it to a state that is so, everybody playing carefully."""
    for number in count():
        seed = number.to_bytes(32, "big")
        state, log = GAME.setup(seats, NoOptions(), Chance(seed, 0)), Log()
        while state.acting:
            if wanted(state):
                return seed, log, state
            seat = state.acting[-1]  # so that the first seat is the last to bid and to be ready
            log.append((seat, careful(GAME.view(state, seat), GAME.moves(state, seat))))
            state = GAME.play(state, *log[-1], Chance(seed, len(log)))
    raise AssertionError("there are as many seeds as numbers")


@contextlib.asynccontextmanager
async def voyage(
    house: House, wanted: Wanted, *, seats: int = 3, name: str = "The Black Pearl"
) -> AsyncIterator[Voyage]:
    """A match that stands where the state is so. Nobody plays on by themselves."""
    seed, log, state = seed_where(wanted, seats)
    people = [house.person() for _seat in range(seats)]
    names = [person.name for person in people]
    write = _WRITE.format(moves=json.dumps(log))
    slug, match = await asyncio.to_thread(begin, house.server, "skull_king", names, seed, name, write)
    async with contextlib.AsyncExitStack() as stack:
        crew = [await stack.enter_async_context(wire.connect(house.server, slug, one.token)) for one in people[1:]]
        for one in crew:
            await one.match_where(lambda match: match["ply"] >= len(log))
        yield Voyage(state, f"/rooms/{slug}/", f"/matches/{match}/", people, crew)

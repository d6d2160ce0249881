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

_BEGIN = """
import json
from tafelrunde.accounts.models import Player
from tafelrunde.matches import position as fold, start as matches
from tafelrunde.matches.models import Match
from tafelrunde.rooms import opening, seating, starting
from tests.platform.replay.playing import Play
people = [Player.objects.get(name=name) for name in {people!r}]
room = opening.open_room(people[0], "skull_king", {name!r})
for player in people:
    seating.sit(room, player)
type(room).objects.filter(pk=room.pk).update(draw_seats=False)
matches.new_seed = lambda: bytes.fromhex({seed!r})
starting.start(room, people[0])
play = Play(Match.objects.get(place=room.slug))
for seat, move in json.loads({moves!r}):
    play._append(fold.Change(fold.MOVE, seat, fold.now(), move, fold.PLAYER), play.position.turns[seat])
print(room.slug, play.match.pk)
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
    program = _BEGIN.format(people=names, name=name, seed=seed.hex(), moves=json.dumps(log))
    told = await asyncio.to_thread(house.server.manage, "shell", "-v", "0", "-c", program)
    slug, match = told.split()
    async with contextlib.AsyncExitStack() as stack:
        crew = [await stack.enter_async_context(wire.connect(house.server, slug, one.token)) for one in people[1:]]
        for one in crew:
            await one.match_where(lambda match: match["ply"] >= len(log))
        yield Voyage(state, f"/rooms/{slug}/", f"/matches/{match}/", people, crew)

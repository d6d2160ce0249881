"""Matches of King's Gold that go as a test needs them: the seed is chosen, programs keep the first seat company."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable, Sequence
from itertools import count

from kings_gold import GAME
from kings_gold.state import State
from tafelrunde.game import Chance, NoOptions
from tests import wire
from tests.browser.arranged import Arranged, play_one
from tests.browser.house import House

MOST_PLIES = 60

_BEGIN = """
from tafelrunde.accounts.models import Player
from tafelrunde.matches import start as matches
from tafelrunde.rooms import opening, seating, starting
players = [Player.objects.get(name=name) for name in {people!r}]
room = opening.open_room(players[0], "kings_gold", "Port Royal")
for player in players:
    seating.sit(room, player)
type(room).objects.filter(pk=room.pk).update(draw_seats=False)
matches.new_seed = lambda: bytes.fromhex({seed!r})
starting.start(room, players[0])
print(room.slug)
"""
Wanted = Callable[[State], bool]
Choose = Callable[[Sequence[str]], str]


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
    program = _BEGIN.format(people=[person.name for person in people], seed=seed.hex())
    slug = (await asyncio.to_thread(house.server.manage, "shell", "-v", "0", "-c", program)).strip()
    async with contextlib.AsyncExitStack() as stack:
        first = wire.connect(house.server, slug, people[0].token)
        company = [
            await stack.enter_async_context(wire.connect(house.server, slug, person.token)) for person in people[1:]
        ]
        async with first as me:
            for ply, move in enumerate(moves):
                await play_one([me, *company], ply, move)
        playing = [asyncio.create_task(_play_to_the_end(seat)) for seat in company if plays_on]
        try:
            yield Arranged(f"/rooms/{slug}/", people[0], company)
        finally:
            for task in playing:
                task.cancel()
            await asyncio.gather(*playing, return_exceptions=True)


async def _play_to_the_end(seat: wire.Wire) -> None:
    while not (match := await seat.match_where(lambda match: match["moves"] or match["result"]))["result"]:
        assert (await seat.move(careless(match["moves"])))["type"] == "ok"
        await seat.newer_than(match)

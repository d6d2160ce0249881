"""Matches of King Lui that go as a test needs them: seats and seed are chosen, two programs keep one player company."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from itertools import count
from typing import Any

from king_lui import GAME
from king_lui.state import State
from tafelrunde.game import SPECTATOR, Chance
from tests import wire
from tests.browser.house import House, Person

SEATS, MOST_PLIES = 3, 30

_BEGIN = """
from tafelrunde.accounts.models import Player
from tafelrunde.matches import start as matches
from tafelrunde.rooms import opening, seating, starting
players = [Player.objects.get(name=name) for name in {names!r}]
room = opening.open_room(players[0], "king_lui", "Arranged table", {options!r})
for player in players:
    seating.sit(room, player)
type(room).objects.filter(pk=room.pk).update(draw_seats=False)
matches.new_seed = lambda: bytes.fromhex({seed!r})
starting.start(room, players[0])
print(room.slug)
"""


@dataclass(frozen=True)
class Arranged:
    """A running match: the path of its room, the person at the first seat, the programs at the others."""

    path: str
    me: Person
    company: list[wire.Wire]


Wanted = Callable[[State], bool]


def legal(state: State) -> list[str]:
    """The first seat's moves, none if it is not to move."""
    return sorted(GAME.moves(state, 0))


def view(state: State) -> dict[str, Any]:
    """What everybody sees."""
    return dict(GAME.view(state, SPECTATOR))


def after(state: State, move: str) -> State:
    """King Lui draws all its chance at the beginning."""
    return GAME.play(state, 0, move, Chance(b"", 1))


def seed_where(wanted: Wanted) -> tuple[bytes, int]:
    """A seed, and how many plies of `usual` moves lead to a state that is so, with the first seat to move."""
    for number in count():
        seed = number.to_bytes(32, "big")
        state = GAME.setup(SEATS, GAME.Options(), Chance(seed, 0))
        for ply in range(MOST_PLIES):
            if legal(state) and wanted(state):
                return seed, ply
            seat = next(seat for seat in range(SEATS) if GAME.moves(state, seat))
            state = GAME.play(state, seat, usual(GAME.moves(state, seat)), Chance(seed, ply + 1))
    raise AssertionError("there are as many seeds as numbers")


def usual(moves: Any) -> str:
    """What the company plays: it takes a dish, if it can, and leaves dragons to others."""
    return str(sorted(moves)[-1])


@contextlib.asynccontextmanager
async def arranged(
    house: House, wanted: Wanted = lambda _state: True, *, plays_on: bool = True, **options: Any
) -> AsyncIterator[Arranged]:
    """A match in which the first seat is to move and the state is so; from there on the company plays by itself."""
    seed, plies = seed_where(wanted)
    people = [house.person() for _seat in range(SEATS)]
    program = _BEGIN.format(names=[person.name for person in people], options=options, seed=seed.hex())
    slug = (await asyncio.to_thread(house.server.manage, "shell", "-v", "0", "-c", program)).strip()
    async with contextlib.AsyncExitStack() as stack:
        first = wire.connect(house.server, slug, people[0].token)
        company = [
            await stack.enter_async_context(wire.connect(house.server, slug, person.token)) for person in people[1:]
        ]
        async with first as me:
            for ply in range(plies):
                await play_one([me, *company], ply)
        playing = [asyncio.create_task(_play_to_the_end(seat)) for seat in company if plays_on]
        try:
            yield Arranged(f"/rooms/{slug}/", people[0], company)
        finally:
            for task in playing:
                task.cancel()
            await asyncio.gather(*playing, return_exceptions=True)


async def play_one(seats: list[wire.Wire], ply: int) -> None:
    """Whoever is to move plays what is usual."""
    for seat in seats:
        await seat.match_where(lambda match: match["ply"] >= ply)
    mover = next(seat for seat in seats if seat.match["moves"])
    assert (await mover.move(usual(mover.match["moves"])))["type"] == "ok"


async def _play_to_the_end(seat: wire.Wire) -> None:
    while not (match := await seat.match_where(lambda match: match["moves"] or match["result"]))["result"]:
        assert (await seat.move(usual(match["moves"])))["type"] == "ok"
        await seat.newer_than(match)

"""Matches of King Lui that go as a test needs them: seats and seed are chosen, two programs keep one player company."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Any

from king_lui import GAME
from king_lui.state import State
from tafelrunde.game import SPECTATOR, Chance
from tests import wire
from tests.browser.house import House, Person
from tests.seeded import begin

SEATS, MOST_PLIES = 3, 30


@dataclass(frozen=True)
class Arranged:
    """A running match: the path of its room, the person at the first seat, the programs at the others."""

    path: str
    me: Person
    company: list[wire.Wire]


Wanted = Callable[[State], bool]
Choose = Callable[[Sequence[str]], str]


def legal(state: State) -> list[str]:
    """The first seat's moves, none if it is not to move."""
    return sorted(GAME.moves(state, 0))


def view(state: State) -> dict[str, Any]:
    """What everybody sees."""
    return dict(GAME.view(state, SPECTATOR))


def after(state: State, move: str) -> State:
    """King Lui draws all its chance at the beginning."""
    return GAME.play(state, 0, move, Chance(b"", 1))


def usual(moves: Sequence[str]) -> str:
    """What the company plays: it takes a dish, if it can, and leaves dragons to others."""
    return sorted(moves)[-1]


def seed_where(wanted: Wanted, choose: Choose) -> tuple[bytes, list[str]]:
    """A seed, and the moves that lead from it to a state that is so, with the first seat to move."""
    for number in count():
        seed = number.to_bytes(32, "big")
        state, played = GAME.setup(SEATS, GAME.Options(), Chance(seed, 0)), list[str]()
        while len(played) < MOST_PLIES:
            if legal(state) and wanted(state):
                return seed, played
            seat = next(seat for seat in range(SEATS) if GAME.moves(state, seat))
            played.append(choose(sorted(GAME.moves(state, seat))))
            state = GAME.play(state, seat, played[-1], Chance(seed, len(played)))
    raise AssertionError("there are as many seeds as numbers")


@contextlib.asynccontextmanager
async def arranged(
    house: House,
    wanted: Wanted = lambda _state: True,
    *,
    choose: Choose = usual,
    plays_on: bool = True,
    name: str = "Arranged table",
) -> AsyncIterator[Arranged]:
    """A match in which the first seat is to move and the state is so; from there on the company plays by itself."""
    seed, moves = seed_where(wanted, choose)
    people = [house.person() for _seat in range(SEATS)]
    [slug] = await asyncio.to_thread(begin, house.server, "king_lui", [one.name for one in people], seed, name)
    async with in_company(house, slug, people, moves, usual if plays_on else None) as table:
        yield table


@contextlib.asynccontextmanager
async def in_company(
    house: House, slug: str, people: Sequence[Person], moves: Sequence[str], choose: Choose | None
) -> AsyncIterator[Arranged]:
    """These moves are played, then the first seat is left to the test; the others play on by `choose`, if at all."""
    async with contextlib.AsyncExitStack() as stack:
        first = wire.connect(house.server, slug, people[0].token)
        company = [
            await stack.enter_async_context(wire.connect(house.server, slug, person.token)) for person in people[1:]
        ]
        async with first as me:
            for ply, move in enumerate(moves):
                await play_one([me, *company], ply, move)
        playing = [asyncio.create_task(play_on(seat, choose)) for seat in company if choose is not None]
        try:
            yield Arranged(f"/rooms/{slug}/", people[0], company)
        finally:
            for task in playing:
                task.cancel()
            await asyncio.gather(*playing, return_exceptions=True)


async def play_one(seats: list[wire.Wire], ply: int, move: str) -> None:
    """Whoever is to move plays this."""
    for seat in seats:
        await seat.match_where(lambda match: match["ply"] >= ply)
    mover = next(seat for seat in seats if seat.match["moves"])
    assert (await mover.move(move))["type"] == "ok"


async def play_on(seat: wire.Wire, choose: Choose) -> None:
    """What this chooses, until the match is over."""
    while not (match := await seat.match_where(lambda match: match["moves"] or match["result"]))["result"]:
        assert (await seat.move(choose(match["moves"])))["type"] == "ok"
        await seat.newer_than(match)

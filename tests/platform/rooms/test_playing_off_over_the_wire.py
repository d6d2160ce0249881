"""A play-off as programs see it: across two processes, and after a kill, from the database alone."""

from __future__ import annotations

import asyncio
import contextlib
from itertools import count

import pytest

from kings_gold import GAME
from tafelrunde.game import Chance, NoOptions
from tests import seeded, wire
from tests.serving import Served, serving

HURRY = {"BOT_PAUSE": "0.05"}
SEATS = 3


def careless(moves: list[str]) -> str:
    """Everybody takes what the first roll brings, so that a seed says how it ends."""
    return "stop" if "stop" in moves else sorted(moves)[-1]


def seed_of_a_tie() -> bytes:
    """A seed by which the last two seats share the win in a short match."""
    for number in count():
        seed, ply = number.to_bytes(32, "big"), 0
        state = GAME.setup(SEATS, NoOptions(), Chance(seed, 0))
        while state.active is not None and ply < 60:
            ply += 1
            state = GAME.play(state, state.active, careless(list(state.legal)), Chance(seed, ply))
        result = GAME.result(state)
        if result is not None and result.winners == (1, 2):
            return seed
    raise AssertionError("there are as many seeds as numbers")


def begin(server: Served, people: list[tuple[str, str]]) -> str:
    """A match of these that will be tied; the slug of its room."""
    [slug] = seeded.begin(server, "kings_gold", [name for name, _token in people], seed_of_a_tie())
    return slug


async def play_on(seat: wire.Wire) -> None:
    """Until the match is over."""
    while not (match := await seat.match_where(lambda match: match["moves"] or match["result"]))["result"]:
        assert (await seat.move(careless(match["moves"])))["type"] == "ok"
        await seat.newer_than(match)


async def another(seats: list[wire.Wire], match: int) -> None:
    """Wait until all see another match."""
    for seat in seats:
        await seat.match_where(lambda shown: shown["id"] != match)


@pytest.mark.several
async def test_who_shares_the_win_plays_it_off_wherever_they_are() -> None:
    with serving(HURRY) as one, serving(HURRY, beside=one) as other:
        people = wire.players(one, SEATS)
        slug = await asyncio.to_thread(begin, one, people)
        async with contextlib.AsyncExitStack() as stack:
            seats = [
                await stack.enter_async_context(wire.connect(server, slug, token))
                for server, (_name, token) in zip((one, other, one), people, strict=True)
            ]
            await asyncio.gather(*map(play_on, seats))
            tied = seats[0].match
            assert tied["result"]["winners"] == [1, 2]
            await seats[0].room_where(lambda room: room["match"] == tied["id"])
            assert (await seats[1].say("/again"))["type"] == "ok"
            await another(seats, tied["id"])
            assert [seat.match["you"] for seat in seats] == [None, 0, 1]
            assert seats[0].match["moves"] == []
            assert len(seats[0].match["seats"]) == 2
            assert len(seats[0].room["seats"]) == SEATS
            await asyncio.gather(*map(play_on, seats))


async def test_after_a_kill_it_begins_all_the_same(own_server: Served) -> None:
    people = wire.players(own_server, SEATS)
    slug = await asyncio.to_thread(begin, own_server, people)
    async with contextlib.AsyncExitStack() as stack:
        seats = [await stack.enter_async_context(wire.connect(own_server, slug, token)) for _name, token in people]
        await asyncio.gather(*map(play_on, seats))
        tied = seats[0].match["id"]
        own_server.kill()
    own_server.start()
    async with contextlib.AsyncExitStack() as stack:
        seats = [await stack.enter_async_context(wire.connect(own_server, slug, token)) for _name, token in people]
        answer = await seats[0].say("/playoff")  # the first seat is the host
        assert answer["type"] == "ok"
        await another(seats, tied)
        assert [seat.match["you"] is None for seat in seats] == [True, False, False]
        own_server.kill()
    own_server.start()
    async with wire.connect(own_server, slug, people[1][1]) as bob, wire.connect(own_server, slug, people[2][1]) as cem:
        await asyncio.gather(play_on(bob), play_on(cem))
        if len(bob.match["result"]["winners"]) == 1:
            assert (await bob.say("/again"))["type"] == "ok"
            await bob.match_where(lambda match: len(match["seats"]) == SEATS)

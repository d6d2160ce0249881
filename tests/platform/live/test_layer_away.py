"""A Redis that goes away, or hangs, and comes back costs seconds: moves are saved meanwhile, and then seen by all."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator

import pytest
import redis

from tests import wire
from tests.databases import Valkey
from tests.serving import Served, serving
from tests.visitors import Visitor

pytestmark = pytest.mark.several
HURRY = {"BOT_PAUSE": "0.05"}
AWAY = 10.0
"""Seconds for which it hangs: longer than a process waits for it, and than a silent process counts as alive."""
BACK = 60.0
Trouble = tuple[Callable[[Valkey], None], Callable[[Valkey], None]]
KILLED: Trouble = (Valkey.kill, Valkey.start)
FROZEN: Trouble = (Valkey.freeze, Valkey.thaw)


@pytest.fixture
def pair(valkey: Valkey) -> Iterator[tuple[Served, Served]]:
    """Two processes that hear each other by it."""
    given = {**HURRY, "REDIS_URL": f"redis://127.0.0.1:{valkey.port}/0"}
    with serving(given) as one, serving(given, beside=one) as other:
        yield one, other


@pytest.mark.parametrize("trouble", [KILLED, FROZEN], ids=["killed", "frozen"])
async def test_play_goes_on_meanwhile_and_all_see_it_in_the_end(
    pair: tuple[Served, Served], valkey: Valkey, trouble: Trouble
) -> None:
    (one, other), (goes, comes) = pair, trouble
    async with wire.match(one) as (slug, seats, people), wire.connect(other, slug) as far:
        await far.room_where(lambda room: len(room["here"]) == len(people))
        await asyncio.to_thread(goes, valkey)
        away = asyncio.create_task(asyncio.sleep(AWAY))
        moves = 0
        while not away.done():
            before = seats[0].match
            mover = seats[before["to_move"][0]]
            await mover.match_where(lambda match, before=before: match["version"] >= before["version"])
            assert (await mover.move(mover.match["moves"][0]))["type"] == "ok"
            for seat in seats:
                await seat.newer_than(before)
            moves += 1
            await asyncio.sleep(1)  # at leisure, so that the match is longer than the trouble
        await asyncio.to_thread(Visitor(one).sign_up, f"Away{goes.__name__}")
        await asyncio.to_thread(comes, valkey)
        await far.until(lambda: far.match["version"] == seats[0].match["version"], BACK)
        await far.until(lambda: len(far.room["here"]) == len(people), BACK)
        assert moves >= 3
        assert (await seats[0].say("here again"))["type"] == "ok"
        await far.until(lambda: "here again" in far.lines("say"), BACK)
        for seat in (*seats, far):
            assert not [vanished for vanished in seat.match["seats"] if vanished["absent"]]


async def test_a_process_has_one_channel_of_the_layer_however_many_sockets(
    pair: tuple[Served, Served], valkey: Valkey
) -> None:
    one, other = pair
    async with wire.match(one) as (slug, _seats, people), wire.connect(other, slug), wire.connect(other, slug) as far:
        await far.room_where(lambda room: len(room["here"]) == len(people))
        with redis.Redis(port=valkey.port) as asked:
            channels = asked.pubsub_channels()
    assert len([channel for channel in channels if b"__group__" in channel]) == 1
    assert len(channels) == 1 + 2

"""Whose turn it is in daily matches is told over every socket of theirs, in all processes, and outlives these."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests import wire
from tests.serving import Served, serving

pytestmark = pytest.mark.several
HURRY = {"ABSENT_AFTER": "0.5", "HOST_AFTER": "0.5", "BOT_PAUSE": "0.05"}
Pair = tuple[Served, Served]


@pytest.fixture
def pair() -> Iterator[Pair]:
    with serving(HURRY) as one, serving(HURRY, beside=one) as other:
        yield one, other


async def begin(server: Served, ann: str, bob: str) -> str:
    """A daily match of Ann, whose turn it is, Bob and a bot; nobody stays. The slug of its room."""
    slug = wire.open_room(server, ann, pace="daily")
    async with wire.connect(server, slug, ann) as host, wire.connect(server, slug, bob) as guest:
        for wired, line in ((host, "/option draw off"), (host, "/join"), (guest, "/join"), (host, "/bot")):
            assert (await wired.say(line))["type"] == "ok"
        assert (await host.say("/start"))["type"] == "ok"
    return slug


def turns(wired: wire.Wire) -> list[dict[str, Any]]:
    """Where it is their turn, as they were told last."""
    told = [frame["turns"] for frame in wired.frames if frame["type"] == "turns"]
    return told[-1] if told else []


async def test_it_is_told_in_the_lobby_of_another_process_and_to_who_comes(pair: Pair) -> None:
    one, other = pair
    (_ann, anns), (_bob, bobs) = wire.players(one, 2)
    slug = await begin(one, anns, bobs)
    async with wire.lobby(other, bobs) as bob, wire.lobby(other, anns) as ann:
        await ann.until(lambda: [turn["slug"] for turn in turns(ann)] == [slug])
        assert turns(bob) == []
        async with wire.connect(one, slug, anns) as at_the_table:
            await at_the_table.match_where(lambda match: match["moves"])
            assert (await at_the_table.move(at_the_table.match["moves"][0]))["type"] == "ok"
        await bob.until(lambda: [turn["slug"] for turn in turns(bob)] == [slug])
        await ann.until(lambda: turns(ann) == [])
        assert set(turns(bob)[0]) == {"match", "slug", "room", "game", "until"}


async def test_nobody_has_to_be_there_for_their_seat_and_a_killed_process_takes_nobodys_turn(pair: Pair) -> None:
    one, other = pair
    (ann, anns), (bob, bobs) = wire.players(one, 2)
    slug = await begin(one, anns, bobs)
    one.kill()
    async with wire.connect(other, slug, bobs) as guest:
        await guest.until(lambda: bool(guest.match))
        seats = guest.match["seats"]
        assert [(seat["player"], seat["absent"]) for seat in seats[:2]] == [(ann, False), (bob, False)]
        assert guest.match["to_move"] == [0]
    async with wire.lobby(other, anns) as again:
        await again.until(lambda: [turn["slug"] for turn in turns(again)] == [slug])

"""Looking into a hand from another process: what is told, what is refused, and that it ends at once."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests import wire
from tests.serving import Served, serving

pytestmark = pytest.mark.several


@pytest.fixture
def pair() -> Iterator[tuple[Served, Served]]:
    """Two processes on the same data."""
    with serving() as one, serving(beside=one) as other:
        yield one, other


async def test_a_spectator_elsewhere_sees_the_hand_until_it_is_covered(pair: tuple[Served, Served]) -> None:
    one, other = pair
    async with wire.table(one, 3, game="skull_king") as (slug, seats, people):
        [(name, token), (_other, stranger)] = wire.players(one, 2)
        for line in ("/rated off", "/start"):
            assert (await seats[0].say(line))["type"] == "ok"
        mine = await seats[1].match_where(lambda match: match["you"] is not None)
        async with wire.connect(other, slug, token) as looking, wire.connect(other, slug, stranger) as watching:
            await watching.match_where(lambda match: match["board"])
            assert (await looking.say(f"/peek {people[1][0]}"))["code"] == "not_allowed_now"
            assert (await seats[1].say(f"/allowpeek {name}"))["type"] == "ok"
            assert (await looking.say(f"/peek {people[1][0]}"))["type"] == "ok"
            seen = await looking.match_where(lambda match: "peek" in match)
            assert (seen["peek"], seen["board"], seen["moves"], seen["you"]) == (mine["you"], mine["board"], [], None)
            move = mine["moves"][0] if mine["moves"] else "bid 1"
            assert (await looking.ask(type="move", move=move, turn=0))["code"] == "not_seated"
            assert (await looking.ask(type="premove", move=move))["code"] == "not_seated"
            await watching.room_where(lambda room: room["peeks"] == [{"by": name, "at": people[1][0]}])
            assert all("peek" not in frame["match"] for frame in watching.frames if frame["type"] == "match")
            assert (await seats[1].say("/disallowpeek"))["type"] == "ok"
            await looking.room_where(lambda room: not room["peeks"])
            await looking.until(lambda: "peek" not in looking.match)
            assert looking.match["board"] == watching.match["board"]

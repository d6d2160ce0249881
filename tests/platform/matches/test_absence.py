"""Who has no socket for a while is absent when it is their turn: a bot plays until they are back."""

from __future__ import annotations

from collections.abc import Iterator

import httpx
import pytest

from tests import wire
from tests.serving import Served, serving


@pytest.fixture(scope="module")
def impatient() -> Iterator[Served]:
    """A server where one is absent after a second."""
    with serving({"ABSENT_AFTER": "1", "BOT_PAUSE": "0.05"}) as server:
        yield server


async def test_a_bot_plays_for_who_has_gone_until_they_are_back(impatient: Served) -> None:
    async with wire.match(impatient) as (slug, seats, people):
        await seats[0].socket.close()
        seen = await seats[1].match_where(lambda match: match["seats"][0]["absent"])
        assert seen["version"] > seen["ply"]
        await seats[1].match_where(lambda match: match["ply"] == 1 and match["to_move"] == [1])
        async with wire.connect(impatient, slug, people[0][1]) as back:
            await seats[1].match_where(lambda match: not match["seats"][0]["absent"])
            await back.match_where(lambda match: not match["seats"][0]["absent"])
            for seat in seats[1:]:
                await seat.match_where(lambda match: match["moves"])
                await seat.move(seat.match["moves"][0])
            await seats[2].match_where(lambda match: match["ply"] >= 3)
            record = httpx.get(
                f"{impatient.url}/api/matches/{seen['id']}", headers={"Authorization": f"Bearer {people[0][1]}"}
            ).json()
            assert record["moves"][0]["by"] == "bot"


async def test_who_is_still_here_may_think_as_long_as_they_like(impatient: Served) -> None:
    async with wire.match(impatient) as (_slug, seats, _people):
        await seats[1].socket.close()  # not to move: nothing happens to who is not asked for
        with pytest.raises(TimeoutError):
            await seats[0].until(lambda: seats[0].match["version"] > 0, patience=3)
        assert (await seats[0].move(seats[0].match["moves"][0]))["type"] == "ok"


async def test_whoever_leaves_a_match_is_played_on_by_a_bot_and_gets_the_own_seat_back(impatient: Served) -> None:
    async with wire.match(impatient) as (_slug, seats, people):
        assert (await seats[0].say("/leave"))["type"] == "ok"
        await seats[1].match_where(lambda match: match["seats"][0]["absent"] and match["ply"] == 1)
        assert (await seats[0].move("kitchen", turn=1))["code"] == "not_seated"
        await seats[0].match_where(lambda match: match["you"] is None and match["board"]["plate"] is None)
        assert (await seats[0].say("/join"))["type"] == "ok"
        await seats[0].match_where(lambda match: match["you"] == 0 and match["board"]["plate"] is not None)
        assert not (await seats[1].match_where(lambda match: not match["seats"][0]["absent"]))["seats"][0]["absent"]
        assert people[0][0] == seats[1].match["seats"][0]["player"]

"""Who deletes their account in one process is out of the others, too, and a match goes on there without their name."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import pytest

from tafelrunde.accounts.names import FORMER
from tests import wire
from tests.serving import Served, serving
from tests.visitors import PASSWORD, Visitor

pytestmark = pytest.mark.several
NAME = "Leaving"


@pytest.fixture
def pair() -> Iterator[tuple[Served, Served]]:
    """Two processes of one site, whose bots hardly think."""
    hurry = {"BOT_PAUSE": "0.01"}
    with serving(hurry) as one, serving(hurry, beside=one) as two:
        yield one, two


async def test_the_match_goes_on_elsewhere_with_a_bot_and_without_the_name(pair: tuple[Served, Served]) -> None:
    one, two = pair
    [(other, token)] = wire.players(one, 1)
    leaver = Visitor(one).sign_up(NAME)
    slug = wire.open_room(one, token)
    async with (
        wire.connect(two, slug, token) as host,
        wire.connect(two, slug, headers=leaver.headers) as there,
        wire.connect(one, slug, headers=leaver.headers) as here,
    ):
        assert (await there.say("/join"))["type"] == "ok"
        assert (await host.say("/join"))["type"] == "ok"
        assert (await host.say("/bot"))["type"] == "ok"
        assert (await host.say("/start"))["type"] == "ok"
        seat = (await there.match_where(lambda match: match["you"] is not None))["you"]
        answer = await asyncio.to_thread(leaver.post, "/me/delete/", "/me/delete/", password=PASSWORD)
        assert answer.status_code == 302
        assert [await there.until_closed(), await here.until_closed()] == [4401, 4401]
        left = await host.match_where(lambda match: match["seats"][seat]["player"] == FORMER)
        assert left["seats"][seat]["absent"]
        await host.room_where(lambda room: all(who["player"] != NAME for who in room["seats"]))
        await host.play_to_the_end()
        assert {row["player"] for row in host.match["seats"]} >= {FORMER, other}
    async with wire.connect(one, slug, token) as again:
        assert NAME not in "".join(again.raw)

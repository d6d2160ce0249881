"""Announcements, barred words and moderators reach every process that serves, at once and without a restart; whoever
comes later finds them, too.
"""

from __future__ import annotations

import asyncio

import httpx
import pytest

from tests import wire
from tests.platform.admin.desk import Desk, signed_in
from tests.platform.admin.test_switch_in_all_processes import SELDOM
from tests.serving import Served, serving

MODERATOR = """
from tafelrunde.accounts import moderators
from tafelrunde.accounts.models import Player
moderators.make_moderator(Player.objects.get(name="{name}"), None)
"""


def announced(wired: wire.Wire) -> list[str] | None:
    """What a socket was last told to be announced; None where it was told nothing."""
    told = [frame["announcements"] for frame in wired.frames if frame["type"] == "announcements"]
    return [one["text"] for one in told[-1]] if told else None


async def is_told(wired: wire.Wire, *texts: str) -> None:
    await wired.until(lambda: announced(wired) == list(texts))


async def test_in_one_process(own_server: Served) -> None:
    with signed_in(own_server) as desk:
        await _goes_round(own_server, own_server, desk)


@pytest.mark.several
async def test_from_one_process_to_the_other(own_server: Served) -> None:
    with serving(SELDOM, beside=own_server) as other, signed_in(own_server) as desk:
        await _goes_round(own_server, other, desk)


async def _goes_round(one: Served, other: Served, desk: Desk) -> None:
    (ann, token), (_bob, bobs) = wire.players(one, 2)
    slug = wire.open_room(one, token)
    async with (
        wire.connect(one, slug, token) as here,
        wire.connect(other, slug, bobs) as there,
        wire.lobby(other, bobs) as lobby,
    ):
        assert desk.send("/moderation/announcements/", text="Tea at five").status_code == 302
        for wired in (here, there, lobby):
            await is_told(wired, "Tea at five")
        async with wire.connect(other, slug, token) as late, wire.lobby(one) as stranger:
            for wired in (late, stranger):
                await is_told(wired, "Tea at five")
        assert "Tea at five" in httpx.get(f"{other.url}/").text
        number = next(frame["announcements"][0]["id"] for frame in here.frames if frame["type"] == "announcements")
        assert desk.send("/moderation/announcements/", end=str(number)).status_code == 302
        for wired in (here, there, lobby):
            await is_told(wired)

        assert desk.send("/moderation/words/", word="plonk").status_code == 302
        await _is_refused(there)
        assert (await here.say("splendid"))["type"] == "ok"

        one.manage("shell", "-v", "0", "-c", MODERATOR.format(name=ann))
        for wired in (here, there):
            await wired.room_where(lambda room: room["moderators"] == [ann])


async def _is_refused(wired: wire.Wire) -> None:
    """Other processes hear in a moment; what is said until then is allowed."""
    async with asyncio.timeout(wire.PATIENCE):
        while (answer := await wired.say("what a plonk"))["type"] == "ok" or answer["code"] == "too_fast":
            await asyncio.sleep(answer.get("wait", 0) / 1000)  # as long as it says
    assert (answer["code"], "plonk" in answer["text"]) == ("bad_argument", True)

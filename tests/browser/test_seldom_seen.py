"""Pages that are seldom seen look as good as all others: one click too many, and matches that rest."""

from __future__ import annotations

import asyncio
import re

import httpx
import pytest
from playwright.async_api import expect

from .house import House
from .test_looks import looks_good

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.once]
GUESTS_A_MINUTE = 40
_REST = """
from tafelrunde.accounts.models import Player
from tafelrunde.matches.models import Match
from tafelrunde.rooms import opening, seating, starting
player = Player.objects.get(name={name!r})
room = opening.open_room(player, "king_lui", "Evening round")
seating.sit(room, player)
seating.add_bot(room, player, None, 2)
starting.start(room, player)
Match.objects.filter(place=room.slug).update(**{changes!r})
print(room.slug, Match.objects.get(place=room.slug).pk)
"""


def be_guests(url: str) -> None:
    """As many as may come in from one address in a minute."""
    for _ in range(GUESTS_A_MINUTE):
        with httpx.Client(base_url=url) as client:
            client.get("/accounts/login/")
            token = {"csrfmiddlewaretoken": client.cookies["csrftoken"]}
            assert client.post("/guest/", data=token).status_code == 302


async def test_one_guest_too_many_is_told_to_wait(own_house: House) -> None:
    own_house.expect("429")
    page = await own_house.enter("/accounts/login/")
    await asyncio.to_thread(be_guests, own_house.server.url)
    await page.get_by_role("button", name="Play as a guest").first.click()
    await expect(page.get_by_role("heading", level=1)).to_have_text("One moment")
    await expect(page.get_by_role("main")).to_contain_text("Wait a minute, then try again.")
    await looks_good(page)
    await page.get_by_role("link", name="To the lobby").last.click()
    await page.wait_for_url(f"{own_house.server.url}/")


@pytest.mark.parametrize(
    ("changes", "word"),
    [
        ({"status": "suspended"}, "something is wrong with its rules. An admin has been told. You may leave the table"),
        ({"ruleset": "gone"}, "its rules are not installed here. It goes on when they are back. You may leave"),
    ],
)
async def test_a_match_that_rests(house: House, changes: dict[str, str], word: str) -> None:
    house.expect("status of 409")
    me = house.person()
    made = await asyncio.to_thread(
        house.server.manage, "shell", "-v", "0", "-c", _REST.format(name=me.name, changes=changes)
    )
    slug, number = made.split()
    for who in (me, None):
        page = await house.enter(f"/rooms/{slug}/", who)
        await expect(page.locator("#board .rests")).to_contain_text(word)
        await expect(page.locator("#seats")).to_be_hidden()
        await looks_good(page)
        notice = await page.locator("#board .rests").bounding_box()
        assert notice
        assert notice["height"] < 80  # a line, however high the window
    page = await house.enter(f"/matches/{number}/", me)
    await expect(page.get_by_role("heading", level=1)).to_contain_text(re.compile(f"match {number}", re.IGNORECASE))
    await looks_good(page)

"""A spectator looks into a hand that is shown to them, sees whose eyes it is, and looks away."""

from __future__ import annotations

import pytest
from playwright.async_api import Page, expect

from tests.browser.house import House

pytestmark = [pytest.mark.once, pytest.mark.asyncio(loop_scope="session")]
HAND = "#board .hand .held"


async def say(page: Page, text: str) -> None:
    await page.locator("#line").fill(text)
    await page.locator("#line").press("Enter")


async def test_a_spectator_sees_the_hand_until_they_or_the_player_want_it_no_more(house: House) -> None:
    ada, bertil = house.person(), house.person()
    path = house.room(ada, game="skull_king")
    host, looking = await house.enter(path, ada), await house.enter(path, bertil)
    for line in ("/rated off", "/join", "/bot 2", "/start"):
        await say(host, line)
    await expect(host.locator(HAND)).to_have_count(1)
    await expect(looking.locator("#board")).to_be_visible()
    await expect(looking.locator(HAND)).to_have_count(0)

    await say(host, f"/allowpeek {bertil.name}")
    await say(looking, f"/peek {ada.name}")
    await expect(looking.locator(HAND)).to_have_count(1)
    await expect(looking.locator("#board .peek")).to_contain_text(f"You see the board with {ada.name}’s eyes.")
    for page in (host, looking):
        await expect(page.locator("#tool .peek")).to_have_text(f"{bertil.name} looks into {ada.name}’s hand.")
    assert await looking.locator("#board [data-move][aria-disabled=false]").count() == 0

    await looking.get_by_role("button", name="Look away").click()
    await expect(looking.locator(HAND)).to_have_count(0)
    await say(looking, f"/peek {ada.name}")
    await expect(looking.locator(HAND)).to_have_count(1)
    await say(host, "/disallowpeek")
    await expect(looking.locator(HAND)).to_have_count(0)
    await expect(host.locator("#tool .peek")).to_have_count(0)

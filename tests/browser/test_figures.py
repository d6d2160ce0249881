"""The moderators' figures in a browser: they follow what happens by themselves, and are a page without script, too."""

from __future__ import annotations

import asyncio

import pytest
from playwright.async_api import expect

from tests.browser.house import House
from tests.browser.test_looks import looks_good
from tests.browser.test_moderation import staff
from tests.platform.moderation.test_figures_over_the_wire import NO_MODERATOR
from tests.wire import lobby

pytestmark = [pytest.mark.once, pytest.mark.asyncio(loop_scope="session")]


async def test_they_follow_what_happens_and_are_never_asked_for(own_house: House) -> None:
    house = own_house
    mona, ada = await staff(house), house.person()
    desk = await house.enter("/moderation/", mona)
    await desk.get_by_role("link", name="Figures", exact=True).click()
    await house.connected(desk)
    await expect(desk.locator("#figure-members")).to_have_text("1")
    asked = len(house.requests)
    async with lobby(house.server, ada.token), lobby(house.server):
        await expect(desk.locator("#figure-members")).to_have_text("2")
        await expect(desk.locator("#figure-nameless")).to_have_text("1")
        await expect(desk.locator("#figure-here")).to_have_text("3")
    await expect(desk.locator("#figure-here")).to_have_text("1")
    assert len(house.requests) == asked
    assert house.frames(desk, "sync") == []
    async with lobby(house.server, ada.token) as talking:
        assert (await talking.say(f"/report {mona.name} rude"))["type"] == "ok"
        assert (await talking.say("/newroom king_lui"))["type"] == "ok"
        await expect(desk.locator("#figure-open-rooms")).to_have_text("1")
        await expect(desk.locator("#figure-reports")).to_have_text("0")  # it is about the reader
    await looks_good(desk)


async def test_without_script_they_are_as_at_this_moment(own_house: House) -> None:
    mona = await staff(own_house)
    async with lobby(own_house.server, own_house.person().token):
        context = await own_house.context(mona, java_script_enabled=False)
        page = await context.new_page()
        await page.goto(f"{own_house.server.url}/moderation/figures/")
        await expect(page.locator("#figure-members")).to_have_text("1")
        await expect(page.locator("#figure-sockets")).to_have_text("1")


async def test_who_is_no_moderator_any_more_sees_them_no_longer(own_house: House) -> None:
    own_house.expect("status of 403")
    mona = await staff(own_house)
    desk = await own_house.enter("/moderation/figures/", mona)
    program = NO_MODERATOR.format(name=mona.name)
    await asyncio.to_thread(own_house.server.manage, "shell", "-v", "0", "-c", program)
    await expect(desk.locator("#figures")).to_have_count(0)

"""A match, rules, a profile and a ranking on paper: what is for pressing is gone, what is for reading is whole."""

from __future__ import annotations

from typing import Final

import pytest
from playwright.async_api import Page, expect

from tests import wire
from tests.browser.house import House

pytestmark = [pytest.mark.once, pytest.mark.asyncio(loop_scope="session")]
GONE: Final = (".top", ".above", ".tabs", "#steps", "#seek", ".viewers", ".share", "main form", ".buttons", ".take")
DARK_ON_WHITE: Final = """() => {
    const style = getComputedStyle(document.body);
    const link = document.querySelector("main a:not(.button)") ?? document.body;
    return [style.backgroundColor, style.color, getComputedStyle(link).textDecorationLine];
}"""
CUT: Final = """() => [...document.querySelectorAll("tr, .matches > li, .moves li, .way")]
    .filter((one) => getComputedStyle(one).breakInside !== "avoid").map((one) => one.outerHTML.slice(0, 80))"""
HIDDEN_BY_SCROLLING: Final = """() => [...document.querySelectorAll("main *")].filter((one) => one.checkVisibility()
    && /auto|scroll/.test(getComputedStyle(one).overflowY) && one.scrollHeight > one.clientHeight + 1
    && !one.closest(".board"))
    .map((one) => one.outerHTML.slice(0, 80))"""


async def printed(page: Page, *there: str) -> None:
    """It is for reading: this is seen, nothing to press is, no row is cut; it comes out as a file of pages."""
    await page.emulate_media(media="print", color_scheme="dark")
    for selector in there:
        await expect(page.locator(selector).first).to_be_visible()
    for selector in GONE:
        assert await page.locator(f"{selector}:visible").count() == 0, selector
    assert await page.locator("main :is(button, .button):visible:not(.board *)").count() == 0
    ground, ink, line = await page.evaluate(DARK_ON_WHITE)
    assert (ground, ink) == ("rgb(255, 255, 255)", "rgb(0, 0, 0)")
    assert line in {"underline", "none"}
    assert await page.evaluate(CUT) == []
    assert await page.evaluate(HIDDEN_BY_SCROLLING) == []
    assert (await page.pdf(format="A4")).startswith(b"%PDF")


async def test_a_match(house: House) -> None:
    [(_name, token)] = wire.players(house.server, 1)
    slug = wire.open_room(house.server, token)
    async with wire.connect(house.server, slug, token) as one:
        for line in ("/join", "/bot 2", "/start"):
            assert (await one.say(line))["type"] == "ok"
        await one.play_to_the_end()
        number = one.match["id"]
    page = await house.enter(f"/matches/{number}/?ply=8&end=shown")
    moves = page.locator("#moves li a")
    last = await moves.count() - 1
    await printed(page, "#board .kl", ".about time", "#players", "#chart", "#commitment")
    await expect(moves.nth(last)).to_be_visible()
    box = await page.locator("#moves").bounding_box()
    under = await moves.nth(last).bounding_box()
    assert box
    assert under
    assert under["y"] + under["height"] <= box["y"] + box["height"]


async def test_rules_a_profile_and_a_ranking(house: House) -> None:
    ada = house.person()
    await printed(await house.enter("/rules/king_lui/", ada), "main h1", ".way", ".kl.menu")
    await printed(await house.enter(f"/players/{ada.name}/", ada), "main h1", "#ratings-title")
    await printed(await house.enter("/games/king_lui/ranking/", ada), "main h1", "main p")

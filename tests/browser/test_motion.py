"""Things move where they went, unless somebody wants it calm."""

import pytest
from playwright.async_api import Page, expect

from tests.browser import feast
from tests.browser.arranged import arranged
from tests.browser.house import House

pytestmark = [pytest.mark.once, pytest.mark.asyncio(loop_scope="session")]

COUNT_FLIGHTS = """() => {
    window.flights = 0;
    new MutationObserver((changes) => {
        for (const { addedNodes } of changes)
            for (const node of addedNodes) if (node.classList?.contains("flying")) window.flights += 1;
    }).observe(document.body, { childList: true });
}"""


async def take_a_dish(page: Page) -> None:
    await page.evaluate(COUNT_FLIGHTS)
    await feast.click(page, next(move for move in await feast.moves(page) if move.startswith("take")))


async def test_a_picture_flies_and_goes_away(house: House) -> None:
    async with arranged(house, plays_on=False) as match:
        page = await house.enter(match.path, match.me, reduced_motion="no-preference")
        await take_a_dish(page)
        assert await page.evaluate("window.flights") >= 1
        await expect(page.locator(".flying")).to_have_count(0)
        await expect(page.locator(".arriving")).to_have_count(0)


async def test_nothing_flies_where_calm_is_wanted(house: House) -> None:
    async with arranged(house) as match:
        page = await house.enter(match.path, match.me, reduced_motion="reduce")
        await take_a_dish(page)
        assert await feast.decides(page)
        assert await page.evaluate("window.flights") == 0
        await expect(page.locator(".arriving")).to_have_count(0)

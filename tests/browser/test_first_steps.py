"""First steps in a browser: from the lobby to a match against bots, by mouse and by keyboard, large and small."""

from __future__ import annotations

import pytest
from playwright.async_api import Page, expect

from tests.browser import feast
from tests.browser.house import House
from tests.browser.test_by_keyboard import press, tab_to

pytestmark = [pytest.mark.asyncio(loop_scope="session")]

OWN = ["take wine", "kitchen", "feed cheese fruit", "kitchen", "wait"]
POINTED = [["table-wine"], ["door"], ["emerald", "king-cheese", "king-fruit"], ["door"], ["wait"]]
MOST_STEPS = 10
"""Clicks from the lobby to a match against bots: to learn, five moves, of which one takes three, to play; one more."""
DESK, PHONE = {"width": 1440, "height": 900}, {"width": 390, "height": 844}
CLICKS = """
    addEventListener("click", () => { sessionStorage.clicks = Number(sessionStorage.clicks ?? 0) + 1; }, true);
"""


async def learning(house: House, size: dict[str, int]) -> Page:
    """The lobby, with a page that counts clicks."""
    page = await (await house.context(None, **size)).new_page()
    await page.add_init_script(CLICKS)
    await page.goto(f"{house.server.url}/")
    return page


async def is_told(page: Page, number: int) -> None:
    """It is the learner's turn for this of their moves: the panel says so, and what it tells of is pointed at."""
    await page.locator(f'#mine[data-turn="{number}"][data-moves]:not([data-moves=""])').wait_for(state="attached")
    await expect(page.locator(".lesson-number")).to_have_text(f"First steps: {number + 1} of 5")
    await expect(page.locator(".pointed")).to_have_count(len(POINTED[number]))
    assert sorted(await page.locator(".pointed").evaluate_all("all => all.map((one) => one.id)")) == sorted(
        POINTED[number]
    )
    for one in POINTED[number]:
        await expect(page.locator(f"#{one}")).to_have_attribute("aria-describedby", "lesson-say")


async def is_in_sight(page: Page, selector: str) -> None:
    """Nobody has to look for it."""
    await expect(page.locator(selector)).to_be_in_viewport(ratio=0.9)


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
async def test_all_of_it_by_mouse(house: House, size: dict[str, int]) -> None:
    page = await learning(house, size)
    await page.locator("#learn").click()
    await page.wait_for_url("**/rooms/*/")
    for number, move in enumerate(OWN):
        await is_told(page, number)
        await is_in_sight(page, "#lesson-say")
        await is_in_sight(page, f"#{POINTED[number][0]}")
        if number == 2:
            await page.reload()
            await is_told(page, number)
        await feast.click(page, move)
    await expect(page.locator("#lesson-say")).to_contain_text("12 points")
    await is_in_sight(page, "#lesson-play")
    await page.locator("#lesson-play").click()
    await page.locator("#board .kl.seated").wait_for()
    await expect(page.locator("#lesson")).to_have_count(0)
    assert int(await page.evaluate("sessionStorage.clicks")) <= MOST_STEPS


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
async def test_all_of_it_by_keyboard(house: House, size: dict[str, int]) -> None:
    page = await learning(house, size)
    await page.locator("#learn").focus()
    await page.keyboard.press("Enter")
    await page.wait_for_url("**/rooms/*/")
    await page.keyboard.press("Tab")
    for number, move in enumerate(OWN):
        await is_told(page, number)
        await press(page, move)
    await page.locator("#lesson-play").wait_for()
    await tab_to(page, "lesson-play")
    await page.keyboard.press("Enter")
    await page.locator("#board .kl.seated").wait_for()


async def test_what_is_not_being_shown_is_answered_kindly(house: House) -> None:
    page = await learning(house, DESK)
    await page.locator("#learn").click()
    await is_told(page, 0)
    await feast.button(page, "take ham").click()
    await expect(page.locator("#notice")).to_have_text(
        "That may be played, too, and in a real match you may well do it. This once, try: take wine."
    )
    await is_told(page, 0)

"""The generic board alone: a whole match by the keyboard on a phone, and looks at all widths, by day and by night."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Page, expect

from tafelrunde import games
from tests import wire
from tests.browser.house import House, Person
from tests.browser.test_looks import looks_good
from tests.serving import serving

pytestmark = [pytest.mark.once, pytest.mark.asyncio(loop_scope="session")]

DECIDES = '#mine[data-moves]:not([data-moves=""])'
OVER = "#board .generic.over"
RAW = re.compile(r"[{}\[\]_]|\b(null|None|undefined|True|False)\b")
LONGEST_WAY = 90


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def plain_house(browser: Browser) -> AsyncIterator[House]:
    """A house in which every game is played on the generic board."""
    with serving({"BOT_PAUSE": "0.02", "GENERIC_BOARD": "1"}) as server:
        house = House(browser, server)
        yield house
        await house.close()
        assert house.unexpected() == []


async def begun(house: House, game: str) -> tuple[Page, Person]:
    """A match of one person on a phone against as many bots as are needed."""
    ada = house.person()
    slug = wire.open_room(house.server, ada.token, game=game)
    page = await house.enter(f"/rooms/{slug}/", ada, width=390, height=844)
    line = page.locator("#line")
    await line.focus()
    for text in ("/join 1", f"/bot {min(games.installed()[game].seats) - 1}", "/option draw off", "/start"):
        await page.keyboard.type(text)
        await page.keyboard.press("Escape")
        await page.keyboard.press("Enter")
        await expect(line).to_have_value("")
    await page.locator("#whose").wait_for()
    return page, ada


async def focused(page: Page) -> str | None:
    """The move of the button that has the focus, seen by who looks."""
    found: str | None = await page.evaluate(
        """() => { const held = document.activeElement;
            return held.matches("#board [data-move]:focus-visible") && held.getAttribute("aria-disabled") === "false"
                && getComputedStyle(held).outlineStyle !== "none" ? held.dataset.move : null; }"""
    )
    return found


async def tab_to(page: Page, move: str) -> None:
    """Press Tab until the button of this move has the focus."""
    for _ in range(LONGEST_WAY):
        if await focused(page) == move:
            return
        await page.keyboard.press("Tab")
    raise AssertionError(f"Tab does not lead to {move}")


async def play_by_keyboard(page: Page, most: int = 400) -> None:
    """Play to the end, by Tab and Enter alone; what is read on the board is words at every turn."""
    for turn in range(most):
        await page.locator(f"{DECIDES}, {OVER}").first.wait_for(state="attached")
        text = await page.locator("#board").inner_text()
        assert not RAW.search(text), text
        assert await page.evaluate("document.documentElement.scrollWidth") <= 390
        if await page.locator(OVER).count():
            return
        mine = page.locator("#mine")
        moves = (await mine.get_attribute("data-moves") or "").split("|")
        before = await mine.get_attribute("data-turn")
        await tab_to(page, moves[turn % len(moves)])
        await page.keyboard.press("Enter")
        await page.locator(f'#mine:not([data-turn="{before}"])').wait_for(state="attached")
    raise AssertionError("the match does not end")


@pytest.mark.parametrize("game", sorted(games.installed()))
async def test_a_whole_match_is_played_by_keyboard_on_a_phone(plain_house: House, game: str) -> None:
    page, _ada = await begun(plain_house, game)
    await play_by_keyboard(page)
    table = page.get_by_role("table", name="Result")
    await expect(table.get_by_role("row")).to_have_count(min(games.installed()[game].seats) + 1)


@pytest.mark.parametrize("game", sorted(games.installed()))
async def test_it_looks_good(plain_house: House, game: str) -> None:
    page, _ada = await begun(plain_house, game)
    await page.locator(DECIDES).wait_for(state="attached")
    await looks_good(page)

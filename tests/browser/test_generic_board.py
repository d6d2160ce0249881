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
    """The move of the button that has the focus, seen by who looks and covered by nothing."""
    found: str | None = await page.evaluate(
        """() => { const held = document.activeElement, { x, y, width, height } = held.getBoundingClientRect();
            const top = document.elementFromPoint(x + width / 2, y + height / 2);
            const seen = held.contains(top) && getComputedStyle(held).outlineStyle !== "none";
            const able = held.matches('#board [data-move][aria-disabled="false"]:focus-visible');
            return able && seen ? held.dataset.move : null; }"""
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


async def test_what_is_marked_by_keyboard_is_played_at_ones_turn(plain_house: House) -> None:
    ada, ben = plain_house.person(), plain_house.person()
    slug = wire.open_room(plain_house.server, ada.token, game="skull_king")
    page = await plain_house.enter(f"/rooms/{slug}/", ada, width=390, height=844)
    async with (
        wire.connect(plain_house.server, slug, ada.token) as mine,
        wire.connect(plain_house.server, slug, ben.token) as his,
    ):
        for who, line in (
            (his, "/join 1"),
            (mine, "/join 2"),
            (mine, "/bot"),
            (mine, "/option draw off"),
            (mine, "/start"),
        ):
            assert (await who.say(line))["type"] == "ok"
        assert (await mine.say("/set hook on"))["type"] == "ok"
        for who in (his, mine):
            await who.match_where(lambda match: match["moves"])
            assert (await who.move("bid 1"))["type"] == "ok"
        await his.match_where(lambda match: match["moves"] and match["moves"][0].startswith("play"))
        marked = page.locator("#deeds [data-move]").first
        await expect(page.locator("#deeds")).to_contain_text("mark for your turn")
        move = await marked.get_attribute("data-move") or ""
        await tab_to(page, move)
        await page.keyboard.press("Enter")
        await expect(marked).to_have_class(re.compile("marked"))
        await expect(page.locator("#marked")).to_be_visible()
        assert (await his.move(his.match["moves"][0]))["type"] == "ok"
        await mine.match_where(lambda match: match["turn"] == 2)
        assert mine.match["board"]["hand"] == []


async def test_with_another_game_the_room_has_the_sheet_of_that_game(house: House) -> None:
    ada = house.person()
    page = await house.enter(house.room(ada, game="king_lui"), ada)
    sheet = page.locator('head link[href*="king_lui"]')
    await expect(sheet).to_have_count(1)
    await page.get_by_label("Game", exact=True).select_option("skull_king")
    await expect(sheet).to_have_count(0)
    await expect(page.locator('head link[href*="skull_king"]')).to_have_count(1)

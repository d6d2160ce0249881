"""Emerald is fed two portions of the king's: by click, the same plate twice too, and taken back by click or Escape."""

from collections import Counter

import pytest
from playwright.async_api import Page, expect

from king_lui.state import State
from tests.browser import feast
from tests.browser.arranged import after, arranged, legal, view
from tests.browser.house import House

pytestmark = [pytest.mark.once, pytest.mark.asyncio(loop_scope="session")]


def two_dragons(state: State) -> bool:
    """Two are hungry, and the king has enough of something to feed it twice, and enough of other things for later."""
    king: list[int] = list(view(state)["king"].values())
    return bool(view(state)["dragons"] >= 2 and max(king) >= 2 and sum(king) >= 6)


def dragon_in_the_kitchen(state: State) -> bool:
    """Who goes there now meets one and may decide."""
    return "kitchen" in legal(state) and "wait" in legal(after(state, "kitchen"))


def feeds(moves: list[str], *, twice: bool) -> str:
    """A move that feeds it twice the same, or two dishes."""
    return next(move for move in moves if move.startswith("feed") and (len(set(move.split())) == 2) == twice)


async def king(page: Page) -> Counter[str]:
    """The king's plates."""
    counts = [await page.locator(f"#king-{dish}").get_attribute("data-count") for dish in feast.DISHES]
    return Counter(dict(zip(feast.DISHES, map(int, filter(None, counts)), strict=True)))


async def test_plates_are_picked_taken_back_and_fed(house: House) -> None:
    async with arranged(house, two_dragons) as match:
        page = await house.enter(match.path, match.me)
        emerald, hungry = page.locator("#emerald"), page.get_by_text("Emerald is hungry.")
        dragons = int(await page.locator("#dragons").get_attribute("data-count") or "")
        before, moves = await king(page), await feast.moves(page)
        _feed, dish, _twice = feeds(moves, twice=True).split()
        plate = page.locator(f"#king-{dish}")
        await expect(plate).to_be_disabled()

        for by_key in (False, True):
            await emerald.click()
            await expect(emerald).to_have_attribute("aria-pressed", "true")
            await expect(hungry).to_be_visible()
            await plate.click()
            await expect(plate).to_have_attribute("aria-pressed", "true")
            await (page.keyboard.press("Escape") if by_key else emerald.click())
            await expect(emerald).to_have_attribute("aria-pressed", "false")
            await expect(plate).to_have_attribute("aria-pressed", "false")
            await expect(plate).to_be_disabled()
            await expect(hungry).to_be_hidden()
        assert house.frames(page, "move") == []

        await feast.click(page, f"feed {dish} {dish}")
        await expect(page.locator("#dragons")).to_have_attribute("data-count", str(dragons - 1))
        assert [frame["move"] for frame in house.frames(page, "move")] == [f"feed {dish} {dish}"]
        assert await feast.decides(page)
        assert (await king(page))[dish] >= before[dish] - 2

        move = feeds(await feast.moves(page), twice=False)
        await feast.click(page, " ".join(["feed", *reversed(move.split()[1:])]))
        assert house.frames(page, "move")[-1]["move"] == move
        await expect(page.locator("#player-0 .did")).to_contain_text("fed Emerald")


async def test_a_dragon_from_the_kitchen_is_fed_or_waits(house: House) -> None:
    for decision in ("wait", "feed"):
        async with arranged(house, dragon_in_the_kitchen) as match:
            page = await house.enter(match.path, match.me)
            await page.locator("#door").click()
            await expect(page.get_by_text("A dragon from the kitchen!")).to_be_visible()
            await expect(page.locator('#board [data-move^="take"][aria-disabled="false"]')).to_have_count(0)
            await expect(page.locator("#door")).to_be_disabled()
            if decision == "wait":
                await page.get_by_role("button", name="Let it wait").click()
                await expect(page.locator("#player-0 .did")).to_contain_text("let the dragon wait")
            else:
                _feed, first, second = (await feast.moves(page))[0].split()
                await page.get_by_role("button", name="Feed it").click()
                await page.locator(f"#king-{first}").click()
                await page.locator(f"#king-{second}").click()
                await expect(page.locator("#player-0 .did")).to_contain_text("fed Emerald")

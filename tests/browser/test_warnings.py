"""A dish of which one would have more than the king is marked before it is taken, and may still be taken."""

from typing import Any

import pytest
from playwright.async_api import Page, expect

from king_lui import GAME
from king_lui.state import State
from tests.browser import feast
from tests.browser.arranged import arranged
from tests.browser.house import House

pytestmark = [pytest.mark.once, pytest.mark.asyncio(loop_scope="session")]


def above(seen: dict[str, Any]) -> dict[str, bool]:
    """For each dish on the table: would one have more of it than the king?"""
    return {dish: n + seen["plate"][dish] > seen["king"][dish] for dish, n in seen["table"].items() if n}


def some_would_pass_the_king(state: State) -> bool:
    """Some dishes would, some would not."""
    return set(above(dict(GAME.view(state, 0))).values()) == {True, False}


async def counted(page: Page, prefix: str) -> dict[str, int]:
    """The plates of one shelf."""
    return {
        dish: int(await page.locator(f"#{prefix}-{dish}").get_attribute("data-count") or 0) for dish in feast.DISHES
    }


async def test_takes_that_pass_the_king_are_marked(house: House) -> None:
    async with arranged(house, some_would_pass_the_king) as match:
        page = await house.enter(match.path, match.me)
        assert await feast.decides(page)
        marks = above({prefix: await counted(page, prefix) for prefix in ("table", "king", "plate")})
        assert set(marks.values()) == {True, False}
        await expect(page.locator("#board .legend")).to_have_text("▲ more than the king")
        await expect(page.locator("#board .legend")).to_be_visible()
        for dish, passes in marks.items():
            button = page.locator(f"#table-{dish}")
            await expect(button.locator(".hint")).to_have_text("more than the king" if passes else "")
            assert ("warned" in (await button.get_attribute("class") or "").split()) == passes
            assert ("more than the king" in await button.inner_text()) == passes
        marked = next(dish for dish in marks if marks[dish])
        await feast.click(page, f"take {marked}")
        await expect(page.locator(f"#plate-{marked}")).to_contain_text("more than the king")


async def test_who_watches_is_not_warned(house: House) -> None:
    async with arranged(house, some_would_pass_the_king) as match:
        page = await house.enter(match.path)
        await expect(page.locator("#board .table .dish").first).to_be_visible()
        await expect(page.locator(".warned")).to_have_count(0)
        await expect(page.locator("#board .legend")).to_be_hidden()

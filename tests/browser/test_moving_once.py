"""One decision, one move: double clicks, two tabs, reloads and the way back."""

import asyncio
import re

import pytest
from playwright.async_api import Page, expect

from tests.browser import feast
from tests.browser.arranged import arranged
from tests.browser.house import House

pytestmark = [pytest.mark.once, pytest.mark.asyncio(loop_scope="session")]


async def first_dish(page: Page) -> str:
    """A move that takes a dish from the table."""
    return next(move for move in await feast.moves(page) if move.startswith("take"))


async def own_plates(page: Page) -> list[str]:
    """What lies on one's own plates."""
    counts: list[str] = await page.locator('[id^="plate-"]').evaluate_all("all => all.map((one) => one.dataset.count)")
    return counts


async def test_a_double_click_on_a_dish_sends_one_move(house: House) -> None:
    async with arranged(house) as match:
        page = await house.enter(match.path, match.me)
        move, turn = await first_dish(page), int(await feast.turn(page))
        await feast.button(page, move).dblclick()
        await feast.done(page, str(turn))
        assert await feast.decides(page)
        assert house.frames(page, "move") == [{"type": "move", "move": move, "turn": turn, "ref": f"move {turn}"}]
        assert await feast.turn(page) == str(turn + 1)
        await expect(page.locator("#notice")).to_be_hidden()


async def test_two_tabs_of_one_player_stay_in_step(house: House) -> None:
    async with arranged(house) as match:
        one = await house.enter(match.path, match.me)
        other = await one.context.new_page()
        await other.goto(one.url)
        await house.connected(other)
        for page, beside in ((one, other), (other, one)):
            assert await feast.decides(page)
            turn = await feast.turn(page)
            await feast.click(page, await first_dish(page))
            await feast.done(beside, turn)
            assert await own_plates(beside) == await own_plates(page)


async def test_the_same_click_in_two_tabs_is_one_move(house: House) -> None:
    async with arranged(house, plays_on=False) as match:
        one = await house.enter(match.path, match.me)
        other = await one.context.new_page()
        await other.goto(one.url)
        await house.connected(other)
        button = feast.button(one, await first_dish(one)), feast.button(other, await first_dish(one))
        await asyncio.gather(*(each.dispatch_event("click") for each in button))
        for page in (one, other):
            await feast.done(page, "0")
            assert await feast.turn(page) == "1"
            await expect(page.locator("#notice")).to_be_hidden()
        assert await own_plates(one) == await own_plates(other)


async def test_reload_and_the_way_back_keep_the_seat(house: House) -> None:
    async with arranged(house) as match:
        page = await house.enter(match.path, match.me)
        await feast.click(page, await first_dish(page))
        assert await feast.decides(page)
        plates = await own_plates(page)
        await page.reload()
        assert await own_plates(page) == plates
        await page.locator(".brand").click()
        await expect(page.get_by_role("link", name="Back to your match")).to_be_visible()
        await page.go_back()
        await expect(page).to_have_url(re.compile(re.escape(match.path)))
        await house.connected(page)
        assert await own_plates(page) == plates
        await feast.click(page, await first_dish(page))
        assert await feast.decides(page)
        assert sum(map(int, await own_plates(page))) > sum(map(int, plates))
        await page.go_back()
        await page.go_forward()
        await expect(page.locator("#mine")).to_have_attribute("data-turn", "2")
        await house.connected(page)
        assert await feast.decides(page)
        await feast.click(page, await first_dish(page))


async def test_the_lobby_leads_back_to_the_own_match(house: House) -> None:
    async with arranged(house) as match:
        page = await house.enter("/", match.me)
        await page.get_by_role("link", name="Back to your match of King Lui").click()
        await expect(page).to_have_url(re.compile(re.escape(match.path)))
        await expect(page.locator('#players[data-you="0"] #player-0')).to_be_visible()

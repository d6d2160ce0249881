"""What somebody likes shows at their table: asked before a move, colours and size, in every tab at once."""

from __future__ import annotations

import asyncio
import re

import pytest
from playwright.async_api import Page, expect

from tests.browser import feast
from tests.browser.arranged import Arranged, arranged, legal
from tests.browser.house import House, Person

pytestmark = [pytest.mark.once, pytest.mark.asyncio(loop_scope="session")]

_LIKES = """
from tafelrunde.accounts.models import Player
from tafelrunde.accounts.preferences import set_preference
set_preference(Player.objects.get(name={name!r}), {preference!r}, {value!r})
"""


async def likes(house: House, person: Person, preference: str, value: str) -> None:
    """From now on; pages that are open already hear nothing, as this is another process."""
    program = _LIKES.format(name=person.name, preference=preference, value=value)
    await asyncio.to_thread(house.server.manage, "shell", "-v", "0", "-c", program)


async def asked_first(house: House, match: Arranged) -> Page:
    """The table of somebody who wants to confirm moves, with its socket open."""
    await likes(house, match.me, "confirm", "on")
    page = await house.enter(match.path, match.me)
    await expect(page.locator("#players .here")).to_contain_text(match.me.name)
    return page


async def choose(page: Page, field: str, value: str) -> None:
    """On the page of preferences."""
    await page.locator(f"#id_my-{field}").select_option(value)
    await page.locator("main form button").click()
    await expect(page.locator(".messages:not(.announced)")).to_be_visible()


async def test_a_move_is_asked_about_and_played_by_the_second_click(house: House) -> None:
    async with arranged(house) as match:
        page = await asked_first(house, match)
        move, turn = next(one for one in await feast.moves(page) if one.startswith("take")), await feast.turn(page)
        await feast.button(page, move).click()
        await expect(page.locator("#asked")).to_contain_text(move)
        assert house.frames(page, "move") == []
        await feast.button(page, move).click()
        await feast.done(page, turn)
        await expect(page.locator("#asked")).to_be_hidden()
        assert [frame["move"] for frame in house.frames(page, "move")] == [move]


async def test_enter_plays_what_is_asked_about_and_escape_takes_it_back(house: House) -> None:
    async with arranged(house) as match:
        page = await asked_first(house, match)
        move, turn = next(one for one in await feast.moves(page) if one.startswith("take")), await feast.turn(page)
        button = feast.button(page, move)
        await button.focus()
        await page.keyboard.press("Enter")
        await expect(page.locator("#asked")).to_be_visible()
        await page.keyboard.press("Escape")
        await expect(page.locator("#asked")).to_be_hidden()
        await page.keyboard.press("Enter")
        await expect(button).to_have_class(re.compile(r"\basked\b"))
        assert house.frames(page, "move") == []
        await page.keyboard.press("Enter")
        await feast.done(page, turn)


async def test_another_move_is_asked_about_anew(house: House) -> None:
    async with arranged(house) as match:
        page = await asked_first(house, match)
        moves, turn = await feast.moves(page), await feast.turn(page)
        dish = next(one for one in moves if one.startswith("take"))
        await feast.button(page, dish).click()
        await feast.button(page, "kitchen").click()
        await expect(page.locator("#asked")).to_contain_text("kitchen")
        assert house.frames(page, "move") == []
        await page.evaluate("document.activeElement.blur()")
        await page.keyboard.press("Enter")
        await feast.done(page, turn)
        assert [frame["move"] for frame in house.frames(page, "move")] == ["kitchen"]


async def test_a_move_of_several_words_is_asked_about_when_it_is_whole(house: House) -> None:
    async with arranged(house, lambda state: any(move.startswith("feed") for move in legal(state))) as match:
        page = await asked_first(house, match)
        turn = await feast.turn(page)
        move = next(one for one in await feast.moves(page) if one.startswith("feed"))
        _verb, *words = move.split()
        await page.locator('#board [data-word="feed"]:visible').last.click()
        for word in words:
            await page.locator(f"#king-{word}").click()
        await expect(page.locator("#asked")).to_contain_text(move)
        assert house.frames(page, "move") == []
        await page.locator(f"#king-{words[-1]}").click()
        await feast.done(page, turn)
        assert [frame["move"] for frame in house.frames(page, "move")] == [move]


async def test_what_is_chosen_shows_in_the_other_tab_at_once(house: House) -> None:
    me = house.person()
    table = await house.enter(house.room(me), me)
    await expect(table.locator("html")).to_have_attribute("data-colours", "auto")
    before = await table.locator("body").evaluate("one => getComputedStyle(one).backgroundColor")
    other = await table.context.new_page()
    await other.goto(f"{house.server.url}/me/preferences/")
    await choose(other, "colours", "contrast")
    await expect(table.locator("html")).to_have_attribute("data-colours", "contrast")
    assert await table.locator("body").evaluate("one => getComputedStyle(one).backgroundColor") != before
    await choose(other, "board", "large")
    await expect(table.locator("html")).to_have_attribute("data-board", "large")


async def test_another_language_is_another_page(house: House) -> None:
    me = house.person()
    table = await house.enter(house.room(me), me)
    other = await table.context.new_page()
    await other.goto(f"{house.server.url}/me/preferences/")
    await choose(other, "language", "fr")
    await expect(table.locator("html")).to_have_attribute("lang", "fr")


async def test_a_sound_when_the_turn_comes_for_who_likes_it(house: House) -> None:
    async with arranged(house) as match:
        await likes(house, match.me, "sounds", "on")
        page = await house.enter(match.path, match.me)
        heard = page.wait_for_event("request", lambda request: "/sounds." in request.url)
        waiting = asyncio.create_task(heard)
        await feast.click(page, next(one for one in await feast.moves(page) if one.startswith("take")))
        await waiting

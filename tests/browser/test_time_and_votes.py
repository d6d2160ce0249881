"""A countdown that is seen and once said, votes with their buttons, a seat that is taken over."""

from __future__ import annotations

import contextlib
import re
from collections.abc import AsyncIterator

import pytest
from playwright.async_api import expect

from tests import wire
from tests.browser.house import House, Person
from tests.browser.test_looks import looks_good

pytestmark = [pytest.mark.once, pytest.mark.asyncio(loop_scope="session")]


@contextlib.asynccontextmanager
async def table(house: House, **wanted: str) -> AsyncIterator[tuple[str, Person, list[wire.Wire]]]:
    """A match of three people, of whom two are programs; the third sits at the first seat: path, person, programs."""
    people = [house.person() for _seat in range(3)]
    path = house.room(people[0], **wanted)
    slug = path.split("/")[2]
    async with contextlib.AsyncExitStack() as stack:
        wires = [await stack.enter_async_context(wire.connect(house.server, slug, one.token)) for one in people]
        assert (await wires[0].say("/option draw off"))["type"] == "ok"
        for one in wires:
            assert (await one.say("/join"))["type"] == "ok"
        assert (await wires[0].say("/start"))["type"] == "ok"
        yield path, people[0], wires[1:]


async def test_time_is_counted_down_and_said_once_when_it_is_short(house: House) -> None:
    async with table(house, pace="brisk") as (path, ada, [second, _third]):
        context = await house.context(ada)
        page = await context.new_page()
        await page.clock.install()
        await page.goto(house.server.url + path)
        mine, hers = page.locator("#clock-0"), page.locator("#clock-1")
        await expect(mine).to_have_text(re.compile(r"0:[12]\d"))
        await expect(hers).to_be_empty()
        await expect(page.locator("#time-said")).to_be_empty()
        names = [await page.locator(f"#player-{seat} b").first.bounding_box() for seat in range(3)]
        await page.clock.fast_forward(21_000)
        await expect(mine).to_have_text(re.compile(r"0:0\d"))
        await expect(mine).to_have_class(re.compile("soon"))
        await expect(page.locator("#time-said")).to_have_text("Ten seconds left.")
        assert names == [await page.locator(f"#player-{seat} b").first.bounding_box() for seat in range(3)]
        await page.clock.run_for(6_000)
        await expect(page.locator("#time-said")).to_be_empty()
        await page.locator("#board").get_by_role("button", disabled=False).first.wait_for()
        await page.locator("#line").fill("/kitchen")
        await page.locator("#line").press("Enter")
        await (
            page.locator('#board [data-move="wait"][aria-disabled="false"]')
            .or_(page.locator("#player-1.active"))
            .first.wait_for()
        )
        if await page.locator("#player-0.active").count():
            await page.locator("#line").fill("/wait")
            await page.locator("#line").press("Enter")
        await expect(hers).not_to_be_empty()
        await expect(mine).to_be_empty()
        await expect(page.locator('#players[data-you="1"]')).to_have_count(0)
        assert (await second.match_where(lambda match: match["moves"]))["deadline"] is not None


async def test_on_a_small_screen_ones_own_time_stands_beside_the_line(house: House) -> None:
    async with table(house, pace="relaxed") as (path, ada, _others):
        page = await house.enter(path, ada, width=390, height=844)
        await expect(page.locator("#my-time")).to_be_visible()
        await expect(page.locator("#my-time")).to_have_text(re.compile(r"1:\d\d"))
        await looks_good(page)


async def test_without_a_clock_there_is_none(house: House) -> None:
    async with table(house) as (path, ada, _others):
        page = await house.enter(path, ada)
        await expect(page.locator("#player-0.active")).to_have_count(1)
        await expect(page.locator(".clock")).to_have_count(0)
        await expect(page.locator("#my-time")).to_be_hidden()


async def test_the_host_chooses_pace_and_rating_by_click(house: House) -> None:
    ada, bertil = house.person(), house.person()
    path = house.room(ada)
    mine, other = [await house.enter(path, person) for person in (ada, bertil)]
    await mine.get_by_label("Time for a move").select_option("brisk")
    await mine.get_by_label("Rated").select_option("off")
    await expect(other.locator("#log")).to_contain_text("Time for a move: brisk: 30 seconds")
    await expect(other.locator("#log")).to_contain_text("Rated: off")
    await expect(other.locator(".terms")).to_contain_text("brisk: 30 seconds")
    await expect(other.locator(".terms select")).to_have_count(0)


async def test_a_match_is_aborted_by_a_click_of_everybody(house: House) -> None:
    async with table(house, pace="relaxed") as (path, ada, [second, third]):
        page, watcher = await house.enter(path, ada), await house.enter(path)
        assert (await second.say("/abort"))["type"] == "ok"
        await expect(page.locator("#vote")).to_contain_text("asks to abort the match.")
        await expect(page.locator("#vote-clock")).to_have_text(re.compile(r"0:[012]\d"))
        await expect(page.locator("#vote")).to_contain_text(ada.name)
        await expect(watcher.locator("#vote")).to_be_visible()
        await expect(watcher.get_by_role("button", name="Agree")).to_have_count(0)
        await looks_good(page)
        await page.locator("#tool").get_by_role("button", name="Agree").click()
        await expect(page.get_by_role("button", name="Agree")).to_have_count(0)
        assert (await third.say("/accept"))["type"] == "ok"
        for one in (page, watcher):
            await expect(one.locator("#board .aborted")).to_have_text("This match was aborted.")
            await expect(one.locator("#vote")).to_have_count(0)
            await expect(one.locator("#players .clock")).to_have_count(0)
        await looks_good(page)
        await page.locator("#again").click()
        await expect(page.locator("#player-0.active, #player-1.active, #player-2.active")).to_have_count(1)


async def test_somebody_who_watches_takes_over_a_seat_that_was_left(house: House) -> None:
    async with table(house) as (path, _ada, [second, third]):
        dora = house.person()
        page, stranger = await house.enter(path, dora), await house.enter(path)
        assert (await second.say("/leave"))["type"] == "ok"
        for one in (page, stranger):
            await expect(one.locator("#player-1")).to_contain_text("has left, a bot plays")
        await expect(stranger.locator("#ask-1")).to_have_count(0)
        await page.locator("#ask-1").click()
        await expect(page.locator("#vote")).to_contain_text(f"{dora.name} asks for ")
        await looks_good(page)
        assert (await third.say("/accept"))["type"] == "ok"
        first = page.locator("#log")
        await expect(first).to_contain_text(f"{dora.name} asks for")
        async with wire.connect(house.server, path.split("/")[2], _ada.token) as ada:
            assert (await ada.say("/accept"))["type"] == "ok"
        await expect(page.locator('#players[data-you="1"] #player-1')).to_contain_text(dora.name)
        await expect(page.locator("#mine[data-turn]")).to_have_count(1)
        await expect(page.locator("#board .mine")).to_have_count(1)

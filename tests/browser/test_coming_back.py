"""Who comes back after a lost line reads what they have missed; and a start that comes by itself is counted down."""

from __future__ import annotations

import re

import pytest
from playwright.async_api import expect

from tests import wire
from tests.browser import feast
from tests.browser.arranged import arranged
from tests.browser.house import House
from tests.browser.test_looks import looks_good

pytestmark = [pytest.mark.once, pytest.mark.asyncio(loop_scope="session")]


async def test_after_a_lost_line_one_reads_what_one_has_missed_and_nothing_after_a_short_one(house: House) -> None:
    house.expect("ERR_INTERNET_DISCONNECTED")
    async with arranged(house, plays_on=False) as match:
        page = await house.enter(match.path, match.me)
        await feast.click(page, next(move for move in await feast.moves(page) if move.startswith("take")))
        missed = page.locator("#log .line.system", has_text="You missed:")
        back = house.ear(page, "You missed: ")
        for happens in (False, True):
            await page.context.set_offline(True)
            await page.evaluate("dispatchEvent(new Event('offline'))")
            await expect(page.locator("#net")).to_be_visible()
            if happens:
                first = match.company[0]
                mover = match.company[(await first.match_where(lambda one: one["to_move"] != [0]))["to_move"][0] - 1]
                await mover.match_where(lambda one: one["moves"])
                assert (await mover.move(sorted(mover.match["moves"])[-1]))["type"] == "ok"
                assert (await first.say("where are you?"))["type"] == "ok"
            await page.context.set_offline(False)
            await page.evaluate("dispatchEvent(new Event('online'))")
            await expect(page.locator("#net")).to_be_hidden()
            if not happens:
                await page.locator("#line").fill("/notation")
                await page.locator("#line").press("Enter")
                await expect(page.locator("#log .line.system").last).to_contain_text("take")
                assert not back.is_set()
                await expect(missed).to_have_count(0)
        await expect(missed).to_have_count(1)
        await expect(missed).to_have_text(re.compile(r"^You missed: 1 line was said\. \w+ made 1 move\.$"))
        await expect(page.locator("#notice")).to_contain_text("You missed:")
        await looks_good(page)


async def test_a_start_that_comes_by_itself_is_counted_down(house: House) -> None:
    ada, *others = [house.person() for _seat in range(5)]
    path = house.room(ada)
    slug = path.split("/")[2]
    page = await house.enter(path, ada)
    async with wire.connect(house.server, slug, ada.token) as host:
        for line in ("/autostart on", "/join", *["/bot"] * len(others)):
            assert (await host.say(line))["type"] == "ok"
        await expect(page.locator("#starts")).to_contain_text("the match begins in a moment")
        await expect(page.locator("#starts-clock")).to_have_text(re.compile(r"^0:(10|0\d)$"))
        seen = await page.locator("#starts-clock").inner_text()
        await expect(page.locator("#starts-clock")).not_to_have_text(seen)
        await expect(page.locator("#starts [role=status]")).not_to_contain_text("0:")
        await expect(page.locator("#mine")).to_be_attached()

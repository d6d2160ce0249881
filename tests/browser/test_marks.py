"""A mark on the page: by mouse, keyboard and typed line; told aloud, changed, taken off, played with no page open."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass

import pytest
from playwright.async_api import Page, expect

from tests import wire
from tests.browser.house import House, Person
from tests.browser.test_by_keyboard import tab_to
from tests.browser.test_skull_king import MARY, next_in_turn
from tests.browser.voyage import voyage
from tests.marking import tricky
from tests.serving import Served

pytestmark = [pytest.mark.once, pytest.mark.asyncio(loop_scope="session")]
DROPPED = "What you had marked cannot be played"


@pytest.fixture
def own_server() -> Iterator[Served]:
    """A server with a game that has marks, for this test alone."""
    with tricky({"BOT_PAUSE": "0.05"}) as served:
        yield served


@dataclass(frozen=True)
class Waiting:
    """A match in which `me`, at the second seat, waits for the first."""

    me: Person
    path: str
    first: wire.Wire
    third: wire.Wire


@contextlib.asynccontextmanager
async def waiting(house: House, hook: str = "on") -> AsyncIterator[Waiting]:
    people = [house.person() for _ in range(3)]
    path, server = house.room(people[0], game="tricks"), house.server
    async with contextlib.AsyncExitStack() as stack:
        slug = path.split("/")[2]
        seats = [await stack.enter_async_context(wire.connect(server, slug, one.token)) for one in people]
        assert (await seats[0].say("/option draw off"))["type"] == "ok"
        for seat in seats:
            assert (await seat.say("/join"))["type"] == "ok"
        assert (await seats[0].say("/start"))["type"] == "ok"
        assert (await seats[1].say(f"/set hook {hook}"))["type"] == "ok"
        await seats[0].match_where(lambda match: match["moves"])
        yield Waiting(people[1], path, seats[0], seats[2])


def card(page: Page, name: str) -> str:
    return f'.btns [data-move="play {name}"]'


async def test_a_click_marks_another_changes_it_and_once_more_takes_it_off(own_house: House) -> None:
    async with waiting(own_house) as table:
        page = await own_house.enter(table.path, table.me)
        nine, seven = page.locator(card(page, "nine")), page.locator(card(page, "seven"))
        await nine.click()
        await expect(nine).to_have_attribute("aria-pressed", "true")
        await expect(page.locator("#marked[role=status]")).to_contain_text("Marked for your turn: play nine")
        await seven.click()
        await expect(seven).to_have_attribute("aria-pressed", "true")
        await expect(nine).to_have_attribute("aria-pressed", "false")
        await seven.click()
        await expect(seven).to_have_attribute("aria-pressed", "false")
        await expect(page.locator("#marked")).to_have_text("")
        await nine.dblclick()
        await expect(nine).to_have_attribute("aria-pressed", "true")
        await page.locator("#unmark").click()
        await expect(nine).to_have_attribute("aria-pressed", "false")
        marks = [frame["move"] for frame in own_house.frames(page, "premove")]
        assert marks[:4] == ["play nine", "play seven", None, "play nine"]
        assert own_house.frames(page, "move") == []


async def test_a_mark_made_by_keyboard_is_played_with_the_page_closed(own_house: House) -> None:
    async with waiting(own_house) as table:
        page = await own_house.enter(table.path, table.me)
        nine = page.locator(card(page, "nine"))
        await page.locator("#board").focus()
        for _ in range(20):
            if await nine.evaluate("one => one === document.activeElement"):
                break
            await page.keyboard.press("Tab")
        await page.keyboard.press("Enter")
        await expect(nine).to_have_attribute("aria-pressed", "true")
        await expect(nine).to_be_focused()
        await page.close()
        assert (await table.first.move("play seven"))["type"] == "ok"
        told = await table.third.match_where(lambda match: match["ply"] == 2)
        assert told["board"]["played"][1] == [1, "nine"]


async def test_a_typed_mark_is_completed_and_shown_in_all_tabs(own_house: House) -> None:
    async with waiting(own_house) as table:
        page = await own_house.enter(table.path, table.me)
        other = await page.context.new_page()
        await other.goto(page.url)
        await own_house.connected(other)
        await page.locator("#line").fill("/play n")
        await page.keyboard.press("Tab")
        await expect(page.locator("#line")).to_have_value("/play nine")
        await page.keyboard.press("Enter")
        for tab in (page, other):
            await expect(tab.locator(card(tab, "nine"))).to_have_attribute("aria-pressed", "true")


async def test_a_dropped_mark_is_said_on_the_page_and_in_the_chat(own_house: House) -> None:
    async with waiting(own_house) as table:
        page = await own_house.enter(table.path, table.me)
        await page.locator(card(page, "nine")).click()
        await expect(page.locator("#marked")).to_contain_text("play nine")
        assert (await table.first.move("play nine"))["type"] == "ok"
        await expect(page.locator("#notice")).to_contain_text(DROPPED)
        await expect(page.locator("#log")).to_contain_text(DROPPED)
        await page.locator(card(page, "seven")).click()
        await table.third.match_where(lambda match: match["ply"] == 2)


async def test_who_has_not_switched_marks_on_is_offered_none_until_they_do(own_house: House) -> None:
    async with waiting(own_house, hook="off") as table:
        page = await own_house.enter(table.path, table.me)
        await expect(page.locator("#mine")).to_have_count(1)
        assert await page.locator("#mine").get_attribute("data-premoves") is None
        await expect(page.locator(card(page, "nine"))).to_have_count(0)
        await page.locator("#line").fill("/set hook on")
        await page.keyboard.press("Enter")
        await expect(page.locator(card(page, "nine"))).to_have_attribute("aria-pressed", "false")
        await page.locator("#line").fill("/set hook off")
        await page.keyboard.press("Enter")
        await expect(page.locator(card(page, "nine"))).to_have_count(0)


async def test_at_skull_kings_table_a_card_is_hooked_by_keyboard_and_played_with_the_page_closed(house: House) -> None:
    async with voyage(house, next_in_turn) as match:
        page = await house.enter(match.path, match.people[0])
        await page.locator("#line").fill("/set hook on")
        await page.keyboard.press("Enter")
        await expect(page.locator("#mary-escape")).to_have_attribute("aria-pressed", "false")
        for stop in (f"card-{MARY}", "mary-escape"):
            await tab_to(page, stop)
            await page.keyboard.press("Enter")
        await expect(page.locator(f"#card-{MARY} .hook")).to_be_visible()
        await expect(page.locator("#marked")).to_contain_text("Marked for your turn")
        await page.close()
        last = match.crew[-1]
        ply = last.match["ply"]
        assert (await last.move(last.match["moves"][0]))["type"] == "ok"
        told = await last.match_where(lambda now: now["ply"] >= ply + 2)
        assert {"seat": 0, "card": MARY, "as": "escape"} in told["board"]["last_trick"]["cards"]

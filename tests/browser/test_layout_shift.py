"""Nothing jumps: while a page comes in, and while things happen on it, its layout shifts by less than 0.02."""

from __future__ import annotations

import os
from typing import Final

import pytest
from playwright.async_api import Page, expect

from tests import wire
from tests.browser.house import House, Person

pytestmark = [pytest.mark.once, pytest.mark.asyncio(loop_scope="session")]
MOST: Final = 0.02
WIDTHS: Final = {390: 844, 1440: 900}
WATCH: Final = """
window.shifts = [];
new PerformanceObserver((list) => {
  for (const { value, hadRecentInput, sources } of list.getEntries())
    if (!hadRecentInput)
      shifts.push([value, sources.map(({ node, previousRect: was, currentRect: is }) =>
        `${(node?.outerHTML ?? node?.data ?? "").slice(0, 60)} ${was.y}+${was.height} to ${is.y}+${is.height}`)]);
}).observe({ type: "layout-shift", buffered: true });
"""
SETTLED: Final = (
    "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))))"
)


async def watched(house: House, path: str, person: Person | None, width: int) -> Page:
    """A page that counts by how much it has shifted, from its first moment."""
    context = await house.context(person, width=width, height=WIDTHS[width])
    await context.add_init_script(WATCH)
    page = await context.new_page()
    await page.goto(f"{house.server.url}{path}", wait_until="networkidle")
    await house.connected(page)
    return page


async def steady(page: Page, what: str) -> None:
    """It has shifted by less than the mark so far; LOOKS=1 prints by how much."""
    await page.evaluate(SETTLED)
    shifts = await page.evaluate("shifts")
    total = sum(value for value, _sources in shifts)  # of all the time, not of its worst part
    if os.environ.get("LOOKS"):
        print(f"{what}: {total:.4f}", *shifts, sep="\n  ")  # noqa: T201
    assert total < MOST, (what, page.viewport_size, shifts)


@pytest.mark.parametrize("width", WIDTHS)
async def test_the_lobby(house: House, width: int) -> None:
    ada = house.person()
    for name in ("Evening round", "Port Royal"):
        house.room(house.person(), name=name)
    for who in (None, ada):
        page = await watched(house, "/", who, width)
        await steady(page, f"lobby {width}")


@pytest.mark.parametrize("width", WIDTHS)
async def test_a_room_from_its_first_frame_to_a_match(house: House, width: int) -> None:
    ada = house.person()
    path = house.room(ada)
    page = await watched(house, path, ada, width)
    await steady(page, f"room {width}")
    async with wire.connect(house.server, path.split("/")[2], ada.token) as host:
        for line in ("/join", "/bot 2"):
            assert (await host.say(line))["type"] == "ok"
        await expect(page.locator(".chair.bot")).to_have_count(2)
        await steady(page, f"room {width}, seats taken")
        assert (await host.say("Good evening"))["type"] == "ok"
        await expect(page.locator("#log")).to_contain_text("Good evening")
        await steady(page, f"room {width}, a line")


@pytest.mark.parametrize("width", WIDTHS)
async def test_a_table_in_play(house: House, width: int) -> None:
    async with wire.match(house.server) as (slug, wires, _people):
        page = await watched(house, f"/rooms/{slug}/", None, width)
        await steady(page, f"table {width}")
        assert (await wires[1].say("What a feast"))["type"] == "ok"
        await expect(page.locator("#log")).to_contain_text("What a feast")
        await wire.moves(wires, 3)
        await steady(page, f"table {width}, moves and a line")


@pytest.mark.parametrize("width", WIDTHS)
async def test_a_match_begins(house: House, width: int) -> None:
    async with wire.table(house.server, 3) as (slug, wires, _people):
        page = await watched(house, f"/rooms/{slug}/", None, width)
        assert (await wires[0].say("/start"))["type"] == "ok"
        await expect(page.locator("#board .kl.playing, #board .kl:not(.cover)").first).to_be_visible()
        await steady(page, f"table {width}, a match begins")


@pytest.mark.parametrize("width", WIDTHS)
async def test_pages_to_read(house: House, width: int) -> None:
    ada = house.person()
    slug = wire.open_room(house.server, ada.token)
    async with wire.connect(house.server, slug, ada.token) as one:
        for line in ("/join", "/bot 2", "/start"):
            assert (await one.say(line))["type"] == "ok"
        await one.play_to_the_end()
        number = one.match["id"]
    page = await watched(house, f"/matches/{number}/?ply=4", ada, width)
    await page.locator("#to-next").click()
    await expect(page.locator("#counter")).to_contain_text("Move 5")
    await steady(page, f"match {width}")
    for path in (f"/players/{ada.name}/", "/games/king_lui/ranking/", "/rules/king_lui/"):
        await steady(await watched(house, path, ada, width), f"{path} {width}")

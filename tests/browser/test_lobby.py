"""The lobby shows rooms as they change, in every browser that has it open."""

import asyncio

import pytest
from playwright.async_api import FloatRect, Locator, expect

from tests import wire
from tests.browser.house import House

pytestmark = [pytest.mark.once, pytest.mark.asyncio(loop_scope="session")]

CLOSE = """
from tafelrunde.rooms.models import Room
Room.objects.filter(slug={slug!r}).delete()
"""


async def box(one: Locator) -> FloatRect:
    """Where it is on the page."""
    found = await one.bounding_box()
    assert found
    return found


async def test_a_row_comes_changes_and_goes(house: House) -> None:
    ada, bertil = house.person(), house.person()
    page = await house.enter("/", bertil)
    path = house.room(ada, name="Evening round")
    slug = path.split("/")[2]
    row = page.locator(f"#room-{slug}")
    await expect(row).to_contain_text("Evening round")
    await expect(row).to_contain_text("0 of 5 seated")
    await expect(row).to_contain_text(f"{ada.name}’s table")
    async with wire.connect(house.server, slug, ada.token) as host:
        await expect(row).to_contain_text("1 here")
        assert (await host.say("/join"))["type"] == "ok"
        await expect(row).to_contain_text("1 of 5 seated")
        assert (await host.say("/bot 2"))["type"] == "ok"
        await expect(row).to_contain_text("3 of 5 seated")
        assert (await host.say("/start"))["type"] == "ok"
        await expect(row).to_contain_text("playing")
    await expect(row).to_contain_text("0 here")
    await asyncio.to_thread(house.server.manage, "shell", "-v", "0", "-c", CLOSE.format(slug=slug))
    other = await house.enter("/")
    await expect(other.locator(f"#room-{slug}")).to_have_count(0)
    await expect(row).to_have_count(0)


async def test_play_now_says_what_it_begins_and_leads_back_to_what_is_played(house: House) -> None:
    ada = house.person()
    page = await house.enter("/", ada)
    await expect(page.locator("#play-how")).to_contain_text("a match of King Lui with bots begins at once")
    await page.locator("#new-game").select_option("skull_king")
    await page.get_by_role("button", name="Play it now").click()
    await expect(page).to_have_title(f"● {ada.name}'s table · Skull King")
    await expect(page.locator("#players ol li")).to_have_count(4)
    await page.goto(house.server.url)
    await expect(page.locator("#play-now")).to_have_count(0)
    await page.get_by_role("link", name="Back to your match of Skull King").click()
    await expect(page).to_have_title(f"● {ada.name}'s table · Skull King")


async def test_on_a_phone_each_thing_stands_once_and_in_one_line(house: House) -> None:
    host = house.person()
    path = house.room(host)
    await house.enter(path, host)  # who stays: otherwise who sits down would be host after a minute
    stranger = await house.enter(path, width=390, height=844)
    await expect(stranger.get_by_role("button", name="Play as a guest", exact=True)).to_have_count(1)
    page = await house.enter(path, house.person(), width=390, height=844)
    await page.locator("#sit-1").click()
    seat = page.locator("#chair-2")
    await expect(seat).to_have_text("Seat 2: open")
    around = await box(seat)
    face, word = await box(seat.locator(".face")), await box(seat.locator(".free"))
    assert face["x"] >= around["x"] + 4
    assert word["x"] > face["x"] + face["width"]
    assert word["y"] < face["y"] + face["height"]


async def test_a_room_of_ones_own(house: House) -> None:
    watcher = await house.enter("/")
    page = await house.enter("/", house.person())
    await page.get_by_label("Name").fill("Aunt Olga’s parlour")
    await page.get_by_role("button", name="Open the room").click()
    await expect(page.get_by_role("heading", name="Aunt Olga’s parlour")).to_be_visible()
    await expect(page).to_have_title("Aunt Olga’s parlour · King Lui")
    await watcher.get_by_role("link", name="Aunt Olga’s parlour").click()
    await expect(watcher.locator("#chair-1")).to_be_visible()
    await watcher.locator("#say, #guest").get_by_role("button", name="Play as a guest").click()
    await expect(watcher.locator(".people")).to_contain_text("guest")
    await expect(watcher.get_by_role("heading", name="Aunt Olga’s parlour")).to_be_visible()
    await expect(page.locator("#here")).to_contain_text("2 here")

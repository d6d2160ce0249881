"""The admins' pages in a real browser: they work without an error and within their policy, and what they do arrives."""

from __future__ import annotations

import re

import pytest
from axe_playwright_python.async_playwright import Axe
from playwright.async_api import Page, expect

from tests.platform.admin.desk import session_of_an_admin

from .house import House, Person

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.once]
SERIOUS = {"serious", "critical"}


def admin(house: House) -> Person:
    """Somebody who may."""
    return Person("Chief", "", session_of_an_admin(house.server))


async def accessible(page: Page) -> list[str]:
    """What axe finds amiss on it, but for colours, which are Django's."""
    found = await Axe().run(page, options={"rules": {"color-contrast": {"enabled": False}}})
    return [f"{fault['id']} in {page.url}" for fault in found.response["violations"] if fault["impact"] in SERIOUS]


async def test_an_admin_finds_a_player_and_bans_them(house: House) -> None:
    ann = house.person()
    house.expect("404", "403", "4003")
    lobby = await house.enter("/", ann)
    page = await house.enter("/", admin(house))
    await page.get_by_role("link", name="Admin", exact=True).click()
    await page.get_by_label("Find a player").fill(ann.name.upper())
    await page.get_by_role("button", name="Find").click()
    await page.get_by_role("row").get_by_role("link", name=ann.name, exact=True).click()
    await page.get_by_role("link", name="Ban", exact=True).click()
    await page.get_by_label("For how long").select_option("week")
    await page.get_by_label("Reason").fill("marked cards")
    await page.get_by_role("button", name="Ban").click()
    await expect(page.get_by_text("Done.")).to_be_visible()
    await expect(page.get_by_role("region", name="Sanctions")).to_contain_text("marked cards")
    await expect(page.get_by_role("region", name="What admins have done")).to_contain_text("Chief")
    await expect(lobby.get_by_text("You have been asked to leave.")).to_be_visible()
    await lobby.reload()
    await expect(lobby.get_by_role("alert").filter(has_text="marked cards").first).to_be_visible()


async def test_lists_filters_and_actions_work_without_an_error(house: House) -> None:
    people = [house.person(), house.person()]
    house.room(people[0])
    page = await house.enter("/admin/", admin(house))
    kinds = ("accounts/player", "rooms/room", "matches/match", "matches/fault", "house/offeredgame", "house/adminact")
    for path in kinds:
        await page.goto(f"{house.server.url}/admin/{path}/")
        await expect(page.locator("#content h1")).to_be_visible()
    await page.goto(f"{house.server.url}/admin/accounts/player/?kind=member")
    for person in people:
        await (
            page.get_by_role("row")
            .filter(has=page.get_by_role("link", name=person.name, exact=True))
            .get_by_role("checkbox")
            .check()
        )
    await expect(page.get_by_text(re.compile(r"2 of \d+ selected"))).to_be_visible()
    await page.get_by_label("Action:").select_option("mute")
    await page.get_by_role("button", name="Go", exact=True).click()
    await expect(page.get_by_role("listitem").filter(has_text=people[1].name)).to_be_visible()
    await page.get_by_label("Reason").fill("shouting")
    await page.get_by_role("button", name="Mute").click()
    await expect(page.get_by_text("Done.")).to_have_count(2)


async def test_our_own_pages_are_open_to_all_senses(house: House) -> None:
    ann = house.person()
    house.room(ann)
    page = await house.enter("/admin/", admin(house), bypass_csp=True)  # axe brings styles of its own
    assert await accessible(page) == []
    await page.goto(f"{house.server.url}/admin/accounts/player/?q={ann.name}")
    await page.get_by_role("link", name=ann.name, exact=True).click()
    assert await accessible(page) == []
    await page.get_by_role("link", name="Ban", exact=True).click()
    assert await accessible(page) == []
    await page.goto(f"{house.server.url}/admin/house/offeredgame/")
    assert await accessible(page) == []
    await page.get_by_role("link", name="Decide which options of King Lui are offered").click()
    assert await accessible(page) == []


async def test_a_room_is_closed_before_the_eyes_of_those_in_it(house: House) -> None:
    ann = house.person()
    house.expect("404")
    path = house.room(ann, name="The cellar")
    table = await house.enter(path, ann)
    page = await house.enter("/admin/rooms/room/", admin(house))
    await page.get_by_role("link", name="The cellar").first.click()
    await page.get_by_role("link", name="Close the room").click()
    await page.get_by_label("Reason").fill("the wine is gone")
    await page.get_by_role("button", name="Close the room").click()
    await expect(page.get_by_text("Done.")).to_be_visible()
    await expect(table.get_by_text("the wine is gone")).to_be_visible()
    await expect(table.locator("#net")).to_be_visible()


async def test_an_option_that_is_no_longer_offered_goes_from_the_hosts_form(house: House) -> None:
    ann = house.person()
    table = await house.enter(house.room(ann), ann)
    choice = table.get_by_label("Open plates")
    await expect(choice.get_by_role("option")).to_have_count(2)
    page = await house.enter("/admin/house/offeredgame/", admin(house))
    for offered, left in ((False, 1), (True, 2)):
        await page.get_by_role("link", name="Decide which options of King Lui are offered").click()
        await page.get_by_role("group", name="Open plates: offered").get_by_label("on").set_checked(offered)
        await page.get_by_role("button", name="Decide which options are offered").click()
        await expect(page.get_by_text("Done.")).to_be_visible()
        await expect(choice.get_by_role("option")).to_have_count(left)


@pytest.mark.parametrize("width", [390, 1440])
async def test_pages_fit_on_a_phone_and_a_desk(house: House, width: int) -> None:
    ann = house.person()
    path = house.room(ann)
    page = await house.enter("/admin/", admin(house), width=width)
    options = "/admin/house/offeredgame/act/options/?id=king_lui"
    for address in ("/admin/", "/admin/house/offeredgame/", options, "/admin/accounts/player/act/ban/?id=1"):
        await page.goto(f"{house.server.url}{address}")
        overflow = await page.evaluate("document.documentElement.scrollWidth - innerWidth")
        assert overflow <= 0, f"{address} is {overflow} pixels too wide for {width}, {path}"

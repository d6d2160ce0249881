"""The game tool shows what may be done now and does it; everybody else sees it at once."""

from urllib.parse import urlsplit

import pytest
from playwright.async_api import Page, expect

from tests import wire
from tests.browser import feast
from tests.browser.arranged import arranged
from tests.browser.house import House

pytestmark = [pytest.mark.once, pytest.mark.asyncio(loop_scope="session")]


async def labels(page: Page, *expected: str) -> None:
    """Wait until these are the game tool's buttons."""
    await expect(page.locator("#tool .btns > button:visible")).to_have_text(list(expected))


async def do(page: Page, label: str) -> None:
    """Press a button of the game tool."""
    await page.locator("#tool").get_by_role("button", name=label, exact=True).click()


async def test_from_an_empty_table_to_a_match_and_out_of_it(house: House) -> None:
    ada, bertil = house.person(), house.person()
    path = house.room(ada)
    host, other, stranger = [await house.enter(path, person) for person in (ada, bertil, None)]
    await labels(host, "Join", "Add a bot", "Learn it")
    await labels(other, "Join", "Learn it")
    await labels(stranger, "Play as a guest")

    await do(host, "Join")
    await expect(other.locator("#chair-1")).to_contain_text(ada.name)
    await labels(host, "Add a bot", "Leave", "Learn it", "Invite")
    await do(other, "Join")
    await expect(host.locator("#chair-2")).to_contain_text(bertil.name)
    await do(host, "Add a bot")
    for page in (host, other, stranger):
        await expect(page.locator("#chair-3.bot")).to_be_visible()
    await labels(host, "Start", "Add a bot", "Leave", "Learn it", "Invite")
    await labels(other, "Leave", "Learn it", "Invite")

    await do(other, "Leave")
    await expect(host.locator("#chair-2.open")).to_be_visible()
    await labels(host, "Add a bot", "Leave", "Learn it", "Invite")
    await labels(other, "Join", "Learn it")
    await host.get_by_role("button", name="Seat 2: add a bot").click()
    await expect(other.locator("#chair-2.bot")).to_be_visible()
    await host.locator("#chair-2").get_by_role("button", name="Take").click()
    await expect(other.locator("#chair-2.open")).to_be_visible()
    await other.get_by_role("button", name="Seat 2: sit down").click()
    await expect(host.locator("#chair-2")).to_contain_text(bertil.name)

    await do(host, "Start")
    for page in (host, other, stranger):
        await expect(page.locator("#players ol li")).to_have_count(3)
        await expect(page.locator("#seats")).to_be_hidden()
    await labels(host, "Leave")
    await labels(other, "Leave")
    await do(other, "Leave")
    await expect(host.locator("#players ol")).to_contain_text("has left, a bot plays")
    await labels(other, "Join")
    await do(other, "Join")
    await expect(host.locator("#players ol")).not_to_contain_text("has left, a bot plays")
    assert house.frames(host, "move") == []
    assert [frame["text"] for frame in house.frames(host, "say")] == [
        "/join",
        "/bot",
        "/bot",
        "/kick 2",
        "/start",
    ]


async def test_a_link_brings_somebody_who_has_no_name_yet_to_the_table(house: House) -> None:
    ada = house.person()
    host = await house.enter(house.room(ada), ada)
    await do(host, "Join")
    await do(host, "Invite")
    link = host.locator("#log a[href*='/invited/']")
    friend = await house.enter(urlsplit(str(await link.get_attribute("href"))).path)
    await friend.get_by_role("button", name="Sit down as a guest").click()
    await expect(host.locator("#chair-2:not(.open)")).to_be_visible()


async def test_the_host_chooses_options_and_others_read_them(house: House) -> None:
    ada, bertil = house.person(), house.person()
    path = house.room(ada)
    host, other = [await house.enter(path, person) for person in (ada, bertil)]
    await expect(other.locator("#seats select")).to_have_count(0)
    dragon = host.get_by_label("A dragon from the kitchen")
    await expect(dragon).to_have_value("choose")
    chosen = await dragon.locator('option[value="wait"]').inner_text()
    await dragon.focus()
    await dragon.select_option("wait")
    await expect(other.locator("#seats .terms")).to_contain_text(chosen)
    await expect(dragon).to_have_value("wait")
    await expect(dragon).to_be_focused()
    plates = host.locator("#set-open_plates")
    await plates.select_option(index=1)
    value = await plates.locator("option").nth(1).get_attribute("value")
    await expect(plates).to_have_attribute("data-value", value or "")
    await host.reload()
    await expect(host.get_by_label("A dragon from the kitchen")).to_have_value("wait")
    await expect(host.locator("#set-open_plates")).to_have_value(value or "")


async def test_open_plates_are_shown_to_all(house: House) -> None:
    ada, bertil = house.person(), house.person()
    path = house.room(ada, options={"open_plates": True})
    host, watcher = [await house.enter(path, person) for person in (ada, bertil)]
    await do(host, "Join")
    for bots in (1, 2):
        await do(host, "Add a bot")
        await expect(host.locator(".chair.bot")).to_have_count(bots)
    await do(host, "Start")
    assert await feast.decides(host)
    await feast.click(host, (await feast.moves(host))[-1])
    for page in (host, watcher):
        await expect(page.locator("#board .taken .guest")).to_have_count(3)


async def test_the_host_chooses_what_kind_of_bot_sits_down(house: House) -> None:
    ada, bertil = house.person(), house.person()
    path = house.room(ada)
    host, other = [await house.enter(path, person) for person in (ada, bertil)]
    kinds = host.get_by_role("group", name="Add a bot")
    await expect(kinds.get_by_role("button")).to_have_text(["courtier", "novice", "sage"])
    await expect(other.get_by_role("group", name="Add a bot")).to_have_count(0)
    await kinds.get_by_role("button", name="sage").click()
    await expect(other.locator("#chair-1.bot")).to_contain_text("Sage")
    for seat in range(2, 6):
        await kinds.get_by_role("button", name="novice").click()
        await expect(other.locator(f"#chair-{seat}.bot")).to_be_visible()
    await expect(kinds).to_have_count(0)


async def test_a_match_against_bots_is_ended_by_its_one_player(house: House) -> None:
    ada = house.person()
    host = await house.enter(house.room(ada), ada)
    await do(host, "Join")
    for bots in (1, 2):
        await do(host, "Add a bot")
        await expect(host.locator(".chair.bot")).to_have_count(bots)
    await do(host, "Start")
    await host.locator("#tool").get_by_text("End the match").click()
    await expect(host.locator("#tool")).to_contain_text("It ends at once, without a winner, and does not count.")
    await do(host, "End it")
    await expect(host.locator("#board")).to_contain_text("This match was aborted.")


async def test_on_a_phone_what_it_asks_comes_into_view(house: House) -> None:
    async with arranged(house, plays_on=False) as match:
        phone = await house.enter(match.path, match.me, width=390, height=844)
        asks = phone.locator("#tool").get_by_text("End the match")
        await asks.evaluate("one => scrollTo(0, one.getBoundingClientRect().bottom + scrollY - innerHeight + 90)")
        await asks.click()
        await expect(phone.locator("#end-now")).to_be_in_viewport(ratio=1)
        button, line = [await phone.locator(one).bounding_box() for one in ("#end-now", "#say")]
        assert button
        assert line
        assert button["y"] + button["height"] <= line["y"]


async def test_with_people_the_end_of_a_match_is_a_vote(house: House) -> None:
    ada, bertil = house.person(), house.person()
    path = house.room(ada)
    host, other = [await house.enter(path, person) for person in (ada, bertil)]
    for page in (host, other):
        await do(page, "Join")
    await expect(host.locator("#chair-2.taken")).to_be_visible()
    await do(host, "Add a bot")
    await do(host, "Start")
    await other.locator("#tool").get_by_text("End the match").click()
    await expect(other.locator("#tool")).to_contain_text("if all who play agree: everybody is asked.")
    await do(other, "Ask everybody")
    await labels(host, "Agree", "Refuse", "Leave")
    await expect(other.locator("#tool-end")).to_have_count(0)
    await do(host, "Agree")
    await expect(other.locator("#board")).to_contain_text("This match was aborted.")


async def test_what_is_pressed_stays_where_it_is_until_it_is_released(house: House) -> None:
    ada = house.person()
    path = house.room(ada)
    host = await house.enter(path, ada)
    async with wire.connect(house.server, path.split("/")[2], ada.token) as elsewhere:
        bot = host.locator("#toolbot")
        where = await bot.bounding_box()
        assert where
        await host.mouse.move(where["x"] + where["width"] / 2, where["y"] + where["height"] / 2)
        await host.mouse.down()
        heard = house.ear(host, 'id="toolleave"')
        await elsewhere.say("/join")
        await heard.wait()
        await host.mouse.up()
        await expect(host.locator("#chair-1")).to_contain_text(ada.name)
        await expect(host.locator("#chair-2.bot")).to_be_visible()
        assert [frame["text"] for frame in house.frames(host, "say")] == ["/bot"]


async def test_a_double_click_does_not_do_what_has_come_under_the_pointer_meanwhile(house: House) -> None:
    ada = house.person()
    host = await house.enter(house.room(ada), ada)
    join = host.locator("#dojoin")
    where = await join.bounding_box()
    assert where
    middle = where["x"] + where["width"] / 2, where["y"] + where["height"] / 2
    await host.mouse.click(*middle)
    await expect(host.locator("#dobot")).to_be_visible()
    await host.mouse.down(click_count=2)
    await host.mouse.up(click_count=2)
    await host.locator("#line").fill("/bot")
    await host.locator("#line").press("Enter")
    await expect(host.locator("#chair-2.bot")).to_be_visible()
    assert [frame["text"] for frame in house.frames(host, "say")] == ["/join", "/bot"]

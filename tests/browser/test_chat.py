"""Talking at the table."""

import pytest
from playwright.async_api import Page, expect

from tests import wire
from tests.browser.arranged import arranged
from tests.browser.house import House

pytestmark = [pytest.mark.once, pytest.mark.asyncio(loop_scope="session")]


async def type_line(page: Page, text: str) -> None:
    """Type a line and press Enter."""
    await page.locator("#line").fill(text)
    await page.locator("#line").press("Enter")


async def test_lines_appear_for_the_others(house: House) -> None:
    ada, bertil = house.person(), house.person()
    path = house.room(ada)
    one, other, stranger = [await house.enter(path, person) for person in (ada, bertil, None)]
    await type_line(one, "Good evening")
    await type_line(other, "/me waves")
    for page in (one, other, stranger):
        await expect(page.locator("#log .say")).to_have_text(f"{ada.name} Good evening")
        await expect(page.locator("#log .emote")).to_have_text(f"{bertil.name} waves")
    await type_line(one, f"/tell {bertil.name} psst")
    await expect(other.locator("#log .whisper")).to_contain_text("psst")
    await expect(one.locator("#log .whisper")).to_contain_text("psst")
    await type_line(one, "// is how a line begins")
    await expect(stranger.locator("#log .say").last).to_have_text(f"{ada.name} / is how a line begins")
    await expect(stranger.locator("#log .whisper")).to_have_count(0)
    await stranger.reload()
    await expect(stranger.locator("#log .say")).to_have_count(2)
    await expect(stranger.locator("#log .whisper")).to_have_count(0)
    await expect(stranger.locator("#line")).to_have_count(0)


async def test_help_is_answered_to_me_alone(house: House) -> None:
    ada, bertil = house.person(), house.person()
    path = house.room(ada)
    one, other = [await house.enter(path, person) for person in (ada, bertil)]
    await type_line(one, "/help")
    await expect(one.locator("#log")).to_contain_text("/join")
    await type_line(one, "that was long")
    await expect(other.locator("#log")).to_contain_text("that was long")
    await expect(other.locator("#log")).not_to_contain_text("/join")


async def test_on_a_phone_what_is_said_below_the_board_is_seen(house: House) -> None:
    async with arranged(house, plays_on=False) as match:
        phone = await house.enter(match.path, match.me, width=390, height=844)
        other = await house.enter(match.path, house.person())
        log, heard = phone.locator("#log"), phone.locator("#heard")
        await expect(log).not_to_be_in_viewport(ratio=0.5)
        await type_line(other, "hello you on the phone")
        await expect(heard).to_be_visible()
        await expect(heard).to_contain_text("hello you on the phone")
        await heard.click()
        await expect(heard).to_be_hidden()
        await expect(log.locator(".say").last).to_be_in_viewport()
        await phone.evaluate("scrollTo(0, 0)")
        await type_line(phone, "/help")
        await expect(log.get_by_text("Yourself: /rank")).to_be_in_viewport(ratio=1)
        await expect(heard).to_be_hidden()


async def test_a_slip_is_answered_with_a_suggestion_and_comes_back_to_be_mended(house: House) -> None:
    ada = house.person()
    page = await house.enter(house.room(ada), ada)
    await type_line(page, "/strat")
    await expect(page.locator("#notice")).to_contain_text("/start")
    await expect(page.locator("#line")).to_have_value("/strat")


async def test_arrow_keys_leaf_through_what_was_said(house: House) -> None:
    ada = house.person()
    page = await house.enter(house.room(ada), ada)
    line = page.locator("#line")
    for text in ("one", "two", "three"):
        await type_line(page, text)
        await expect(page.locator("#log")).to_contain_text(text)
    for key, text in (("Up", "three"), ("Up", "two"), ("Up", "one"), ("Up", "one"), ("Down", "two"), ("Down", "three")):
        await line.press(f"Arrow{key}")
        await expect(line).to_have_value(text)
    await line.press("ArrowDown")
    await expect(line).to_have_value("")


async def test_a_line_has_at_most_500_characters(house: House) -> None:
    ada = house.person()
    page = await house.enter(house.room(ada), ada)
    line = page.locator("#line")
    await line.focus()
    await page.keyboard.insert_text("x" * 510)
    await expect(line).to_have_value("x" * 500)
    await line.press("Enter")
    await expect(page.locator("#log .say")).to_have_text(f"{ada.name} {'x' * 500}")
    await line.evaluate("(field) => field.removeAttribute('maxlength')")
    await type_line(page, "y" * 501)
    await expect(page.locator("#notice")).to_contain_text("at most 500")
    await expect(page.locator("#log .say")).to_have_count(1)


async def test_a_flood_is_slowed_with_a_word(house: House) -> None:
    ada = house.person()
    page = await house.enter(house.room(ada), ada)
    for number in range(12):
        await type_line(page, f"line {number}")
    await expect(page.locator("#notice")).to_contain_text("Not so fast")
    await expect(page.locator("#log .say").first).to_contain_text("line 0")


async def test_the_log_follows_only_who_reads_its_end(house: House) -> None:
    ada, bertil = house.person(), house.person()
    path = house.room(ada)
    slug = path.split("/")[2]
    page = await house.enter(path, ada, height=600)
    log = page.locator("[role=log]")
    at_end = "(log) => log.scrollHeight - log.scrollTop - log.clientHeight < 24"
    async with wire.connect(house.server, slug, bertil.token) as other:
        for number in range(6):
            assert (await other.say(f"{number} " + "a long story " * 30))["type"] == "ok"
        await expect(log).to_contain_text("5 a long story")
        assert await log.evaluate("(log) => log.scrollHeight > log.clientHeight + 50")
        assert await log.evaluate(at_end)
        await log.evaluate("(log) => { log.scrollTop = 10; }")
        assert (await other.say("and on"))["type"] == "ok"
        await expect(log).to_contain_text("and on")
        assert await log.evaluate("(log) => log.scrollTop") == 10
        await log.evaluate("(log) => { log.scrollTop = log.scrollHeight; }")
        assert (await other.say("the end"))["type"] == "ok"
        await expect(log).to_contain_text("the end")
        assert await log.evaluate(at_end)

"""People in browsers: an invitation link, what is unread, a conversation, a letter; and how their pages look."""

from __future__ import annotations

import asyncio
import re

import pytest
from playwright.async_api import Page, expect

from tests import wire
from tests.browser.house import House, Person
from tests.browser.test_looks import looks_good

pytestmark = [pytest.mark.once, pytest.mark.asyncio(loop_scope="session")]

HIDE = """
let hidden = true;
Object.defineProperty(document, "hidden", { get: () => hidden });
window.lookAgain = () => { hidden = false; document.dispatchEvent(new Event("visibilitychange")); };
"""
MATCHES = """
from tafelrunde.accounts.models import Player
from tafelrunde.matches.models import Match
from tafelrunde.people import friends, ignoring, watching
from tafelrunde.ratings.models import RatedMatch, Rating, RatingChange, Sequence
one, two, three, four = (Player.objects.get(name=name) for name in {names!r})
friends.befriend(one, two); friends.befriend(two, one); friends.befriend(three, one); friends.befriend(one, four)
watching.watch(one, two); ignoring.ignore(one, Player.objects.get(name={ignored!r}))
last = RatedMatch.objects.order_by("-sequence").values_list("sequence", flat=True).first() or 0
numbers = [1000, 1020, 1005, 1043, 1031, 1090]
for at, (before, number) in enumerate(zip(numbers, numbers[1:]), 1):
    match = Match.objects.create(game="king_lui", options={{}}, ruleset="1", seed=b"x" * 32, place="x", status="over")
    rated = RatedMatch.objects.create(sequence=last + at, match=match.pk, game="king_lui")
    gained = number - before
    RatingChange.objects.create(rated=rated, player=two, place=at % 3 + 1, mu=1, sigma=1, number=number, gained=gained)
Sequence.objects.update_or_create(pk=1, defaults={{"last": last + 5}})
Rating.objects.create(player=two, game="king_lui", mu=1, sigma=1, matches=5, number=1090, numbers=numbers)
"""


async def typed(page: Page, text: str) -> None:
    await page.locator("#line").fill(text)
    await page.locator("#line").press("Enter")


async def manage(house: House, program: str) -> None:
    await asyncio.to_thread(house.server.manage, "shell", "-v", "0", "-c", program)


async def test_a_link_brings_somebody_without_an_account_to_the_table(house: House) -> None:
    ada = house.person()
    path = house.room(ada, name="Evening round")
    page = await house.enter(path, ada)
    await typed(page, "/invite")
    answer = page.locator("#log li", has_text="/invited/")
    await expect(answer).to_be_visible()
    found = re.search(r"/invited/\S+/", await answer.inner_text())
    assert found
    stranger = await house.enter(found[0])
    await expect(stranger.locator("h1")).to_have_text(f"{ada.name} invites you to Evening round")
    await stranger.get_by_label("Your name").fill(ada.name)
    await stranger.get_by_role("button", name="Sit down as a guest").click()
    await expect(stranger.locator(".errors")).to_be_visible()
    await looks_good(stranger)
    guest = f"Guest{ada.name}"
    await stranger.get_by_label("Your name").fill(guest)
    await stranger.get_by_role("button", name="Sit down as a guest").click()
    await expect(stranger).to_have_url(re.compile(path))
    for shown in (stranger, page):
        await expect(shown.locator(".chair", has_text=guest)).to_be_visible()
    await typed(page, "/uninvite")
    house.expect("status of 410")
    late = await house.enter(found[0])
    await expect(late.locator("h1")).to_have_text("This invitation is over")


async def test_an_invitation_is_seen_in_the_lobby_and_leads_to_the_table(house: House) -> None:
    ada, bertil = house.person(), house.person()
    page = await house.enter("/", bertil)
    path = house.room(ada, name="Evening round")
    async with wire.connect(house.server, path.split("/")[2], ada.token) as host:
        assert (await host.say(f"/invite {bertil.name}"))["type"] == "ok"
    await page.locator("#log li", has_text="Come to the table").get_by_role("link").click()
    await expect(page).to_have_url(re.compile(path))


async def test_what_is_unread_is_counted_in_the_head_without_a_reload_and_read_when_looked_at(house: House) -> None:
    ada, bertil = house.person(), house.person()
    context = await house.context(ada)
    await context.add_init_script(HIDE)
    page = await context.new_page()
    await page.goto(f"{house.server.url}/")
    await house.connected(page)
    async with wire.lobby(house.server, bertil.token) as other:
        for text in ("one", "two"):
            assert (await other.say(f"/tell {ada.name} {text}"))["type"] == "ok"
    await expect(page.locator("#unread .count")).to_have_text("2")
    await page.evaluate("lookAgain()")
    await expect(page.locator("#unread .count")).to_have_count(0)


async def test_a_conversation_goes_on_while_it_is_open_and_shows_nobody_else(house: House) -> None:
    ada, bertil, clara = house.person(), house.person(), house.person()
    page = await house.enter(f"/me/whispers/{bertil.name}/", ada)
    lines = page.locator("#log li")
    async with wire.lobby(house.server, bertil.token) as one, wire.lobby(house.server, clara.token) as other:
        assert (await other.say(f"/tell {ada.name} not here"))["type"] == "ok"
        assert (await one.say(f"/tell {ada.name} good evening"))["type"] == "ok"
        await expect(lines).to_have_count(1)
        await expect(lines).to_contain_text("good evening")
        await expect(page.locator("#unread .count")).to_have_text("1")  # that of the other
        await page.get_by_label("Your line").fill("and to you")
        await page.get_by_role("button", name="Send").click()
        await expect(lines).to_have_count(2)
        await house.connected(page)
        await expect(lines.locator("time")).to_have_count(2)
        await expect(page.locator("#log li").last).to_be_in_viewport()
        await one.until(lambda: "and to you" in one.lines())


async def test_a_whisper_to_who_is_away_becomes_a_letter_by_one_more_enter(house: House) -> None:
    ada, bertil = house.person(), house.person()
    page = await house.enter("/", ada)
    await typed(page, f"/tell {bertil.name} when you come")
    await expect(page.locator("#line")).to_have_value(f"/letter {bertil.name} when you come")
    await page.locator("#line").press("Enter")
    await expect(page.locator("#log li").last).to_contain_text("finds your letter when they come")
    other = await house.enter("/me/whispers/", bertil)
    await expect(other.locator("#unread .count")).to_have_text("1")
    await other.get_by_role("link", name=ada.name).click()
    await expect(other.locator("#log")).to_contain_text("when you come")
    await expect(other.locator("#unread .count")).to_have_count(0)


async def ties(house: House) -> list[Person]:
    """Five people; the first has all kinds of ties, the second ratings."""
    people = [house.person() for _ in range(5)]
    names = [person.name for person in people[:4]]
    await manage(house, MATCHES.format(names=names, ignored=people[4].name))
    async with wire.lobby(house.server, people[1].token) as other:
        for text in ("good evening", "a longer whisper " * 8, "x" * 120):
            assert (await other.say(f"/letter {people[0].name} {text}"))["type"] == "ok"
    return people


async def test_their_pages_look_good(house: House) -> None:
    people = await ties(house)
    ada, bertil = people[:2]
    for path in ("/me/whispers/", f"/me/whispers/{bertil.name}/", "/me/friends/", f"/players/{bertil.name}/"):
        await looks_good(await house.enter(path, ada))
    await looks_good(await house.enter(f"/players/{ada.name}/", ada))
    path = house.room(ada)
    await looks_good(await house.enter(path, ada))

"""Fair play in browsers: from a report at the table to its outcome, announcements, barred words, and how it looks."""

from __future__ import annotations

import asyncio
import re

import pytest
from playwright.async_api import Page, expect

from tests.browser.house import House, Person
from tests.browser.test_looks import looks_good

pytestmark = [pytest.mark.once, pytest.mark.asyncio(loop_scope="session")]

ROLE = """
from django.contrib.sessions.backends.db import SessionStore
from django_otp import DEVICE_ID_SESSION_KEY
from django_otp.plugins.otp_totp.models import TOTPDevice
from tafelrunde.accounts import moderators
from tafelrunde.accounts.admins import make_admin
from tafelrunde.accounts.models import Player
player = Player.objects.get(name="{name}")
moderators.make_moderator(player, None) if {moderator} else make_admin(player, None)
session = SessionStore("{session}")
session[DEVICE_ID_SESSION_KEY] = TOTPDevice.objects.create(user=player, confirmed=True).persistent_id
session.save()
"""
ODD = """
from django.utils import timezone
from tafelrunde.accounts.models import Player
from tafelrunde.matches.models import Match
from tafelrunde.ratings.models import RatedMatch, RatingChange
players = [Player.objects.get(name=name) for name in {names!r}]
last = RatedMatch.objects.order_by("-sequence").values_list("sequence", flat=True).first() or 0
for at in range(1, 12):
    match = Match.objects.create(
        game="king_lui", ruleset="1", seed=b"x" * 32, place="x", status="over", rated=True, ended=timezone.now()
    )
    rated = RatedMatch.objects.create(sequence=last + at, match=match.pk, game="king_lui")
    for place, player in enumerate(players[:2] if at < 11 else players[1:], 1):
        RatingChange.objects.create(rated=rated, player=player, place=place, mu=1, sigma=1, number=1000, gained=0)
"""


async def typed(page: Page, text: str) -> None:
    await page.locator("#line").fill(text)
    await page.locator("#line").press("Enter")


async def staff(house: House, moderator: bool = True) -> Person:
    """A moderator, or an admin, who has shown the second factor."""
    person = house.person()
    program = ROLE.format(name=person.name, moderator=moderator, session=person.session)
    await asyncio.to_thread(house.server.manage, "shell", "-v", "0", "-c", program)
    return person


async def press(page: Page, name: str) -> None:
    """By the keyboard alone: from field to button with Tab, then Enter."""
    for _tab in range(80):
        await page.keyboard.press("Tab")
        found = await page.evaluate("document.activeElement?.textContent?.trim()")
        if found == name:
            await page.keyboard.press("Enter")
            return
    raise AssertionError(f"{name} is not reached by the keyboard")


async def test_from_a_line_at_the_table_to_an_outcome_by_keyboard(own_house: House) -> None:
    house = own_house
    ada, bertil, mona = house.person(), house.person(), await staff(house)
    path = house.room(ada, name="Evening round")
    host, guest = await house.enter(path, ada), await house.enter(path, bertil)
    desk = await house.enter("/", mona)
    await typed(host, "you fool")
    await expect(guest.locator("#log")).to_contain_text("you fool")
    await typed(guest, f"/report {ada.name} rude words")
    await expect(guest.locator("#log")).to_contain_text(f"{ada.name} is reported.")
    told = desk.locator("#log li", has_text=f"{ada.name} has been reported.")
    await told.get_by_role("link", name="Go there").click()
    await expect(desk.locator("h1")).to_have_text(f"Report about {ada.name}")
    await expect(desk.locator(".said .theirs")).to_contain_text("you fool")
    await looks_good(desk)
    await desk.get_by_role("link", name="Reports", exact=True).click()
    await looks_good(desk)
    await desk.get_by_role("link", name=ada.name).click()
    await desk.set_viewport_size({"width": 390, "height": 844})
    await desk.get_by_role("textbox", name="Reason").focus()
    await press(desk, "Warn")
    await expect(desk.get_by_role("status")).to_contain_text("The report is settled.")
    await expect(desk.locator(".empty")).to_have_text("Nothing waits for you.")
    await expect(host.locator("#heard, #log").filter(has_text="A moderator warns you").first).to_be_visible()
    await expect(guest.locator("#log")).to_contain_text("A moderator has looked at your report")
    await host.reload()
    warned = host.locator(".warned")
    await expect(warned).to_contain_text("A moderator warns you: Please be fair and friendly")
    await looks_good(host)
    await warned.get_by_role("button", name="I have read it").click()
    await expect(host).to_have_url(re.compile(path))
    await expect(host.locator(".warned")).to_have_count(0)


async def test_an_announcement_is_seen_at_once_and_by_who_comes_later(own_house: House) -> None:
    house = own_house
    ada, mona = house.person(), await staff(house)
    path = house.room(ada, name="Evening round")
    room, lobby = await house.enter(path, ada), await house.enter("/")
    desk = await house.enter("/moderation/announcements/", mona)
    await desk.get_by_role("textbox", name="Announcement").fill(
        "Tea at five, in the <b>garden</b>, for everybody who likes some"
    )
    await desk.get_by_role("button", name="Announce it").click()
    late = await house.enter(path)
    for page in (room, lobby, late, desk):
        await expect(page.locator("#announcements")).to_contain_text("Tea at five, in the <b>garden</b>")
    for page in (room, lobby, desk):
        await looks_good(page)
    await desk.get_by_role("button", name="End:").click()
    for page in (room, lobby, late, desk):
        await expect(page.locator("#announcements")).to_be_hidden()


async def test_a_moderator_who_looks_in_is_seen(house: House) -> None:
    house.expect("status of 403")
    ada, mona = house.person(), await staff(house)
    path = house.room(ada, name="Quiet round", entry="password", password="plums")
    page = await house.enter(path, ada)
    desk = await house.enter(path, mona)
    await looks_good(desk)
    await desk.get_by_role("button", name="Look in as a moderator").click()
    await expect(page.locator("#log")).to_contain_text(f"{mona.name}, who is a moderator, has come to look in.")
    await expect(page.locator("#here")).to_contain_text(f"{mona.name} (moderator)")
    await desk.close()
    await expect(page.locator("#here")).not_to_contain_text(mona.name)


async def test_a_barred_word_is_refused_and_stays_in_the_line(own_house: House) -> None:
    house = own_house
    ada, mona = house.person(), await staff(house)
    page = await house.enter(house.room(ada), ada)
    desk = await house.enter("/moderation/words/", mona)
    for word in ("plonk", "a rather long word*"):
        await desk.get_by_role("textbox", name="Word").fill(word)
        await desk.get_by_role("button", name="Add the word").click()
        await expect(desk.locator(".words")).to_contain_text(word)
    await looks_good(desk)
    await typed(page, "what a plonk")
    await expect(page.locator("#notice")).to_contain_text("“plonk” is not said here")
    await expect(page.locator("#line")).to_have_value("what a plonk")
    await desk.get_by_role("button", name="Allow plonk again").click()
    await expect(desk.locator(".words")).not_to_contain_text("plonk")


async def test_the_other_pages_of_moderators(own_house: House) -> None:
    house = own_house
    ada, bertil, clara, boss = house.person(), house.person(), house.person(), await staff(house, moderator=False)
    names = [ada.name, bertil.name, clara.name]
    await asyncio.to_thread(house.server.manage, "shell", "-v", "0", "-c", ODD.format(names=names))
    desk = await house.enter("/moderation/hints/", boss)
    await expect(desk.locator(".reports")).to_contain_text(f"{ada.name} has played 10 of 10 rated matches")
    await looks_good(desk)
    await desk.goto(f"{house.server.url}/moderation/people/?name={ada.name}")
    await desk.get_by_role("textbox", name="Note").fill("plays with one person only")
    await desk.get_by_role("button", name="Keep the note").click()
    await expect(desk.locator(".reports").first).to_contain_text("plays with one person only")
    await desk.get_by_role("textbox", name="Reason").fill("shouting")
    await desk.get_by_role("button", name="Mute for an hour").click()
    await expect(desk.get_by_role("button", name="Lift the mute")).to_be_visible()
    await looks_good(desk)
    page = await house.enter(f"/players/{ada.name}/", bertil)
    await looks_good(page)
    await page.get_by_role("link", name="Report").click()
    await page.get_by_label("What has happened?").fill("loses on purpose")
    await looks_good(page)
    await page.get_by_role("button", name="Report").click()
    await expect(page.get_by_role("status").first).to_contain_text(f"{ada.name} is reported.")
    await desk.goto(f"{house.server.url}/moderation/")
    await desk.get_by_role("link", name=ada.name).click()
    await desk.get_by_role("button", name="Dismiss the report").click()
    await desk.goto(f"{house.server.url}/moderation/settled/")
    await expect(desk.locator(".reports")).to_contain_text("dismissed")
    await looks_good(desk)

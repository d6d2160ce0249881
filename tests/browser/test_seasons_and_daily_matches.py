"""Seasons, daily matches and channels in browsers: what is told by itself, and how their pages look."""

from __future__ import annotations

import asyncio
import os

import pytest
from playwright.async_api import Page, expect

from tests import wire
from tests.browser.house import House, Person
from tests.browser.test_looks import looks_good
from tests.browser.test_people import manage, typed

pytestmark = [pytest.mark.once, pytest.mark.asyncio(loop_scope="session")]

SEASONS = """
from django.utils import timezone
from tafelrunde.accounts.models import Player
from tafelrunde.people import friends
from tafelrunde.ratings.models import Medal, Rating, SeasonRating
from tafelrunde.ratings.rating import Record
from tafelrunde.ratings.seasons import Season
people = [Player.objects.get(name=name) for name in {names!r}]
friends.befriend(people[0], people[1]); friends.befriend(people[1], people[0])
for at, player in enumerate(people):
    counts = {{"beyond_the_king": 31 + at, "dragons_fed": 1200 + at, "kitchen_visits": 77}}
    record = Record(25, 4, 3 + at, (1000, 1500 - 40 * at), counts)
    Rating.of(player.pk, "king_lui", record).save()
    for key in ("2026Q3", Season.at(timezone.now()).key):
        SeasonRating.of(player.pk, "king_lui", record, season=key).save()
for at, season in enumerate(("2026Q3", "2026Q2", "2026Q1")):
    Medal.objects.create(player=people[0], game="king_lui", season=season, place=at + 1, number=1500 - at)
"""


async def look(page: Page, name: str) -> None:
    """It looks good; where the variable LOOKS names a folder, pictures of it are left there."""
    await looks_good(page)
    folder = os.environ.get("LOOKS")
    for width in (390, 1440) if folder else ():
        for scheme in ("light", "dark"):
            await page.set_viewport_size({"width": width, "height": 844})
            await page.emulate_media(color_scheme=scheme)
            await page.screenshot(path=f"{folder}/{name}-{width}-{scheme}.png", full_page=True)


async def daily(house: House, ada: Person, *others: Person, name: str = "Evening round") -> str:
    """A daily match of these and a bot; it is Ada's turn. The path of its room."""
    path = house.room(ada, name=name, pace="daily")
    slug = path.split("/")[2]
    async with wire.connect(house.server, slug, ada.token) as host:
        for line in ("/option draw off", "/join"):
            assert (await host.say(line))["type"] == "ok"
        for other in others:
            async with wire.connect(house.server, slug, other.token) as guest:
                assert (await guest.say("/join"))["type"] == "ok"
        for line in (*["/bot"] * (3 - 1 - len(others)), "/start"):
            assert (await host.say(line))["type"] == "ok"
    return path


async def move(house: House, path: str, person: Person) -> None:
    async with wire.connect(house.server, path.split("/")[2], person.token) as wired:
        await wired.match_where(lambda match: match["moves"])
        assert (await wired.move(wired.match["moves"][0]))["type"] == "ok"


async def test_whose_turn_it_is_is_told_in_the_lobby_and_in_the_head_without_a_reload(house: House) -> None:
    ada, bertil = house.person(), house.person()
    path = await daily(house, ada, bertil)
    lobby, adas = await house.enter("/", bertil), await house.enter("/", ada)
    await expect(adas.locator("#my-turns .count")).to_have_text("1")
    mine = await house.enter("/me/turns/", bertil)
    await expect(lobby.locator("#my-turns")).to_be_hidden()
    await expect(mine.locator("main")).to_contain_text("Nowhere is it your turn")
    await move(house, path, ada)
    for page in (lobby, mine):
        await expect(page.locator("#my-turns .count")).to_have_text("1")
        await expect(page.locator("#turn-list a")).to_have_attribute("href", path)
    await expect(adas.locator("#my-turns")).to_be_hidden()
    await expect(adas.locator(".turns")).to_be_hidden()
    await expect(mine.locator("#turn-list time")).not_to_contain_text("UTC")
    await mine.locator("#turn-list a").click()
    await expect(mine.locator("#my-turns .count")).to_have_text("1")
    await expect(mine.locator("#players .clock:not(:empty)")).to_contain_text("23:5")


async def test_a_holiday_is_begun_and_ended_by_keyboard(house: House) -> None:
    ada = house.person()
    await daily(house, ada, house.person())
    page = await house.enter("/me/turns/", ada)
    await page.get_by_role("spinbutton", name="Days").fill("3")
    await page.get_by_role("spinbutton", name="Days").press("Enter")
    await expect(page.locator("main")).to_contain_text("You are on holiday until")
    await look(page, "holiday")
    await page.get_by_role("button", name="I am back").press("Enter")
    await expect(page.locator("main")).to_contain_text("you have 13 left")


async def test_a_channel_is_joined_by_a_button_and_heard_in_a_room(house: House) -> None:
    ada, bertil = house.person(), house.person()
    lobby, room = await house.enter("/", ada), await house.enter(house.room(bertil), bertil)
    await lobby.get_by_role("button", name="#it", exact=True).click()
    await expect(lobby.locator("#log li").last).to_contain_text("You hear #it now")
    await typed(room, "/channel join it")
    await expect(room.locator("#log li").last).to_contain_text("You hear #it now")
    await typed(lobby, "/channel it <b>buona</b> sera")
    for page in (lobby, room):
        await expect(page.locator("#log li.channel").last).to_have_text(f"#it {ada.name} <b>buona</b> sera")
    await look(lobby, "lobby-channel")


async def test_their_pages_look_good(house: House) -> None:
    people = [house.person() for _ in range(6)]
    ada = people[0]
    await manage(house, SEASONS.format(names=[person.name for person in people]))
    await asyncio.gather(*[daily(house, ada, people[1], name=f"Round {n} with a longer name") for n in range(2)])
    await look(await house.enter("/games/king_lui/ranking/", ada), "ranking")
    await look(await house.enter("/games/king_lui/ranking/?season=2026Q3&who=friends", ada), "season")
    await look(await house.enter(f"/players/{ada.name}/", people[1]), "profile")
    await look(await house.enter("/me/turns/", ada), "turns")
    await look(await house.enter("/", ada), "lobby")

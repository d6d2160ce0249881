"""Pages have room for a language that is 40 % longer, and for one that is written from right to left."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from typing import Any, Final

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Page, expect

from kings_gold.state import State as Gold
from tests.browser import feast, invented
from tests.browser.arranged import arranged
from tests.browser.house import House, Person, house_at
from tests.browser.invented import LONG, MIRRORED
from tests.browser.room_for_words import has_room
from tests.browser.sailing import at_sea
from tests.browser.test_kings_gold import play_to_the_end, rolled, two_choices
from tests.browser.test_moderation import ODD, ROLE
from tests.browser.test_people import manage
from tests.browser.test_seasons_and_daily_matches import SEASONS, daily
from tests.browser.test_skull_king import before_the_last_card, last_to_bid, play_last_card, torn, with_mary
from tests.browser.voyage import voyage
from tests.serving import Served, serving

pytestmark = [pytest.mark.once, pytest.mark.asyncio(loop_scope="session")]
LOCALES: Final = {LONG: "nl-NL", MIRRORED: "he-IL"}
each_language: Final = pytest.mark.parametrize("language", LOCALES)
STRANGERS: Final = (
    "/",
    "/accounts/login/",
    "/accounts/signup/",
    "/accounts/password/reset/",
    "/accounts/password/reset/done/",
    "/rules/king_lui/",
    "/rules/skull_king/",
    "/rules/kings_gold/",
    "/matches/",
    "/nowhere/",
)
MEMBERS: Final = (
    "/me/",
    "/me/preferences/",
    "/me/tokens/",
    "/me/data/",
    "/me/delete/",
    "/me/two-factor/",
    "/me/turns/",
    "/me/friends/",
    "/me/whispers/",
    "/accounts/email/",
    "/accounts/logout/",
    "/accounts/password/set/",
)
FROM_THE_LEFT: Final = """(all) => all.map((one) => {
    const range = document.createRange();
    const at = (node) => { range.selectNode(node); return range.getBoundingClientRect().left; };
    return at(one.firstChild) < at(one.lastChild);
})"""
"""Whether of a number and what follows it the number stands on the left, in all languages."""


@pytest.fixture(scope="session")
def speaking(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Variables for a server that also speaks the languages that nobody speaks."""
    folder = tmp_path_factory.mktemp("words")
    invented.write(folder)
    settings = {"DJANGO_SETTINGS_MODULE": "tests.browser.invented_settings", invented.FOLDER: str(folder)}
    return {"BOT_PAUSE": "0.05", **settings}


@pytest.fixture(scope="session")
def abroad(speaking: dict[str, str]) -> Iterator[Served]:
    """Such a server for all tests of the process."""
    with serving(speaking) as served:
        yield served


@pytest.fixture
def odd(speaking: dict[str, str]) -> Iterator[Served]:
    """Such a server for this test alone, in which ratings are made up."""
    with serving(speaking) as served:
        yield served


@pytest_asyncio.fixture(loop_scope="session")
async def town(browser: Browser, abroad: Served) -> AsyncIterator[House]:
    """The browsers of this test, on the shared server."""
    async with house_at(browser, abroad) as house:
        yield house


@pytest_asyncio.fixture(loop_scope="session")
async def odd_town(browser: Browser, odd: Served) -> AsyncIterator[House]:
    """The browsers of this test, on the server for it alone."""
    async with house_at(browser, odd) as house:
        yield house


async def enter(house: House, language: str, path: str, person: Person | None = None, **more: Any) -> Page:
    """Somebody whose browser asks for this language opens a page."""
    page = await house.enter(path, person, locale=LOCALES[language], **more)
    html = page.locator("html")
    await expect(html).to_have_attribute("lang", language)
    if language == MIRRORED:
        await expect(html).to_have_attribute("dir", "rtl")
    return page


async def pages(house: House, language: str, paths: tuple[str, ...], person: Person | None, name: str) -> list[str]:
    """What is amiss on these pages, in one browser."""
    page = await enter(house, language, paths[0], person)
    found = []
    for path in paths:
        await page.goto(f"{house.server.url}{path}")
        found += await has_room(page, f"{name}{path.replace('/', '_')}-{language}")
    return found


@each_language
async def test_pages_for_everybody(town: House, language: str) -> None:
    town.expect("status of 404")
    town.room(town.person(), name="Evening round")
    found = await pages(town, language, STRANGERS, None, "strangers")
    assert not found, "\n".join(found)


@each_language
async def test_pages_about_oneself(town: House, language: str) -> None:
    found = await pages(town, language, MEMBERS, town.person(), "members")
    assert not found, "\n".join(found)


@each_language
async def test_rankings_profiles_and_daily_matches(town: House, language: str) -> None:
    people = [town.person() for _ in range(6)]
    ada = people[0]
    await manage(town, SEASONS.format(names=[person.name for person in people]))
    await asyncio.gather(*[daily(town, ada, people[1], name=f"Round {n} with a longer name") for n in range(2)])
    paths = (
        "/games/king_lui/ranking/",
        "/games/king_lui/ranking/?season=2026Q3&who=friends",
        f"/players/{ada.name}/",
        f"/players/{people[1].name}/",
        f"/players/{people[1].name}/report/",
        f"/players/{ada.name}/matches/",
        f"/me/whispers/{people[1].name}/",
        "/me/friends/",
        "/me/turns/",
        "/",
    )
    found = await pages(town, language, paths, ada, "ranked")
    assert not found, "\n".join(found)


@each_language
async def test_pages_of_moderators_and_admins(odd_town: House, language: str) -> None:
    chief, *people = [odd_town.person() for _ in range(4)]
    await manage(odd_town, ROLE.format(name=chief.name, moderator=False, session=chief.session))
    await manage(odd_town, ODD.format(names=[person.name for person in people]))
    path = odd_town.room(people[0], name="Evening round")
    table = await enter(odd_town, language, path, people[0])
    await table.locator("#line").fill(f"/report {people[1].name} rude words")
    await table.keyboard.press("Enter")
    await expect(table.locator("#line")).to_have_value("")
    page = await enter(odd_town, language, "/moderation/", chief)
    report = await page.locator("a.report").first.get_attribute("href")
    assert report
    paths = (
        "/moderation/",
        report,
        "/moderation/settled/",
        "/moderation/announcements/",
        "/moderation/words/",
        "/moderation/hints/",
        "/moderation/figures/",
        "/admin/",
        "/admin/accounts/player/",
        "/admin/accounts/player/act/ban/?id=1",
        "/admin/rooms/room/",
        "/admin/matches/match/",
        "/admin/house/offeredgame/",
        "/admin/house/offeredgame/act/options/?id=king_lui",
    )
    found = await pages(odd_town, language, paths, chief, "staff")
    assert not found, "\n".join(found)


@each_language
async def test_a_room_that_waits(town: House, language: str) -> None:
    ada = town.person()
    path = town.room(ada, name="Evening round")
    page = await enter(town, language, path, ada)
    found = await has_room(page, f"room-empty-{language}")
    await page.locator("#sit-1").click()
    for line in ("/bot", "/pace brisk", "/text Beginners are welcome", "/keep on", "/maysit members 900-1200"):
        await page.locator("#line").fill(line)
        await page.keyboard.press("Enter")
        await expect(page.locator("#line")).to_have_value("")
    await page.locator("#line").fill("/help")
    await page.keyboard.press("Enter")
    await expect(page.locator("#line")).to_have_value("")
    await page.locator("#line").fill("Hello, everybody!")
    await page.keyboard.press("Enter")
    await expect(page.locator("#log .say bdi")).to_have_text("Hello, everybody!")
    found += await has_room(page, f"room-waits-{language}")
    stranger = await enter(town, language, path)
    found += await has_room(stranger, f"room-stranger-{language}")
    hosting = await enter(town, language, f"{path}hosting/", ada)
    found += await has_room(hosting, f"hosting-{language}")
    assert not found, "\n".join(found)


@each_language
async def test_king_lui(town: House, language: str) -> None:
    async with arranged(town, lambda state: state.dragons > 0) as match:
        page = await enter(town, language, match.path, match.me)
        await expect(page.locator("#emerald")).to_be_enabled()
        found = await has_room(page, f"king-lui-now-{language}")
        found += await has_room(await enter(town, language, match.path), f"king-lui-watched-{language}")
        await page.locator("#emerald").click()
        await page.locator('#board .king [aria-disabled="false"]').first.click()
        found += await has_room(page, f"king-lui-feeding-{language}")
        await page.keyboard.press("Escape")
        await feast.play_to_the_end(page)
        await page.locator("#proof summary").click()
        found += await has_room(page, f"king-lui-over-{language}")
        await page.locator("#watch").click()
        await page.wait_for_url("**/matches/*/**")
        found += await has_room(page, f"replay-{language}")
        assert not found, "\n".join(found)


@each_language
async def test_skull_king(town: House, language: str) -> None:
    found = []
    for name, wanted in (("bids", last_to_bid), ("plays", torn), ("mary", with_mary)):
        async with voyage(town, wanted) as match:
            page = await enter(town, language, match.path, match.people[0])
            found += await has_room(page, f"skull-king-{name}-{language}")
            if name != "bids":
                assert await page.locator(".promise bdi").evaluate_all(FROM_THE_LEFT) == [True] * 3
    for number in (9, 10):
        async with voyage(town, before_the_last_card(number), seats=6) as match:
            page = await enter(town, language, match.path, match.people[0])
            await play_last_card(page, match)
            await expect(page.locator("#board .scored tbody tr")).to_have_count(number)
            found += await has_room(page, f"skull-king-after-{number}-{language}")
            await page.goto(f"{town.server.url}{match.replay}")
            found += await has_room(page, f"skull-king-replay-{number}-{language}")
    assert not found, "\n".join(found)


def first_roll(state: Gold) -> bool:
    return state.phase == "roll" and state.last is None


def nearly_over(state: Gold) -> bool:
    return state.phase == "roll" and state.gold.purse < 20


@each_language
async def test_kings_gold(town: House, language: str) -> None:
    found = []
    for name, wanted in (("first", first_roll), ("rolled", rolled), ("choices", two_choices)):
        async with at_sea(town, wanted, plays_on=False) as match:
            page = await enter(town, language, match.path, match.me)
            await expect(page.locator("#board .kg")).to_be_visible()
            found += await has_room(page, f"kings-gold-{name}-{language}")
    async with at_sea(town, nearly_over) as match:
        page = await enter(town, language, match.path, match.me)
        await play_to_the_end(page)
        found += await has_room(page, f"kings-gold-over-{language}")
    assert not found, "\n".join(found)

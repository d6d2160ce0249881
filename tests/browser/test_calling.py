"""Whose turn it is sees, hears and feels it, as they like: a mark, sounds, a phone that trembles, alerts."""

from __future__ import annotations

import re
from functools import partial
from typing import Any

import pytest
from playwright.async_api import Page, expect

from tests.browser import feast
from tests.browser.arranged import Arranged, arranged
from tests.browser.house import House, Person
from tests.browser.test_preferences import likes
from tests.browser.test_time_and_votes import table

pytestmark = [pytest.mark.once, pytest.mark.asyncio(loop_scope="session")]

# What is heard, felt and shown, noted as it happens.
WATCH = """
const note = (kind, what) => {
    window[kind].push(what);
    document.documentElement.setAttribute(`data-${kind}`, window[kind].map((one) => one.title ?? one).join(" "));
};
for (const kind of ["sung", "trembled", "alerted", "asked"]) window[kind] = [];
const start = OscillatorNode.prototype.start;
OscillatorNode.prototype.start = function (...given) {
    note("sung", this.frequency.value);
    return start.apply(this, given);
};
navigator.vibrate = (pattern) => { note("trembled", String(pattern)); return true; };
const Real = window.Notification;
window.Notification = class extends Real {
    constructor(title, options) { super(title, options); note("alerted", { title, ...options }); }
    static get permission() { return window.answer ?? Real.permission; }
    static async requestPermission() { window.answer = "granted"; note("asked", "once"); return "granted"; }
};
"""
AWAY = """() => {
    Object.defineProperty(document, "hidden", { configurable: true, get: () => true });
    Object.defineProperty(document, "visibilityState", { configurable: true, get: () => "hidden" });
}"""


async def called(house: House, path: str, person: Person, more: str = "", **wanted: Any) -> Page:
    """The page of somebody who notes how they are called, and has touched it."""
    context = await house.context(person, **wanted)
    await context.add_init_script(WATCH + more)
    page = await context.new_page()
    await page.goto(f"{house.server.url}{path}")
    await house.connected(page)
    await page.locator(".top").click()
    return page


async def noted(page: Page, kind: str, what: str | re.Pattern[str]) -> None:
    """Wait until this is what the page has noted of a kind."""
    await expect(page.locator("html")).to_have_attribute(f"data-{kind}", what)


async def pass_on(page: Page) -> None:
    """The reader plays; from here on it is not their turn."""
    await feast.click(page, next(move for move in await feast.moves(page) if move.startswith("take")))


def shows(ply: int, match: dict[str, Any]) -> bool:
    return int(match["ply"]) >= ply


async def company_plays(page: Page, match: Arranged) -> None:
    """The others play, until it is the reader's turn again."""
    first = match.company[0]
    ply = int(await page.locator("#mine").get_attribute("data-ply") or "")
    while (at := await first.match_where(partial(shows, ply)))["to_move"] != [0]:
        mover = match.company[at["to_move"][0] - 1]
        await mover.match_where(partial(shows, ply))
        assert (await mover.move(sorted(mover.match["moves"])[-1]))["type"] == "ok"
        ply += 1
        await expect(page.locator("#mine")).to_have_attribute("data-ply", str(ply))


async def test_title_and_icon_bear_a_mark_while_it_is_ones_turn_and_only_then(house: House) -> None:
    async with arranged(house, plays_on=False) as match:
        page, watcher = await called(house, match.path, match.me), await house.enter(match.path)
        plain = await watcher.title()
        icon = page.locator("link[rel=icon]")
        await expect(page).to_have_title(f"● {plain}")
        await expect(icon).to_have_attribute("href", re.compile(r"/icon-turn\."))
        badge = await icon.get_attribute("href") or ""
        assert (await page.request.get(house.server.url + badge)).headers["content-type"].startswith("image/svg+xml")
        await pass_on(page)
        await expect(page).to_have_title(plain)
        await expect(icon).to_have_attribute("href", re.compile(r"/icon\."))
        await company_plays(page, match)
        await expect(page).to_have_title(f"● {plain}")
        await expect(icon).to_have_attribute("href", badge)
        assert await watcher.title() == plain


async def test_moves_and_ones_turn_are_heard_as_loud_as_one_likes(house: House) -> None:
    async with arranged(house, plays_on=False) as match:
        await likes(house, match.me, "sounds", "80")
        page = await called(house, match.path, match.me)
        assert await page.evaluate("window.sung") == []
        await pass_on(page)
        await noted(page, "sung", "233")
        await company_plays(page, match)
        await noted(page, "sung", re.compile(" 659 880$"))
        assert len(await page.evaluate("window.trembled")) == 1


async def test_who_likes_no_sounds_loads_none(house: House) -> None:
    async with arranged(house, plays_on=False) as match:
        await likes(house, match.me, "vibration", "off")
        page = await called(house, match.path, match.me)
        await pass_on(page)
        await company_plays(page, match)
        await expect(page).to_have_title(re.compile("^● "))
        assert await page.evaluate("[window.sung, window.trembled]") == [[], []]
        assert not [one for one in house.requests if "/sounds." in one.url]


async def test_a_page_that_was_not_touched_is_silent(house: House) -> None:
    untouched = "Object.defineProperty(navigator, 'userActivation', { get: () => ({ hasBeenActive: false }) });"
    async with arranged(house, plays_on=False) as match:
        await likes(house, match.me, "sounds", "80")
        page = await called(house, match.path, match.me, untouched)
        await pass_on(page)
        await company_plays(page, match)
        await expect(page).to_have_title(re.compile("^● "))
        assert [one for one in house.requests if "/sounds." in one.url]
        assert await page.evaluate("[window.sung, window.trembled]") == [[], []]


async def test_a_whisper_is_heard_once(house: House) -> None:
    async with arranged(house, plays_on=False) as match:
        await likes(house, match.me, "sounds", "100")
        page = await called(house, match.path, match.me)
        assert (await match.company[0].say(f"/tell {match.me.name} psst"))["type"] == "ok"
        await expect(page.locator("#log")).to_contain_text("psst")
        await noted(page, "sung", "1047 784")
        assert (await match.company[0].say("hello"))["type"] == "ok"
        await expect(page.locator("#log")).to_contain_text("hello")
        assert len(await page.evaluate("window.sung")) == 2


async def test_the_last_ten_seconds_are_felt_one_by_one(house: House) -> None:
    async with table(house, pace="brisk") as (path, ada, _others):
        await likes(house, ada, "sounds", "60")
        context = await house.context(ada)
        await context.add_init_script(WATCH)
        page = await context.new_page()
        await page.clock.install()
        await page.goto(house.server.url + path)
        await house.connected(page)
        await page.locator(".top").click()
        await expect(page.locator("#clock-0")).to_have_text(re.compile(r"0:[12]\d"))
        assert await page.evaluate("window.trembled") == []
        await page.clock.fast_forward(21_000)
        await expect(page.locator("#clock-0")).to_have_text(re.compile(r"0:0\d"))
        await noted(page, "trembled", re.compile("^35"))
        felt = len(await page.evaluate("window.trembled"))
        await page.clock.run_for(2_000)
        await noted(page, "trembled", " ".join(["35"] * (felt + 2)))
        await noted(page, "sung", re.compile("^(990|1320)( (990|1320))*$"))


async def test_a_notification_is_shown_where_it_is_liked_and_nobody_looks(house: House) -> None:
    async with arranged(house, plays_on=False) as match:
        await likes(house, match.me, "alerts", "on")
        page = await called(house, match.path, match.me, 'window.answer = "default";')
        await expect(page.locator("#allow")).to_be_visible()
        assert await page.evaluate("window.asked") == []
        await page.locator("#allow button").click()
        await expect(page.locator("#allow")).to_be_hidden()
        assert await page.evaluate("window.asked") == ["once"]
        await pass_on(page)
        await company_plays(page, match)
        await expect(page).to_have_title(re.compile("^● "))
        assert await page.evaluate("window.alerted") == [], "who looks needs none"
        await pass_on(page)
        plain = await page.title()
        await page.evaluate(AWAY)
        await company_plays(page, match)
        await noted(page, "alerted", plain)
        [alert] = await page.evaluate("window.alerted")
        assert (alert["title"], alert["body"], alert["tag"]) == (plain, "It is your turn.", match.path)


async def test_nobody_is_asked_or_shown_one_who_has_not_chosen_it(house: House) -> None:
    async with arranged(house, plays_on=False) as match:
        page = await called(house, match.path, match.me, 'window.answer = "granted";')
        await expect(page.locator("#allow")).to_be_hidden()
        await pass_on(page)
        await page.evaluate(AWAY)
        await company_plays(page, match)
        await expect(page).to_have_title(re.compile("^● "))
        assert await page.evaluate("[window.alerted, window.asked]") == [[], []]


async def test_where_only_a_worker_may_show_one_it_does(house: House) -> None:
    phone = """
        Notification = class { constructor() { throw new TypeError("only a worker"); } static permission = "granted"; };
        async function show(title, { tag }) { note("alerted", { title, tag, scope: new URL(this.scope).pathname }); }
        if (window.ServiceWorkerRegistration) ServiceWorkerRegistration.prototype.showNotification = show;
    """
    async with arranged(house, plays_on=False) as match:
        await likes(house, match.me, "alerts", "on")
        page = await called(house, match.path, match.me, phone)
        await pass_on(page)
        plain = await page.title()
        await page.evaluate(AWAY)
        await company_plays(page, match)
        await noted(page, "alerted", plain)
        assert await page.evaluate("window.alerted") == [{"title": plain, "tag": match.path, "scope": "/"}]


async def test_the_page_of_preferences_lets_one_listen_and_asks_in_the_click(house: House) -> None:
    ada = house.person()
    page = await called(house, "/me/preferences/", ada, 'window.answer = "default";')
    await page.locator("#id_my-sounds").select_option("70")
    await noted(page, "sung", "659 880")
    await expect(page.locator("#allow")).to_be_hidden()
    await page.locator("#id_my-alerts").select_option("on")
    await noted(page, "asked", "once")
    await expect(page.locator("#allow")).to_be_hidden()
    await page.locator("main form button.primary").click()
    await expect(page.locator("html")).to_have_attribute("data-sounds", "70")
    await expect(page.locator("html")).to_have_attribute("data-alerts", "on")


async def test_it_says_where_the_browser_forbids_notifications(house: House) -> None:
    page = await called(house, "/me/preferences/", house.person(), 'window.answer = "denied";')
    await page.locator("#id_my-alerts").select_option("on")
    await expect(page.locator("#allow")).to_contain_text("This browser lets no page of this site notify you")
    await expect(page.locator("#allow button")).to_be_hidden()
    assert await page.evaluate("window.asked") == []

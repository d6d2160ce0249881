"""Every page on phones, tablets and desks, by day and by night: nothing sticks out, nothing keeps anybody out."""

from typing import Literal

import pytest
from axe_playwright_python.base import AXE_FILE_PATH
from playwright.async_api import Page, expect

from tests.browser import feast
from tests.browser.arranged import arranged
from tests.browser.house import House

pytestmark = [pytest.mark.once, pytest.mark.asyncio(loop_scope="session")]
WIDTHS = {390: 844, 820: 1180, 1440: 900}
OPTIONS = {
    "resultTypes": ["violations"],
    "preload": False,
    "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
}

SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
BARRIERS = """async (options) => {
    const rule = { ...options, runOnly: { type: "rule", values: ["target-size"] } };
    const small = async ([target]) => {     // half under the line at the bottom edge of a phone? In full view, then.
        document.querySelector(target).scrollIntoView({ block: "center" });
        return (await axe.run(target, rule)).violations.length > 0;
    };
    const found = [];
    for (const { id, impact, nodes } of (await axe.run(document, options)).violations) {
        if (impact !== "serious" && impact !== "critical") continue;
        const kept = [];
        for (const { html, target } of nodes)
            if (id !== "target-size" || await small(target)) kept.push(html.slice(0, 200));
        if (kept.length) found.push([id, kept]);
    }
    scrollTo(0, 0);
    return found;
}"""
LAYOUT = """() => {
    const faults = [], { clientWidth: width, scrollWidth: wide } = document.documentElement;
    if (wide > width) faults.push(`scrolls sideways: ${wide}`);
    const name = (one) => one.outerHTML.slice(0, 80);
    for (const one of document.querySelectorAll("button, a, input, select, h1, h2, .dish, .log, .chair, .name")) {
        const { left, right, width: own } = one.getBoundingClientRect();
        const hidden = !one.checkVisibility({ visibilityProperty: true }) || one.closest(".vh, .skip, [hidden]");
        if (!hidden && own && (left < -1 || right > width + 1)) faults.push(`sticks out: ${name(one)}`);
    }
    for (const one of document.querySelectorAll("button, select, input:not([type=hidden]), .button")) {
        const { width: w, height: h } = one.getBoundingClientRect();
        if (one.checkVisibility() && (w < 24 || h < 24)) faults.push(`too small: ${name(one)}`);
    }
    return faults;
}"""


async def looks_good(page: Page) -> None:
    """At all widths, light and dark."""
    if not await page.evaluate("'axe' in window"):
        await page.evaluate(AXE_FILE_PATH.read_text())
    for width, height in WIDTHS.items():
        await page.set_viewport_size({"width": width, "height": height})
        assert await page.evaluate(LAYOUT) == [], (page.url, width)
        for scheme in SCHEMES if width != 820 else ():
            await page.emulate_media(color_scheme=scheme)
            found = await page.evaluate(BARRIERS, OPTIONS)
            assert found == [], (page.url, width, scheme)


@pytest.mark.parametrize(
    "path", ["/", "/accounts/login/", "/accounts/signup/", "/rules/king_lui/", "/api/", "/nowhere/"]
)
async def test_pages_without_a_table(house: House, path: str) -> None:
    house.expect("status of 404")
    for name in ("Evening round", "A room whose name is just as long as it may"[:40]):
        house.room(house.person(), name=name)
    await looks_good(await house.enter(path))


@pytest.mark.parametrize("path", ["/me/", "/me/preferences/", "/me/tokens/", "/accounts/email/"])
async def test_pages_about_oneself(house: House, path: str) -> None:
    await looks_good(await house.enter(path, house.person()))


async def test_a_room_that_waits(house: House) -> None:
    ada = house.person()
    page = await house.enter(house.room(ada), ada)
    await page.get_by_role("button", name="Seat 1: sit down").click()
    await page.get_by_role("button", name="Seat 2: add a bot").click()
    await expect(page.locator(".chair.bot")).to_have_count(1)
    await page.locator("#line").fill("/")
    await expect(page.locator("#choices")).to_be_visible()
    await looks_good(page)


async def test_a_match(house: House) -> None:
    async with arranged(house, lambda state: state.dragons > 0, plays_on=False) as match:
        mine, watching = [await house.enter(match.path, person) for person in (match.me, None)]
        await expect(mine.locator("#emerald")).to_be_enabled()
        await looks_good(mine)
        await looks_good(watching)
        await mine.locator("#emerald").click()
        await mine.locator('#board .king [aria-disabled="false"]').first.click()
        await looks_good(mine)
        await mine.keyboard.press("Escape")
        await feast.click(mine, (await feast.moves(mine))[-1])
        await looks_good(mine)


async def test_the_end(house: House) -> None:
    async with arranged(house) as match:
        page = await house.enter(match.path, match.me)
        await feast.play_to_the_end(page)
        await page.locator("#proof summary").click()
        await looks_good(page)


async def test_a_room_that_is_not_for_all(house: House) -> None:
    house.expect("status of 403")
    ada, bob = house.person(), house.person()
    path = house.room(ada, name="A room whose name is just as long as it may"[:40], entry="password", password="plums")
    table = await house.enter(path, ada)
    text = "Beginners are welcome; " * 12
    for line in (
        "/join",
        "/bot 4",
        f"/text {text}",
        f"/ban {bob.name}",
        "/lock",
        "/keep on",
        "/maysit members 900-1200",
    ):
        await table.locator("#line").fill(line)
        await table.keyboard.press("Enter")
    await expect(table.locator("#seats")).to_contain_text("members with a rating of 900–1200")
    await looks_good(table)
    await looks_good(await house.enter(f"{path}hosting/", ada))
    await looks_good(await house.enter(path, bob))
    await table.locator("#line").fill("/unlock")
    await table.keyboard.press("Enter")
    await expect(table.locator("#seats")).not_to_contain_text("locked for now")
    await looks_good(await house.enter(path, house.person()))
    await looks_good(await house.enter("/", bob))

"""Who needs strong contrast has it, by preference or by device, or the colours of the system: seven to one."""

from __future__ import annotations

import pytest
from axe_playwright_python.base import AXE_FILE_PATH
from playwright.async_api import Page, expect

from tests.browser.arranged import arranged
from tests.browser.house import House

pytestmark = [pytest.mark.once, pytest.mark.asyncio(loop_scope="session")]
FAINT = """async () => {
    const rule = { resultTypes: ["violations"], preload: false,
        runOnly: { type: "rule", values: ["color-contrast", "color-contrast-enhanced"] } };
    const found = (await axe.run(document, rule)).violations.flatMap(({ nodes }) => nodes);
    return found.map(({ html, any }) => `${any[0]?.data?.contrastRatio} ${html.slice(0, 120)}`);
}"""


async def faint(page: Page) -> list[str]:
    """What has less than seven to one (letters of a head: four and a half)."""
    if not await page.evaluate("'axe' in window"):
        await page.evaluate(AXE_FILE_PATH.read_text())
    found: list[str] = await page.evaluate(FAINT)
    return found


@pytest.mark.parametrize("scheme", ["light", "dark"])
async def test_what_the_device_asks_for(house: House, scheme: str) -> None:
    house.expect("status of 404")
    for path in ("/", "/accounts/login/", "/nowhere/", "/rules/king_lui/"):
        page = await house.enter(path, color_scheme=scheme, contrast="more")
        assert await faint(page) == [], path
    async with arranged(house, lambda state: state.dragons > 0, plays_on=False) as match:
        page = await house.enter(match.path, match.me, color_scheme=scheme, contrast="more")
        assert await faint(page) == []


async def test_what_the_player_has_chosen(house: House) -> None:
    ada = house.person()
    page = await house.enter("/me/preferences/", ada)
    await page.get_by_label("Colours").select_option("contrast")
    await page.get_by_role("button", name="Keep these").click()
    await expect(page.locator("html")).to_have_attribute("data-colours", "contrast")
    for path in ("/me/preferences/", f"/players/{ada.name}/", "/games/king_lui/ranking/", "/"):
        await page.goto(f"{house.server.url}{path}")
        assert await faint(page) == [], path


async def test_with_the_colours_of_the_system_what_may_be_played_is_framed(house: House) -> None:
    async with arranged(house, lambda state: state.dragons > 0, plays_on=False) as match:
        page = await house.enter(match.path, match.me, forced_colors="active")
        ground = await page.evaluate("getComputedStyle(document.body).backgroundColor")
        assert ground == await page.evaluate(
            "(() => { const one = document.createElement('p'); document.body.append(one); one.style.color = 'Canvas';"
            " return getComputedStyle(one).color; })()"
        )
        width = (
            "one => parseFloat(getComputedStyle(one).outlineWidth) * (getComputedStyle(one).outlineStyle !== 'none')"
        )
        playable = page.locator('#board .table button.dish[aria-disabled="false"] > svg').first
        other = page.locator('#board .table .dish[aria-disabled="true"] > svg').first
        assert await playable.evaluate(width) >= 2
        assert await other.evaluate(width) == 0

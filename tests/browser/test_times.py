"""Times are those of the reader's clock, in the page's language as it is written where the reader is."""

from __future__ import annotations

import pytest
from playwright.async_api import expect

from tests.browser.house import House
from tests.browser.test_people import typed
from tests.browser.test_seasons_and_daily_matches import daily

pytestmark = [pytest.mark.once, pytest.mark.asyncio(loop_scope="session")]
WRITTEN = """([variety, zone]) => {
    const time = document.querySelector("#turn-list time");
    const form = { dateStyle: "medium", timeStyle: "short", timeZone: zone };
    return new Intl.DateTimeFormat(variety, form).format(new Date(time.dateTime));
}"""


@pytest.mark.parametrize(
    ("home", "chosen", "variety"),
    [
        ("de-AT", "auto", "de-AT"),
        ("en-GB", "auto", "en-GB"),
        ("en-US", "auto", "en-US"),
        ("fr-CA", "it", "it"),
        ("fr-FR", "en", "en"),
    ],
)
async def test_a_time(house: House, home: str, chosen: str, variety: str) -> None:
    ada = house.person()
    path = await daily(house, ada, house.person())
    if chosen != "auto":
        room = await house.enter(path, ada)
        await typed(room, f"/set language {chosen}")
        await expect(room.locator("html")).to_have_attribute("data-language", chosen)
    page = await house.enter("/me/turns/", ada, locale=home, timezone_id="Asia/Tokyo")
    await expect(page.locator("html")).to_have_attribute("lang", variety.split("-")[0])
    shown, utc = [await page.evaluate(WRITTEN, [variety, zone]) for zone in ("Asia/Tokyo", "UTC")]
    assert shown != utc
    await expect(page.locator("#turn-list time")).to_have_text(shown)

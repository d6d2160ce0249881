"""What the page of a room costs when nothing of it is there yet, and that it keeps to the strictest policy."""

import re
from html.parser import HTMLParser
from typing import Any

import pytest
from playwright.async_api import CDPSession, expect

from tests.browser.arranged import arranged
from tests.browser.house import House

pytestmark = [pytest.mark.once, pytest.mark.asyncio(loop_scope="session")]
MOST_BYTES, MOST_REQUESTS = 150 * 1024, 12


class Traffic:
    """What a page asks for and how much comes over the line, headers included."""

    def __init__(self, session: CDPSession) -> None:
        self.asked: dict[str, str] = {}
        self.bytes: dict[str, float] = {}
        session.on("Network.requestWillBeSent", self._asked)
        session.on("Network.loadingFinished", self._came)

    def _asked(self, event: dict[str, Any]) -> None:
        self.asked[event["requestId"]] = event["request"]["url"]

    def _came(self, event: dict[str, Any]) -> None:
        self.bytes[event["requestId"]] = event["encodedDataLength"]


class Inline(HTMLParser):
    """Finds what a policy without 'unsafe-inline' forbids."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag == "style" or (tag == "script" and "src" not in given):
            self.found.append(f"<{tag}>")
        self.found += [f"{tag} {name}" for name in given if name == "style" or name.startswith("on")]


async def test_a_room_in_play_is_light_and_asks_for_little(house: House) -> None:
    async with arranged(house) as match:
        context = await house.context(match.me)
        page = await context.new_page()
        session = await context.new_cdp_session(page)
        traffic = Traffic(session)
        await session.send("Network.enable")
        await page.goto(house.server.url + match.path, wait_until="networkidle")
        await expect(page.locator('#board [aria-disabled="false"]').first).to_be_visible()
        assert len(traffic.asked) <= MOST_REQUESTS, sorted(traffic.asked.values())
        weights = {traffic.asked[number]: weight for number, weight in traffic.bytes.items()}
        assert sum(weights.values()) <= MOST_BYTES, weights
        assert set(traffic.bytes) == set(traffic.asked), "something did not come"


@pytest.mark.parametrize(
    "path", ["/", "/accounts/login/", "/accounts/signup/", "/rules/king_lui/", "/nowhere/", "room"]
)
async def test_the_policy_is_strict_and_the_page_needs_no_more(house: House, path: str) -> None:
    house.expect("status of 404")
    page = await house.enter("/")
    answer = await page.goto(house.server.url + (house.room(house.person()) if path == "room" else path))
    assert answer
    policy = dict(re.findall(r"([\w-]+) ([^;]*)", answer.headers["content-security-policy"]))
    assert policy["default-src"] == "'none'"
    assert policy["script-src"] == policy["style-src"] == policy["img-src"] == policy["connect-src"] == "'self'"
    assert policy["require-trusted-types-for"] == "'script'"
    assert "unsafe" not in answer.headers["content-security-policy"]
    inline = Inline()
    inline.feed(await answer.text())
    assert inline.found == []
    await page.evaluate("""() => {
        try { document.body.innerHTML = "<b>no</b>"; } catch { document.body.dataset.refused = "yes"; }
    }""")
    await expect(page.locator("body")).to_have_attribute("data-refused", "yes")
    assert house.faults
    house.expect("policy: require-trusted-types-for", "TrustedHTML")

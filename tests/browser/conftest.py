"""A real Chromium against a real server. One browser and one server for all tests of the process."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator

import pytest
import pytest_asyncio
from playwright.async_api import Browser, async_playwright, expect

from tests.browser.chromium import PLACES, SWITCHES, installed
from tests.browser.house import PATIENCE, House, house_at
from tests.serving import Served, serving


@pytest.fixture(scope="session")
def chromium() -> str:
    """Where Chromium is."""
    found = installed()
    if found is None:
        pytest.skip(f"there is no Chromium: install one ({', '.join(PLACES)}), or name it in the variable CHROMIUM")
    return found


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def browser(chromium: str) -> AsyncIterator[Browser]:
    """Chromium, for all tests of the process."""
    expect.set_options(timeout=PATIENCE)
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=chromium, args=SWITCHES)
        yield browser
        await browser.close()


@pytest.fixture(scope="session")
def server() -> Iterator[Served]:
    """A server whose bots hardly think, for all tests of the process."""
    with serving({"BOT_PAUSE": "0.05"}) as served:
        yield served


@pytest.fixture
def own_server() -> Iterator[Served]:
    """Such a server for this test alone."""
    with serving({"BOT_PAUSE": "0.05"}) as served:
        yield served


@pytest_asyncio.fixture(loop_scope="session")
async def house(browser: Browser, server: Served) -> AsyncIterator[House]:
    """The browsers of this test, on the shared server. Whatever goes wrong in a page fails the test."""
    async with house_at(browser, server) as house:
        yield house


@pytest_asyncio.fixture(loop_scope="session")
async def own_house(browser: Browser, own_server: Served) -> AsyncIterator[House]:
    """The browsers of this test, on a server for this test alone."""
    async with house_at(browser, own_server) as house:
        yield house

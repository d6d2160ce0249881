"""A real Chromium against a real server. One browser and one server for all tests of the process."""

from __future__ import annotations

import os
import shutil
from collections.abc import AsyncIterator, Iterator

import pytest
import pytest_asyncio
from playwright.async_api import Browser, async_playwright, expect

from tests.browser.house import PATIENCE, House
from tests.serving import Served, serving

PLACES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
SWITCHES = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


@pytest.fixture(scope="session")
def chromium() -> str:
    """Where Chromium is: what the variable CHROMIUM says, or the first on the path."""
    found = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, PLACES)), None)
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
    house = House(browser, server)
    yield house
    await house.close()
    assert house.unexpected() == []


@pytest_asyncio.fixture(loop_scope="session")
async def own_house(browser: Browser, own_server: Served) -> AsyncIterator[House]:
    """The browsers of this test, on a server for this test alone."""
    house = House(browser, own_server)
    yield house
    await house.close()
    assert house.unexpected() == []

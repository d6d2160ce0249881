"""The first admin comes in by the address that the server prints."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

import pytest
from playwright.async_api import expect

from .house import House

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.once]


async def test_from_the_printed_address_to_the_lobby(own_house: House) -> None:
    own_house.expect("410")
    found = re.search(r"http://\S+/first-admin/\S+", own_house.server.log)
    assert found
    path = urlsplit(found[0]).path
    page = await own_house.enter(path)
    await page.get_by_label("Name").fill("Ann")
    await page.get_by_label("Password").fill("a long enough secret")
    await page.get_by_role("button", name="Become the admin").click()
    await page.wait_for_url(f"{own_house.server.url}/")
    await expect(page.get_by_role("banner")).to_contain_text("Ann")
    await page.goto(found[0])
    await expect(page.get_by_role("main")).to_contain_text("There is an admin already")

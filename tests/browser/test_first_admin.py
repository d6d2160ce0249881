"""The first admin comes in by the address that the server prints."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.serving import Served

pytestmark = pytest.mark.once


def test_from_the_printed_address_to_the_lobby(page: Page, own_server: Served) -> None:
    complaints: list[str] = []
    page.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    found = re.search(r"http://\S+/first-admin/\S+", own_server.log)
    assert found
    page.goto(found[0])
    page.get_by_label("Name").fill("Ann")
    page.get_by_label("Password").fill("a long enough secret")
    page.get_by_role("button", name="Become the admin").click()
    page.wait_for_url(f"{own_server.url}/")
    expect(page.get_by_role("banner")).to_contain_text("Ann")
    page.goto(found[0])
    expect(page.get_by_role("main")).to_contain_text("There is an admin already")
    assert [text for text in complaints if "410" not in text] == []

"""The form for a new room offers what is offered now: a switch is seen without a reload, and a choice stays."""

from __future__ import annotations

import pytest
from playwright.async_api import expect

from tests.browser.house import House

pytestmark = [pytest.mark.once, pytest.mark.asyncio(loop_scope="session")]


async def test_a_game_that_is_switched_off_goes_from_the_form_and_comes_back(house: House) -> None:
    page = await house.enter("/")
    games, play_now = page.locator("#new-game"), page.locator("#play-now")
    await games.select_option("skull_king")
    house.server.manage("games", "king_lui", "off")
    try:
        await expect(games.locator('[value="king_lui"]')).to_have_count(0)
        await expect(page.locator("#games")).not_to_contain_text("King Lui")
        await expect(games).to_have_value("skull_king")
        await expect(play_now).to_be_enabled()
    finally:
        house.server.manage("games", "king_lui", "on")
    await expect(games.locator('[value="king_lui"]')).to_have_count(1)
    await expect(games).to_have_value("skull_king")

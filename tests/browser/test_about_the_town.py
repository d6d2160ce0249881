"""From room to room by typing, and whispers that find their person there."""

import re

import pytest
from playwright.async_api import Page, expect

from tests.browser.house import House
from tests.browser.test_looks import looks_good

pytestmark = [pytest.mark.once, pytest.mark.asyncio(loop_scope="session")]


async def type_line(page: Page, text: str) -> None:
    """Type a line and press Enter."""
    await page.locator("#line").fill(text)
    await page.locator("#line").press("Enter")


async def test_commands_lead_to_other_rooms_and_to_the_lobby(house: House) -> None:
    ada, bertil = house.person(), house.person()
    path = house.room(ada, name="Evening round")
    there, page = await house.enter(path, ada), await house.enter("/", bertil)
    await expect(there.locator("#here")).to_contain_text(ada.name)
    await type_line(page, f"/goto {ada.name}")
    await page.wait_for_url(f"**{path}")
    await type_line(page, "/newroom Tea for two")
    await page.wait_for_url("**/rooms/tea-for-two*/")
    await expect(page.get_by_role("heading", name="Tea for two")).to_be_visible()
    await type_line(page, "/goto")
    await page.wait_for_url(re.compile(r":\d+/$"))
    await type_line(page, "/goto nowhere-at-all")
    await expect(page.locator("#notice")).to_contain_text("There is no room and no player")
    await expect(page.locator("#line")).to_have_value("/goto nowhere-at-all")


async def test_a_way_that_leads_off_the_site_is_not_taken(house: House) -> None:
    page = await house.enter("/", house.person())
    for address in ("https://evil.example/", "//evil.example/", "javascript:alert(1)", "data:text/html,x"):
        await page.evaluate(
            """async (address) => {
                const modules = [...document.querySelectorAll("link[rel=modulepreload]")];
                (await import(modules.find((one) => one.href.includes("/line")).href)).go(address);
            }""",
            address,
        )
    await expect(page).to_have_url(f"{house.server.url}/")


async def test_whispers_between_the_lobby_and_a_room(house: House) -> None:
    ada, bertil, clara = house.person(), house.person(), house.person()
    lobby, room = await house.enter("/", ada), await house.enter(house.room(bertil), bertil)
    other, stranger = await house.enter("/", clara), await house.enter("/")
    await expect(other.locator("#online")).to_contain_text(bertil.name)
    await type_line(lobby, f"/tell {bertil.name} psst <b>you</b>")
    await expect(room.locator("#log .whisper")).to_have_text(f"{ada.name} whispers to {bertil.name}: psst <b>you</b>")
    await type_line(room, "/reply yes?")
    await expect(lobby.locator("#log .whisper")).to_have_count(2)
    await expect(lobby.locator("#log")).to_contain_text("yes?")
    await looks_good(lobby)
    await lobby.reload()
    await expect(lobby.locator("#log .whisper")).to_have_count(2)
    await expect(other.locator("#log .whisper")).to_have_count(0)
    await expect(stranger.locator("#log")).to_have_count(0)
    await type_line(lobby, "/help tell")
    await expect(lobby.locator("#log")).to_contain_text("/tell NAME TEXT")
    await type_line(lobby, "hello")
    await expect(lobby.locator("#notice")).to_contain_text("nobody to hear that")


async def test_the_lobbys_line_completes_what_works_there(house: House) -> None:
    page = await house.enter("/", house.person())
    await page.locator("#line").fill("/")
    await expect(page.locator("#choices")).to_contain_text("/goto")
    await page.locator("#line").fill("/st")
    await expect(page.locator("#choices")).to_be_hidden()

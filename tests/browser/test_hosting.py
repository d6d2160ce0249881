"""A host decides who comes in, on a page of their own; who may not stands at the door."""

import pytest
from playwright.async_api import expect

from tests.browser.house import House

pytestmark = [pytest.mark.once, pytest.mark.asyncio(loop_scope="session")]


async def test_with_a_new_password_who_watches_stands_at_the_door_and_comes_in_by_it(house: House) -> None:
    house.expect("status of 403")
    ada, bob = house.person(), house.person()
    path = house.room(ada)
    watching = await house.enter(path, bob)
    hosting = await house.enter(f"{path}hosting/", ada)
    await hosting.get_by_label("Who may come in").select_option("password")
    await hosting.get_by_label("Password", exact=True).fill("plums and nuts")
    await hosting.get_by_label("Text of the room").fill("Beginners welcome")
    await hosting.get_by_role("button", name="Keep these").click()
    await expect(hosting.get_by_text("So it is.")).to_be_visible()
    await expect(watching.get_by_role("button", name="Come in")).to_be_visible()
    await expect(watching.get_by_text("Beginners welcome")).to_have_count(0)
    await watching.get_by_label("Password").fill("pears")
    await watching.get_by_role("button", name="Come in").click()
    await expect(watching.get_by_role("alert")).to_have_text("That is not the password of this room.")
    await watching.get_by_label("Password").fill("plums and nuts")
    await watching.get_by_role("button", name="Come in").click()
    await house.connected(watching)
    await expect(watching.locator("#text")).to_have_text("Beginners welcome")
    await watching.locator("#line").fill("good evening")
    await watching.keyboard.press("Enter")
    await expect(watching.locator("#log")).to_contain_text("good evening")


async def test_who_is_banned_while_watching_reads_so_and_is_let_in_again_from_the_hosts_page(house: House) -> None:
    house.expect("status of 403")
    ada, bob = house.person(), house.person()
    path = house.room(ada)
    watching, table = await house.enter(path, bob), await house.enter(path, ada)
    await table.locator("#line").fill(f"/ban {bob.name}")
    await table.keyboard.press("Enter")
    await expect(watching.get_by_text("The host has banned you from this room.")).to_be_visible()
    hosting = await house.enter(f"{path}hosting/", ada)
    await hosting.get_by_role("button", name=f"Let {bob.name} in again").click()
    await expect(hosting.get_by_text("Banned from this room")).to_have_count(0)
    await watching.reload()
    await house.connected(watching)
    await expect(watching.locator("#line")).to_be_visible()


async def test_who_waits_for_the_next_match_is_seen_in_order(house: House) -> None:
    ada, bob, cleo = house.person(), house.person(), house.person()
    path = house.room(ada)
    table, first, second = [await house.enter(path, person) for person in (ada, bob, cleo)]
    for line in ("/join", "/bot 3", "/start"):
        await table.locator("#line").fill(line)
        await table.keyboard.press("Enter")
    for page in (first, second):
        await page.get_by_role("button", name="Join the next match").click()
        await expect(page.get_by_role("button", name="Leave the queue")).to_be_visible()
    await expect(table.locator("#queue")).to_contain_text(f"{bob.name}, {cleo.name}")
    await first.get_by_role("button", name="Leave the queue").click()
    await expect(table.locator("#queue")).not_to_contain_text(bob.name)

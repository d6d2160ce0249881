"""One's own data, two-factor sign-in and taking over a guest, by hand in a browser; and how these pages look."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from playwright.async_api import Page, expect

from tests.browser.house import House
from tests.browser.test_looks import looks_good
from tests.two_factor import code_of_secret

pytestmark = [pytest.mark.once, pytest.mark.asyncio(loop_scope="session")]
PASSWORD = "roast-goose-and-plums"


async def sign_up(house: House, name: str) -> Page:
    page = await house.enter("/accounts/signup/")
    await page.get_by_label("Name").fill(name)
    await page.get_by_label("Password", exact=True).fill(PASSWORD)
    await page.get_by_label("Password again").fill(PASSWORD)
    await page.get_by_role("button", name="Sign up").click()
    await page.wait_for_url(f"{house.server.url}/")
    return page


async def sign_in(house: House, page: Page, name: str) -> None:
    await page.goto(f"{house.server.url}/accounts/login/")
    await page.get_by_label("Name").fill(name)
    await page.get_by_label("Password").fill(PASSWORD)
    await page.get_by_role("main").get_by_role("button", name="Sign in").click()


async def test_somebody_saves_their_data_and_goes_for_good(house: House) -> None:
    page = await sign_up(house, "Goes")
    await page.goto(f"{house.server.url}/me/")
    await page.get_by_role("link", name="See it, save it, or delete it").click()
    await expect(page.get_by_role("heading", name="Your data")).to_be_visible()
    await looks_good(page)
    async with page.expect_download() as saving:
        await page.get_by_role("link", name="Save my data").click()
    kept = json.loads(Path(await (await saving.value).path()).read_text())
    assert kept["account"]["name"] == "Goes"
    await page.get_by_role("link", name="Delete my account…").click()
    await expect(page.get_by_role("main")).to_contain_text("cannot be undone")
    await page.get_by_label("Your password").fill("wrong")
    await page.keyboard.press("Enter")
    await expect(page.locator(".errors")).to_have_text("This is not your password.")
    await looks_good(page)
    await page.get_by_label("Your password").fill(PASSWORD)
    await page.get_by_role("button", name="Delete my account for good").click()
    await page.wait_for_url(f"{house.server.url}/")
    await expect(page.locator(".messages:not(.announced)")).to_contain_text("Your account is deleted")
    await expect(page.get_by_role("banner")).to_contain_text("Sign up")
    await sign_in(house, page, "Goes")
    await expect(page.get_by_role("alert")).to_contain_text("There is nobody with this name")


async def test_a_second_factor_from_the_picture_to_the_next_sign_in(house: House) -> None:
    page = await sign_up(house, "Careful")
    await page.goto(f"{house.server.url}/me/")
    await page.get_by_role("link", name="Switch it on").click()
    await expect(page.locator(".qr svg")).to_be_visible()
    await looks_good(page)
    secret = await page.locator(".secret").inner_text()
    await page.get_by_label("Code").fill(code_of_secret(secret))
    await page.get_by_role("button", name="Switch it on").click()
    await expect(page.locator(".codes li")).to_have_count(10)
    on_paper = await page.locator(".codes li").first.inner_text()
    await looks_good(page)
    await page.get_by_role("button", name="Sign out").click()
    await sign_in(house, page, "Careful")
    await expect(page.get_by_role("heading", name="Your code")).to_be_visible()
    await expect(page.get_by_role("banner")).to_contain_text("Sign up")  # nobody yet
    await looks_good(page)
    await page.get_by_label("Code").fill(on_paper)
    await page.keyboard.press("Enter")
    await page.wait_for_url(f"{house.server.url}/")
    await expect(page.get_by_role("banner")).to_contain_text("Careful")
    await page.goto(f"{house.server.url}/me/two-factor/")
    await expect(page.get_by_role("main")).to_contain_text("You have 9 codes on paper left")
    await looks_good(page)


async def test_a_guest_signs_in_and_takes_over_what_they_have_played(house: House) -> None:
    await (await sign_up(house, "Regular")).close()
    page = await house.enter("/")
    await page.get_by_role("banner").get_by_role("link", name="Sign in").click()
    await page.get_by_role("button", name=re.compile("guest", re.IGNORECASE)).click()
    await page.wait_for_url(f"{house.server.url}/")
    guest = await page.locator(".people .name bdi").inner_text()
    await sign_in(house, page, "Regular")
    await page.wait_for_url(f"{house.server.url}/")
    await page.goto(f"{house.server.url}/me/")
    await expect(page.get_by_role("main")).to_contain_text(f"you have played as the guest {guest}")
    await page.get_by_role("link", name="Take them over…").click()
    await looks_good(page)
    await page.get_by_role("button", name="Take them over").click()
    await expect(page.locator(".messages:not(.announced)")).to_contain_text(f"What you did as {guest} is yours now.")

"""The page of a match in a real browser: by keys, slider, buttons and links, and the check of its chance."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from datetime import datetime, timedelta
from pathlib import Path

import httpx
import pytest
import pytest_asyncio
from axe_playwright_python.async_playwright import Axe
from playwright.async_api import Page, Route, expect

from tests import wire
from tests.browser.house import House
from tests.browser.test_looks import looks_good
from tests.serving import Served

pytestmark = [pytest.mark.once, pytest.mark.asyncio(loop_scope="session")]


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def played(server: Served) -> int:
    """A match that a person has played to its end against two bots."""
    [(_name, token)] = wire.players(server, 1)
    slug = wire.open_room(server, token)
    async with wire.connect(server, slug, token) as one:
        for line in ("/join", "/bot 2", "/start"):
            assert (await one.say(line))["type"] == "ok"
        await one.play_to_the_end()
        number: int = one.match["id"]
        return number


@pytest_asyncio.fixture(loop_scope="session")
async def page(house: House, played: int) -> AsyncIterator[Page]:
    """Its page, at the fourth move, as a spectator sees it."""
    page = await house.enter(f"/matches/{played}/?ply=4&viewer=spectator")
    await expect(page.locator("#play")).to_be_visible()
    yield page


async def at(page: Page, ply: int) -> None:
    """Wait until this ply is shown, everywhere."""
    await expect(page.locator("#mine")).to_have_attribute("data-ply", str(ply))
    await expect(page.locator("#counter")).to_contain_text(f"Move {ply} of")
    await expect(page.locator("#slider")).to_have_value(str(ply))
    assert f"ply={ply}&" in page.url


async def last(page: Page) -> int:
    return int(await page.locator("#slider").get_attribute("max") or "")


async def test_times_are_those_of_the_reader(house: House, played: int) -> None:
    page = await house.enter(f"/matches/{played}/", timezone_id="Asia/Tokyo")
    there = page.locator("time")
    began = datetime.fromisoformat(await there.get_attribute("datetime") or "") + timedelta(hours=9)
    await expect(there).to_contain_text(f"{began:%H:%M}")
    await expect(there).not_to_contain_text("UTC")


async def test_keys_step_through_moves_and_rounds_without_a_reload(page: Page, house: House) -> None:
    end = await last(page)
    starts = [int(n) for n in (await page.locator(".match-page").get_attribute("data-starts") or "").split()]
    await page.evaluate("window.sameDocument = true")
    for key, ply in (("ArrowRight", 5), ("ArrowRight", 6), ("ArrowLeft", 5), ("Home", 0), ("ArrowLeft", 0)):
        await page.keyboard.press(key)
        await at(page, ply)
    await page.keyboard.press("PageDown")
    await at(page, starts[1])
    await page.keyboard.press("PageDown")
    await at(page, starts[2])
    await page.keyboard.press("ArrowRight")
    await page.keyboard.press("PageUp")
    await at(page, starts[2])
    await page.keyboard.press("End")
    await at(page, end)
    await page.keyboard.press("ArrowRight")
    await at(page, end)
    await expect(page.locator("#board .won")).to_be_visible()
    assert await page.evaluate("window.sameDocument")


async def test_buttons_keep_the_focus_also_at_the_ends(page: Page) -> None:
    await page.locator("#to-next").focus()
    for ply in (5, 6, 7):
        await page.keyboard.press("Enter")
        await at(page, ply)
        await expect(page.locator("#to-next")).to_be_focused()
    await page.locator("#to-last").click()
    await at(page, await last(page))
    await expect(page.locator("#to-last")).to_be_focused()
    await expect(page.locator("#to-last")).to_have_attribute("aria-disabled", "true")


async def test_the_slider_goes_anywhere_and_says_where_it_is(page: Page) -> None:
    slider = page.locator("#slider")
    await slider.fill("12")
    await at(page, 12)
    await slider.focus()
    await page.keyboard.press("ArrowRight")
    await at(page, 13)
    await expect(slider).to_be_focused()
    assert "Move 13 of" in (await slider.get_attribute("aria-valuetext") or "")


async def test_a_move_in_the_list_is_a_way_to_it_and_is_marked_while_it_shows(page: Page) -> None:
    await page.goto(f"{page.url}&end=shown")
    await page.locator('#moves a[data-ply="9"]').last.click()
    await at(page, 9)
    await expect(page.locator('#moves li a[aria-current="step"]')).to_have_count(1)
    await expect(page.locator('#moves li a[aria-current="step"]')).to_have_attribute("data-ply", "9")
    assert "bot" in await page.locator("#moves").inner_text()


async def test_another_viewer_sees_what_they_saw(page: Page) -> None:
    await expect(page.locator("#board .mine")).to_have_count(0)
    await page.locator("#as-1").click()
    await expect(page.locator("#board .mine")).to_be_visible()
    await expect(page.locator("#as-1")).to_have_attribute("aria-current", "true")
    assert page.url.endswith("?ply=4&viewer=1")
    assert await page.locator("#to-next").get_attribute("href") == "?ply=5&viewer=1"
    await page.reload()
    await expect(page.locator("#board .mine")).to_be_visible()
    await at(page, 4)


async def test_it_plays_by_itself_to_the_end_and_can_be_paused(page: Page) -> None:
    end = await last(page)
    await page.locator("#slider").fill(str(end - 2))
    await at(page, end - 2)
    await page.locator("#play").click()
    await expect(page.locator("#play")).to_have_text("Pause")
    await at(page, end)
    await expect(page.locator("#play")).to_have_text("Play")
    await page.locator("#play").click()
    await at(page, 0)
    await page.locator("#play").click()
    await expect(page.locator("#play")).to_have_text("Play")


async def test_neighbours_are_fetched_before_they_are_asked_for(page: Page, house: House) -> None:
    await page.keyboard.press("ArrowRight")
    await at(page, 5)
    await page.wait_for_load_state("networkidle")
    before = len(house.requests)
    await page.keyboard.press("ArrowRight")
    await at(page, 6)
    assert not any("/plies/6/" in request.url for request in house.requests[before:])


async def test_the_board_cannot_be_played(page: Page) -> None:
    buttons = page.locator("#board button")
    assert await buttons.count() > 7
    assert await buttons.evaluate_all("all => all.every((one) => one.matches(':disabled'))")
    assert await page.locator("[data-moves]").count() == 0


async def test_the_cursor_of_the_chart_moves_along(page: Page) -> None:
    before = float(await page.locator("#cursor").get_attribute("x1") or "")
    await page.keyboard.press("End")
    await at(page, await last(page))
    after = float(await page.locator("#cursor").get_attribute("x1") or "")
    assert after > before
    assert after == pytest.approx(392, abs=0.1)


async def test_the_browser_checks_seed_and_chance(page: Page) -> None:
    await page.locator("#verify-now").click()
    await expect(page.locator("#verdict li")).to_have_count(2)
    await expect(page.locator("#verdict li.right")).to_have_count(2)
    await expect(page.locator("#verdict")).to_contain_text("the shuffle of 110 follows from the seed")


@pytest.mark.parametrize("tampered", ["seed", "outcome"])
async def test_it_finds_what_was_changed(page: Page, played: int, server: Served, tampered: str) -> None:
    record = httpx.get(f"{server.url}/api/matches/{played}/chance").json()
    if tampered == "seed":
        record["seed"] = "00" * 32
    else:
        order = record["draws"][0]["outcome"]
        order[3], order[4] = order[4], order[3]

    async def answer(route: Route) -> None:
        await route.fulfill(content_type="application/json", body=json.dumps(record))

    await page.route("**/api/matches/*/chance", answer)
    await page.locator("#verify-now").click()
    await expect(page.locator("#verdict li.wrong")).to_have_count(2 if tampered == "seed" else 1)
    await expect(page.locator("#verdict")).to_contain_text("NOT")


async def test_draws_of_every_kind_are_drawn_as_the_description_says(page: Page) -> None:
    drawn = await page.evaluate(
        """async () => {
          const url = document.querySelector('script[src*="replay"]').src;
          const imports = await (await fetch(url)).text();
          const { chance, commitment } = await import(new URL(imports.match(/"(.\\/verify[^"]*)"/)[1], url));
          const seed = "01".repeat(32), at = await chance(seed), zero = at(0), twelve = at(12);
          return [await commitment(seed), await zero.shuffle(10), await zero.roll(5, 6), await twelve.roll(8, 20)];
        }"""
    )
    assert drawn == [
        "72cd6e8422c407fb6d098690f1130b7ded7ec2f7f5e1d30bd9d521f015363793",
        [4, 2, 1, 6, 5, 0, 3, 7, 9, 8],
        [3, 5, 2, 6, 6],
        [18, 3, 12, 8, 4, 19, 8, 17],
    ]


async def test_where_the_browser_may_not_compute_it_the_command_line_is_offered(house: House, played: int) -> None:
    context = await house.context(None)
    await context.add_init_script("Object.defineProperty(crypto, 'subtle', { value: undefined })")
    page = await context.new_page()
    await page.goto(f"{house.server.url}/matches/{played}/")
    await page.locator("#verify-now").click()
    await expect(page.locator("#verdict")).to_contain_text(f"manage.py verify {played}")


async def test_without_script_every_step_is_a_link(house: House, played: int) -> None:
    page = await house.enter(f"/matches/{played}/?ply=4&viewer=1", java_script_enabled=False)
    await page.locator("#to-next").click()
    await expect(page.locator("#counter")).to_contain_text("Move 5 of")
    assert page.url.endswith("?ply=5&viewer=1")
    await page.locator("#slider").fill("9")
    await page.locator("#seek-go").click()
    await expect(page.locator("#counter")).to_contain_text("Move 9 of")
    await page.locator("#as-spectator").click()
    await expect(page.locator("#counter")).to_contain_text("Move 9 of")
    await expect(page.locator("#verify-now")).to_be_hidden()


@pytest.mark.parametrize("width", [390, 1440])
@pytest.mark.parametrize("scheme", ["light", "dark"])
async def test_axe_finds_nothing(house: House, played: int, width: int, scheme: str) -> None:
    for ply in (6, 9999):
        page = await house.enter(f"/matches/{played}/?ply={ply}&viewer=1", width=width, color_scheme=scheme)
        await expect(page.locator("#play")).to_be_visible()
        await page.locator("summary").first.click()
        results = await Axe().run(page)
        assert results.violations_count == 0, results.generate_report()
        assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert await page.locator("[style]").count() == 0


async def test_axe_finds_nothing_in_lists_and_the_end_leads_to_the_replay(house: House) -> None:
    ann = house.person()
    room = house.room(ann)
    async with wire.connect(house.server, room.split("/")[2], ann.token) as one:
        for line in ("/join", "/bot 2", "/start"):
            assert (await one.say(line))["type"] == "ok"
        await one.play_to_the_end()
        page = await house.enter(room, ann)
        await page.locator("#watch").click()
        await page.wait_for_url("**/matches/*/")
        await at_beginning(page)
        await expect(page.locator("#viewers [aria-current]")).to_have_text(ann.name)
    for address in (f"{room}matches/", f"/players/{ann.name}/matches/"):
        page = await house.enter(address, width=390)
        await expect(page.locator(".matches > li")).to_have_count(1)
        results = await Axe().run(page)
        assert results.violations_count == 0, results.generate_report()


async def at_beginning(page: Page) -> None:
    await expect(page.locator("#counter")).to_contain_text("Move 0 of")


async def test_what_comes_later_is_nowhere_until_one_gets_there(page: Page) -> None:
    end, moves = await last(page), page.locator("#moves li a[data-ply]")
    points = "document.querySelector('#chart .curve').getAttribute('points').split(' ').length"
    await expect(moves).to_have_count(4)
    await expect(page.locator("#ending")).to_contain_text("hidden until you get there")
    await page.locator("#slider").fill("12")
    await at(page, 12)
    await expect(moves).to_have_count(12)
    assert await page.evaluate(points) == 13
    await page.keyboard.press("ArrowLeft")
    await at(page, 11)
    await expect(moves).to_have_count(11)
    await page.keyboard.press("End")
    await at(page, end)
    await expect(moves).to_have_count(end)
    await expect(page.locator("#ending")).not_to_contain_text("hidden")
    assert await page.evaluate(points) == end + 1


async def test_who_rather_knows_the_end_sees_it_at_once(page: Page) -> None:
    end = await last(page)
    await page.get_by_role("link", name="Show it").click()
    await expect(page.locator("#moves li a[data-ply]")).to_have_count(end)
    await page.keyboard.press("ArrowRight")
    await at(page, 5)
    await expect(page.locator("#moves li a[data-ply]")).to_have_count(end)
    assert page.url.endswith("&end=shown")


async def test_the_link_to_a_move_is_copied_and_opens_there(page: Page, house: House) -> None:
    await page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    await page.keyboard.press("ArrowRight")
    await at(page, 5)
    await page.locator("#as-1").click()
    await page.get_by_role("button", name="Copy the link to this move").click()
    await expect(page.locator("#shared")).to_have_text("Copied.")
    copied = await page.evaluate("navigator.clipboard.readText()")
    assert copied.startswith(f"{house.server.url}/matches/")
    other = await house.enter(copied.removeprefix(house.server.url))
    await at(other, 5)
    await expect(other.locator("#as-1")).to_have_attribute("aria-current", "true")
    assert "end=" not in copied


async def test_where_nothing_can_be_copied_the_link_is_there_to_take(page: Page) -> None:
    await page.evaluate("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
    await page.get_by_role("button", name="Copy the link to this move").click()
    await expect(page.get_by_label("The link to this move")).to_have_value(page.url)


async def test_a_match_is_taken_home_as_a_story(page: Page) -> None:
    async with page.expect_download() as saving:
        await page.get_by_role("link", name="As a story to read").click()
    text = Path(await (await saving.value).path()).read_text()
    assert "Winning:" in text


async def test_matches_are_found_by_a_form_on_any_screen(house: House, played: int) -> None:
    page = await house.enter("/matches/")
    await looks_good(page)
    await page.get_by_label("Game").select_option("king_lui")
    await page.get_by_role("button", name="Look for them").click()
    await expect(page.locator(f'.matches a[href="/matches/{played}/"]')).to_be_visible()
    await page.get_by_label("Result").select_option("won")
    await page.keyboard.press("Tab")
    await page.get_by_role("button", name="Look for them").press("Enter")
    await expect(page.locator(".errors")).to_have_text("Whose result? Name a player.")
    await looks_good(page)

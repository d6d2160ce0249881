"""From the front page to a running match in one click, to its end by clicking, and on to the next."""

import pytest
from playwright.async_api import expect

from tests.browser import feast
from tests.browser.house import House

pytestmark = [pytest.mark.once, pytest.mark.asyncio(loop_scope="session")]


async def test_play_now_leads_a_stranger_into_a_running_match_and_through_it(own_house: House) -> None:
    page = await own_house.enter("/")
    await expect(page.locator("#rooms li")).to_have_count(0)
    await page.get_by_role("button", name="Play now").click()
    await page.wait_for_url("**/rooms/*/")
    await own_house.connected(page)
    await expect(page.locator(".people")).to_contain_text("guest")
    await expect(page.locator("#players ol li")).to_have_count(4)
    await expect(page.locator("#players[data-you]")).to_have_count(1)
    await expect(page.locator("#players ol small").filter(has_text="bot")).to_have_count(3)
    await feast.play_to_the_end(page)

    names = await page.locator("#players ol [data-name]").all_inner_texts()
    shelves = page.locator("#board .plates .shelf")
    await expect(shelves).to_have_count(4)
    assert await shelves.locator("h2 > span").all_inner_texts() == names
    scores = [int(text) for text in await shelves.locator("h2 > b").all_inner_texts()]
    for seat in range(4):
        points = await shelves.nth(seat).locator(".points > b").all_inner_texts()
        assert len(points) == len(feast.DISHES)
        assert sum(map(int, points)) == scores[seat]
    best = [name for name, score in zip(names, scores, strict=True) if score == max(scores)]
    assert await page.locator("#board .won strong").all_inner_texts() == best
    assert await page.locator("#board .plates .winner h2 > span").all_inner_texts() == best

    await page.locator("#again").click()
    await expect(page.locator(feast.OVER)).to_have_count(0)
    await expect(page.locator("#players h2")).to_contain_text("Round 1", ignore_case=True)
    assert await feast.decides(page)
    assert await page.locator("#mine").get_attribute("data-turn") == "0"

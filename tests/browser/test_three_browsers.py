"""Three people and a spectator at one table, and lines that are lost on the way."""

import asyncio

import pytest
from playwright.async_api import Page, expect

from tests.browser import feast
from tests.browser.house import PATIENCE, House

pytestmark = pytest.mark.asyncio(loop_scope="session")
LOST = "The line is lost"


async def sit_down(house: House) -> list[Page]:
    """Three at a table, everybody in by clicking, and somebody who watches."""
    people = [house.person() for _ in range(3)]
    path = house.room(people[0])
    pages = [await house.enter(path, person) for person in people]
    for number, page in enumerate(pages, 1):
        await page.locator(f"#sit-{number}").click()
        await expect(page.locator(f"#chair-{number}.me")).to_be_visible()
    pages.append(await house.enter(path))
    await pages[0].locator("#line").fill("/option draw off")
    await pages[0].keyboard.press("Enter")
    await pages[0].locator("#seats").get_by_role("button", name="Start").click()
    for page in pages:
        await expect(page.locator("#players ol li")).to_have_count(3)
    return pages


async def see_the_same(pages: list[Page]) -> None:
    """All show what the first one shows."""
    version = await pages[0].locator("#board").get_attribute("data-v")
    for page in pages:
        await page.locator(f'#board[data-v="{version}"]').wait_for()
    async with asyncio.timeout(PATIENCE / 1000):
        while len({str(await feast.shown(page)) for page in pages}) > 1:
            await asyncio.sleep(0.02)  # who has come back is told to one after the other


async def one_move(pages: list[Page]) -> None:
    """Whoever is to move plays the last of their moves, and all see it."""
    ply = await pages[0].locator("#mine").get_attribute("data-ply")
    for page in pages:
        await page.locator(f'#mine[data-ply="{ply}"]').wait_for(state="attached")
    for page in pages:
        if await feast.is_to_move(page):
            await feast.click(page, (await feast.moves(page))[-1])
            break
    else:
        raise AssertionError("nobody is to move")
    for page in pages:
        await page.locator(f'#mine:not([data-ply="{ply}"])').wait_for(state="attached")


async def test_a_whole_match_with_a_lost_line(house: House) -> None:
    house.expect("ERR_INTERNET_DISCONNECTED")
    pages = await sit_down(house)
    *players, watcher = pages
    loser = players[1]
    while await players[0].locator("#mine").get_attribute("data-ply") == "0" or not await feast.is_to_move(loser):
        await one_move(players)
        await see_the_same(pages)

    line, net = loser.locator("#line"), loser.locator("#net")
    await loser.context.set_offline(True)
    await expect(net).to_contain_text(LOST)
    sent = len(house.sent)
    await line.fill("can you hear me?")
    await line.press("Enter")
    await expect(loser.locator("#notice")).to_contain_text(LOST)
    await expect(line).to_have_value("can you hear me?")
    await loser.locator('#board [data-move][aria-disabled="false"]').last.click()
    assert len(house.sent) == sent
    await expect(line).to_have_value("can you hear me?")

    await loser.context.set_offline(False)
    await expect(net).to_be_hidden()
    await expect(line).to_have_value("can you hear me?")
    await line.press("Enter")
    await expect(line).to_have_value("")
    for page in pages:
        await expect(page.locator("#log")).to_contain_text("can you hear me?")
    await asyncio.gather(*(feast.play_to_the_end(page) for page in players))
    await expect(watcher.locator(feast.OVER)).to_be_visible()
    await see_the_same(pages)
    await expect(watcher.locator("#again")).to_have_count(0)


async def test_others_play_on_while_one_line_is_lost(house: House) -> None:
    house.expect("ERR_INTERNET_DISCONNECTED")
    pages = await sit_down(house)
    players = pages[:3]
    await players[2].context.set_offline(True)
    await expect(players[2].locator("#net")).to_contain_text(LOST)
    for page in players[:2]:
        await feast.decides(page)
        await feast.click(page, (await feast.moves(page))[-1])
    assert await players[2].locator("#mine").get_attribute("data-ply") == "0"
    await players[2].context.set_offline(False)
    await expect(players[2].locator("#net")).to_be_hidden()
    assert await feast.decides(players[2])
    await see_the_same(pages)


async def test_a_killed_server_comes_back_and_everybody_with_it(own_house: House) -> None:
    own_house.expect("ERR_CONNECTION_REFUSED", "ERR_CONNECTION_RESET", "ERR_EMPTY_RESPONSE")
    pages = await sit_down(own_house)
    players = pages[:3]
    for _ in range(4):
        await one_move(players)
    await players[0].locator("#line").fill("still here")
    own_house.server.kill()
    for page in pages:
        await expect(page.locator("#net")).to_contain_text(LOST)
    await asyncio.to_thread(own_house.server.start)
    for page in pages:
        await expect(page.locator("#net")).to_be_hidden()
    await expect(players[0].locator("#line")).to_have_value("still here")
    await see_the_same(pages)
    for _ in range(4):
        await one_move(players)
    await see_the_same(pages)

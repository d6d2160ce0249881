"""A whole match without a mouse: by Tab and Enter, and by typed lines that Tab completes."""

import pytest
from playwright.async_api import Page, expect

from king_lui import GAME
from king_lui.state import State
from tafelrunde.game import Chance
from tests.browser import feast
from tests.browser.arranged import arranged, legal, usual
from tests.browser.house import House

pytestmark = [pytest.mark.once, pytest.mark.asyncio(loop_scope="session")]

FOCUS = """() => {
    const held = document.activeElement, shapes = [held, ...held.querySelectorAll("svg, .tag")];
    return {
        id: held.id, lost: held === document.body, disabled: held.getAttribute("aria-disabled") === "true",
        visible: held.matches(":focus-visible") && shapes.some((one) => getComputedStyle(one).outlineStyle !== "none"),
    };
}"""
LONGEST_WAY = 60


def choose(moves: list[str]) -> str:
    """Feed when it can be done, let one dragon in three wait, go to the kitchen now and then."""
    if "wait" in moves:
        return "wait" if len(moves) % 3 == 0 else moves[0]
    if moves[0].startswith("feed"):
        return moves[len(moves) % 2]
    return "kitchen" if "kitchen" in moves and len(moves) % 2 else moves[-1]


def has_it_all(state: State) -> bool:
    """A match in which the first seat feeds Emerald, and one from the kitchen, and lets one wait."""
    done = set()
    while (mover := next((seat for seat in range(3) if GAME.moves(state, seat)), None)) is not None:
        moves = sorted(GAME.moves(state, mover))
        move = choose(moves) if mover == 0 else usual(moves)
        if mover == 0:
            done.add((move.split()[0], "wait" in moves))
        state = GAME.play(state, mover, move, Chance(b"", 1))
    return {("feed", False), ("feed", True), ("wait", True), ("kitchen", False), ("take", False)} <= done


def from_the_beginning(state: State) -> bool:
    return GAME.view(state, 0)["last"] == [None] * 3 and has_it_all(state)


async def tab_to(page: Page, *ids: str) -> str:
    """Press Tab until one of these has the focus; behind the last stop the way begins anew, once."""
    ends = 0
    for step in range(LONGEST_WAY):
        focus = await page.evaluate(FOCUS)
        ends += focus["lost"]
        assert ends < (1 if step == 0 else 2), "the focus is lost"
        if focus["id"] in ids and not focus["disabled"]:
            assert focus["visible"], f"nobody sees that {focus['id']} has the focus"
            return str(focus["id"])
        await page.keyboard.press("Tab")
    raise AssertionError(f"Tab does not lead to {ids}")


async def press(page: Page, move: str) -> None:
    """Play a move: Tab to what it is made of, Enter or the space bar."""
    turn = await feast.turn(page)
    verb, *words = move.split()
    if verb == "feed":
        await tab_to(page, "feed", "emerald")
        await page.keyboard.press("Enter")
        await tab_to(page, f"king-{words[0]}")
        await page.keyboard.press("Enter")
        await page.keyboard.press("Escape")
        await expect(page.locator("#emerald")).to_have_attribute("aria-pressed", "false")
        await page.keyboard.press("Shift+Tab")
        await tab_to(page, "feed", "emerald")
        await page.keyboard.press("Enter")
        for word in words:
            await tab_to(page, f"king-{word}")
            await page.keyboard.press("Space")
    else:
        await tab_to(page, {"take": f"table-{words and words[0]}", "kitchen": "door"}.get(verb, verb))
        await page.keyboard.press("Enter")
    await feast.done(page, turn)


async def test_tab_enter_and_escape_play_a_whole_match(house: House) -> None:
    async with arranged(house, from_the_beginning) as match:
        page = await house.enter(match.path, match.me)
        await page.keyboard.press("Tab")
        while await feast.decides(page):
            await press(page, choose(await feast.moves(page)))
        await expect(page.locator(feast.OVER)).to_be_visible()
        await tab_to(page, "again")
        await page.keyboard.press("Enter")
        await expect(page.locator(feast.OVER)).to_have_count(0)


async def test_typed_lines_play_a_whole_match(house: House) -> None:
    async with arranged(house, from_the_beginning) as match:
        page = await house.enter(match.path, match.me)
        line = page.locator("#line")
        await line.focus()
        while await feast.decides(page):
            turn, words = await feast.turn(page), choose(await feast.moves(page)).split()
            spelt = [words[0].upper(), *reversed(words[1:])]
            await page.keyboard.type("/" + " ".join(spelt))
            await page.keyboard.press("Enter")
            await feast.done(page, turn)
            await expect(line).to_be_focused()
            await expect(line).to_have_value("")
        await expect(page.locator(feast.OVER)).to_be_visible()
        await expect(page.locator("#log")).not_to_contain_text("/")


async def test_tab_completes_moves_commands_and_names(house: House) -> None:
    async with arranged(house, lambda state: legal(state)[0].startswith("feed")) as match:
        page = await house.enter(match.path, match.me)
        line, choices = page.locator("#line"), page.locator("#choices")
        _feed, first, second = (await feast.moves(page))[0].split()
        await line.focus()
        await page.keyboard.type("/fe")
        await expect(choices.get_by_role("option").first).to_be_visible()
        await page.keyboard.press("Tab")
        await expect(line).to_have_value(f"/feed {first} {second}")
        await line.fill(f"/feed {second} {first[:2]}")
        await expect(choices).to_be_visible()
        await page.keyboard.press("Escape")
        await expect(choices).to_be_hidden()
        await expect(line).to_have_value(f"/feed {second} {first[:2]}")

        await line.fill("")
        await page.keyboard.type("/ru")
        await page.keyboard.press("Tab")
        await expect(line).to_have_value("/rules")
        await line.fill("")
        other = await page.locator("#player-1 [data-name]").inner_text()
        await page.keyboard.type(f"/tell {other[:3].lower()}")
        await expect(choices.get_by_role("option").filter(has_text=other)).to_be_visible()
        await page.keyboard.press("ArrowDown")
        await expect(line).to_have_attribute("aria-activedescendant", "choice-0")
        await page.keyboard.press("Enter")
        await expect(line).to_have_value(f"/tell {other}")
        await page.keyboard.type(" psst")
        await page.keyboard.press("Enter")
        await expect(page.locator("#log .whisper")).to_contain_text("psst")

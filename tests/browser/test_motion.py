"""Things move where they went: for a moment, never in the way, and not where calm is wanted or nobody looks."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.async_api import Page, expect

from kings_gold.state import State as Cruise
from skull_king.state import State
from tests.browser import feast
from tests.browser.arranged import arranged, legal
from tests.browser.house import House, Person
from tests.browser.sailing import at_sea
from tests.browser.test_feeding_emerald import feeds, two_dragons
from tests.browser.voyage import my_turn, voyage

pytestmark = [pytest.mark.once, pytest.mark.asyncio(loop_scope="session")]
LONGEST = 400

# Each animation as it begins: of what, what of it changes, and when it ends; with `held` they stay in the air.
WATCH = """
window.moved = [];
const animate = Element.prototype.animate;
Element.prototype.animate = function (...given) {
    const animation = animate.apply(this, given);
    if (window.held) animation.pause();
    const frames = animation.effect.getKeyframes();
    const timed = new Set(["offset", "computedOffset", "easing", "composite"]);
    window.moved.push({
        what: this.id || this.getAttribute("class"),
        properties: [...new Set(frames.flatMap(Object.keys))].filter((one) => !timed.has(one)),
        end: animation.effect.getComputedTiming().endTime,
    });
    return animation;
};
"""
HIDDEN = 'Object.defineProperty(document, "hidden", { get: () => true });'


async def watched(
    house: House, path: str, person: Person | None, motion: Any = "no-preference", more: str = ""
) -> Page:
    """The page with its animations noted."""
    context = await house.context(person, reduced_motion=motion)
    await context.add_init_script(WATCH + more)
    page = await context.new_page()
    await page.goto(f"{house.server.url}{path}")
    await house.connected(page)
    return page


async def all_of_it(page: Page) -> list[str]:
    """What has been set in motion, each of it short and nothing but moved and faded."""
    moved = await page.evaluate("window.moved")
    for one in moved:
        assert one["end"] <= LONGEST, one
        assert set(one["properties"]) <= {"transform", "opacity"}, one
    in_css = await page.evaluate(
        """() => document.getAnimations().filter((one) => one instanceof CSSAnimation).length"""
    )
    assert in_css == 0
    return [one["what"] for one in moved]


async def take_a_dish(page: Page) -> None:
    await feast.click(page, next(move for move in await feast.moves(page) if move.startswith("take")))


async def test_a_dish_flies_and_is_seen_at_its_goal_when_it_has_arrived(house: House) -> None:
    async with arranged(house, plays_on=False) as match:
        page = await watched(house, match.path, match.me)
        await take_a_dish(page)
        assert "flying" in await all_of_it(page)
        await expect(page.locator(".flying")).to_have_count(0)
        await expect(page.locator(".arriving")).to_have_count(0)


async def test_the_dragon_eats(house: House) -> None:
    async with arranged(house, two_dragons, plays_on=False) as match:
        page = await watched(house, match.path, match.me)
        await feast.click(page, feeds(await feast.moves(page), twice=False))
        assert await all_of_it(page) == ["flying", "flying", "emerald"]
        await expect(page.locator(".arriving")).to_have_count(0)


async def test_a_new_round_comes_out_of_the_kitchen_in_time(house: House) -> None:
    def last_of_round(state: Any) -> bool:
        return state.to_come == 1 and any(move.startswith("take") for move in legal(state))

    async with arranged(house, last_of_round, plays_on=False) as match:
        page = await watched(house, match.path, match.me)
        await take_a_dish(page)
        assert len(await all_of_it(page)) > 4


async def test_dice_tumble_when_they_are_rolled_and_only_those(house: House) -> None:
    def my_roll(state: Cruise) -> bool:
        return state.phase == "roll" and state.turn > 3

    async with at_sea(house, my_roll, plays_on=False) as match:
        page = await watched(house, match.path, match.me)
        assert await all_of_it(page) == []
        turn = await feast.turn(page)
        await page.locator("#roll").click()
        await feast.done(page, turn)
        assert len([what for what in await all_of_it(page) if what.startswith("face-0-")]) == 5
        if await page.locator("#reroll").count():
            faces = await page.locator(".dice .cube").evaluate_all("all => all.map((one) => one.id)")
            await page.evaluate("window.moved = []")
            number = int((await page.locator("#board [data-pick]").first.get_attribute("id") or "").split("-")[1])
            turn = await feast.turn(page)
            await page.locator(f"#die-{number}").click()
            await page.locator("#reroll").click()
            await feast.done(page, turn)
            again = [what for what in await all_of_it(page) if what.startswith("face-")]
            assert not set(again) & set(faces)
            assert len(again) <= 1


async def test_coins_fly_to_who_has_got_them(house: House) -> None:
    def cannon(state: Cruise) -> bool:
        return state.phase == "resolve" and "cannon 3" in state.legal and state.gold.purse > 6

    async with at_sea(house, cannon, plays_on=False) as match:
        page = await watched(house, match.path, match.me)
        turn = await feast.turn(page)
        await page.locator('#board [data-move="cannon 3"]').click()
        await feast.done(page, turn)
        assert (await all_of_it(page)).count("flying") >= 2


async def test_a_card_flies_to_the_table_and_a_trick_is_swept_up(house: House) -> None:
    def leads(state: State) -> bool:
        return my_turn(state) and not state.trick and len(state.tricks) >= 1 and state.round >= 3

    async with voyage(house, leads) as match:
        page = await watched(house, match.path, match.people[0])
        await expect(page.locator("#chest")).to_be_visible()
        turn = await feast.turn(page)
        await page.locator('#board .held[data-move][aria-disabled="false"]').first.click()
        await feast.done(page, turn)
        assert (await all_of_it(page)).count("flying") == 3 + 1
        await expect(page.locator(".flying")).to_have_count(0)


async def test_cards_are_dealt(house: House) -> None:
    def last_ready(state: State) -> bool:
        return state.phase == "score" and state.acting == (0,) and state.round == 2

    async with voyage(house, last_ready) as match:
        page = await watched(house, match.path, match.people[0])
        turn = await feast.turn(page)
        await page.locator("#ready").click()
        await feast.done(page, turn)
        assert (await all_of_it(page)).count("flying") == 3 + 3
        await expect(page.locator("#board .held.arriving")).to_have_count(0)


async def test_a_click_reaches_what_lies_under_something_that_flies(house: House) -> None:
    async with arranged(house, plays_on=False) as match:
        page = await watched(house, match.path, match.me, more="window.held = true;")
        await take_a_dish(page)
        flying = page.locator(".flying").first
        await expect(flying).to_be_attached()
        box = await flying.bounding_box()
        assert box
        reached = await page.evaluate(
            "([x, y]) => document.elementFromPoint(x, y)?.closest('.flying') === null",
            [box["x"] + box["width"] / 2, box["y"] + box["height"] / 2],
        )
        assert reached
        await page.locator("#line").fill("/notation")
        await page.locator("#line").press("Enter")
        await expect(page.locator("#log .line.system").last).to_be_visible()
        await expect(flying).to_be_attached()


async def test_moves_in_a_burst_do_not_pile_up(house: House) -> None:
    async with arranged(house, plays_on=False) as match:
        page = await watched(house, match.path, match.me, more="window.held = true;")
        await take_a_dish(page)
        first = await page.locator(".flying").count()
        assert first
        await page.evaluate("for (const one of document.querySelectorAll('.flying')) one.dataset.first = 'yes'")
        for seat in match.company:
            await seat.match_where(lambda match: match["moves"])
            move = next(one for one in sorted(seat.match["moves"], reverse=True) if one.startswith("take"))
            ply = seat.match["ply"] + 1
            assert (await seat.move(move))["type"] == "ok"
            await expect(page.locator("#mine")).to_have_attribute("data-ply", str(ply))
        await expect(page.locator(".flying[data-first]")).to_have_count(0)
        assert (
            await page.evaluate("document.getAnimations().filter((one) => one.effect.target.matches('.flying')).length")
            == await page.locator(".flying").count()
        )


@pytest.mark.parametrize(("motion", "more"), [("reduce", ""), ("no-preference", HIDDEN)], ids=["calm", "hidden"])
async def test_nothing_moves_where_calm_is_wanted_or_nobody_looks(house: House, motion: str, more: str) -> None:
    async with arranged(house) as match:
        page = await watched(house, match.path, match.me, motion, more)
        await take_a_dish(page)
        assert await feast.decides(page)
        assert await page.evaluate("window.moved") == []
        await expect(page.locator(".arriving")).to_have_count(0)


async def test_what_has_happened_while_the_line_was_lost_does_not_move(house: House) -> None:
    house.expect("ERR_INTERNET_DISCONNECTED")
    async with arranged(house, plays_on=False) as match:
        page = await watched(house, match.path, match.me)
        await take_a_dish(page)
        await page.evaluate("window.moved = []")
        await page.context.set_offline(True)
        await page.evaluate("dispatchEvent(new Event('offline'))")
        await expect(page.locator("#net")).to_be_visible()
        [second, *_] = match.company
        await second.match_where(lambda match: match["moves"])
        ply = second.match["ply"] + 1
        assert (await second.move(sorted(second.match["moves"])[-1]))["type"] == "ok"
        await page.context.set_offline(False)
        await page.evaluate("dispatchEvent(new Event('online'))")
        await expect(page.locator("#mine")).to_have_attribute("data-ply", str(ply))
        assert await page.evaluate("window.moved") == []

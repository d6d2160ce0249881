"""Skull King's table: a hand of ten on a phone, Scary Mary, bids, the score sheet, what stands by each name."""

from __future__ import annotations

import asyncio

import pytest
from playwright.async_api import Page, expect

from skull_king.state import State
from skull_king.tricks import points_for
from tests.browser.house import House
from tests.browser.test_by_keyboard import tab_to
from tests.browser.test_looks import looks_good
from tests.browser.voyage import Voyage, Wanted, my_turn, voyage
from tests.wire import Wire

pytestmark = [pytest.mark.once, pytest.mark.asyncio(loop_scope="session")]

HELD = "#board .hand .held"
CARDS = """(all) => all.map((one) => {
    const { left, top, right, bottom } = one.getBoundingClientRect();
    return { id: one.id, left, top, right, bottom };
})"""
MARY = "scary-mary"


def ten(state: State) -> bool:
    return my_turn(state) and state.round == 10 and len(state.hands[0]) == 10


def torn(state: State) -> bool:
    """Some cards may be played, others not."""
    return my_turn(state) and len(state.hands[0]) > 3 and 0 < len(state.legal) < len(state.hands[0])


def with_mary(state: State) -> bool:
    return my_turn(state) and MARY in state.hands[0] and len(state.hands[0]) > 1 and bool(state.trick)


def next_in_turn(state: State) -> bool:
    """The last seat is to play a card, and then the first, who holds Scary Mary and two others."""
    waiting = state.phase == "play" and state.acting == (len(state.hands) - 1,) and len(state.trick) == 1
    return waiting and MARY in state.hands[0] and len(state.hands[0]) > 2


def last_to_bid(state: State) -> bool:
    return state.phase == "bid" and state.acting == (0,) and state.round == 4


def before_the_last_card(number: int) -> Wanted:
    """The first seat plays the last card of that round."""

    def wanted(state: State) -> bool:
        return my_turn(state) and state.round == number and not any(state.hands[1:])

    return wanted


async def frames(house: House, page: Page) -> list[str]:
    return [frame["move"] for frame in house.frames(page, "move")]


async def test_a_hand_of_ten_can_be_read_and_hit_on_a_phone(house: House) -> None:
    async with voyage(house, ten, seats=4) as match:
        page = await house.enter(match.path, match.people[0], width=390, height=844)
        await expect(page.locator(HELD)).to_have_count(10)
        cards = await page.locator(HELD).evaluate_all(CARDS)
        for card in cards:
            assert card["right"] - card["left"] >= 44, card
            assert card["bottom"] - card["top"] >= 44, card
            assert card["left"] >= 0, card
            assert card["right"] <= 390, card
            assert card["bottom"] <= 844, "the whole hand is seen without scrolling"
            for other in cards:
                apart = card["right"] <= other["left"] or card["bottom"] <= other["top"]
                apart = apart or other["right"] <= card["left"] or other["bottom"] <= card["top"]
                assert apart or card is other, (card, other)
        assert await page.evaluate("document.documentElement.scrollWidth") <= 390
        shown = {str(card["id"]).removeprefix("card-") for card in cards}
        assert shown == set(match.state.hands[0])


async def test_what_may_not_be_played_is_dimmed_and_cannot_be_played(house: House) -> None:
    async with voyage(house, torn) as match:
        page = await house.enter(match.path, match.people[0])
        may = {move.split()[1] for move in match.state.legal}
        for card in match.state.hands[0]:
            picture = page.locator(f"#card-{card} > svg").first
            dimmed = await picture.evaluate("(one) => Number(getComputedStyle(one).opacity) < 1")
            assert dimmed == (card not in may), card
        barred = next(card for card in match.state.hands[0] if card not in may)
        await page.locator(f"#card-{barred}").click(force=True)
        played = next(card for card in may if card != MARY)
        await page.locator(f"#card-{played}").click()
        await expect(page.locator(f"#card-{played}")).to_have_count(0)
        assert await frames(house, page) == [f"play {played}"]


async def test_the_trick_lies_in_the_order_of_play(house: House) -> None:
    async with voyage(house, lambda state: torn(state) and len(state.trick) == 3, seats=5) as match:
        page = await house.enter(match.path, match.people[0])
        places = [f"place-{(match.state.leader + n) % 5}" for n in range(5)]
        shown = await page.locator("#board .place").evaluate_all(CARDS)
        assert [place["id"] for place in shown] == places
        assert [place["left"] for place in shown] == sorted(place["left"] for place in shown)
        await expect(page.locator("#board .lies .sk-card")).to_have_count(3)


async def test_scary_mary_asks_by_mouse(house: House) -> None:
    async with voyage(house, with_mary) as match:
        page = await house.enter(match.path, match.people[0], width=390, height=844)
        await expect(page.locator("#mary-escape")).to_be_hidden()
        await page.locator(f"#card-{MARY}").click()
        await page.get_by_role("button", name="as an escape").click()
        await expect(page.locator(f"#card-{MARY}")).to_have_count(0)
        assert await frames(house, page) == ["play scary-mary escape"]
        await expect(page.locator("#lies-0")).to_have_text("Scary Mary as an escape")


async def test_scary_mary_asks_by_keyboard(house: House) -> None:
    async with voyage(house, with_mary) as match:
        page = await house.enter(match.path, match.people[0])
        await page.keyboard.press("Tab")
        await tab_to(page, f"card-{MARY}")
        await page.keyboard.press("Enter")
        await tab_to(page, "mary-pirate")
        await page.keyboard.press("Enter")
        await expect(page.locator(f"#card-{MARY}")).to_have_count(0)
        assert await frames(house, page) == ["play scary-mary pirate"]
        await expect(page.locator("#lies-0")).to_have_text("Scary Mary as a pirate")


async def test_a_bid_is_clicked_and_then_all_bids_are_shown(house: House) -> None:
    async with voyage(house, last_to_bid) as match:
        page = await house.enter(match.path, match.people[0])
        await expect(page.locator("#player-1 .did")).to_contain_text("has bid")
        await expect(page.locator("#place-1 .promise")).to_have_text("has bid")
        await page.get_by_role("button", name="bid 3", exact=True).click()
        await expect(page.locator("#place-0 .promise")).to_contain_text("0/ of 3")
        await expect(page.locator("#place-1 .promise")).to_contain_text(f"0/ of {match.state.bids[1]}")


async def test_by_each_name_stand_total_total_as_it_stands_and_tricks(house: House) -> None:
    async with voyage(house, lambda state: my_turn(state) and state.round == 5 and len(state.tricks) == 3) as match:
        page, state = await house.enter(match.path, match.people[0]), match.state
        for seat, bid in enumerate(state.bids):
            made, total = state.won[seat], state.scores[seat]
            assert bid is not None
            now = total + points_for(bid, made, 5) + (state.bonus[seat] if made == bid else 0)
            words = f"{total} (if the round ended now {now}) · {made}/ of {bid}"
            await expect(page.locator(f"#player-{seat} .did")).to_have_text(words)


async def test_the_score_sheet_opens_by_its_symbol_with_the_round_being_played(house: House) -> None:
    async with voyage(house, lambda state: my_turn(state) and state.round == 4 and len(state.tricks) == 1) as match:
        page, state = await house.enter(match.path, match.people[0], width=390, height=844), match.state
        rows = page.locator("#sheet tbody tr")
        await expect(rows.first).to_be_hidden()
        await tab_to_symbol(page)
        await page.keyboard.press("Enter")
        await expect(rows).to_have_count(4)
        await expect(rows.first).to_be_visible()
        first = [f"{w}/ of {b} {p}" for w, b, p in zip(*state.sheet[0][2:0:-1], state.sheet[0].points, strict=True)]
        assert [" ".join(text.split()) for text in await rows.first.locator("td").all_text_contents()] == first
        await expect(rows.last.locator("td").first).to_have_text(f"{state.won[0]}/ of {state.bids[0]}")
        card = next(move.split()[1] for move in state.legal if MARY not in move)
        await page.keyboard.press("Enter")
        await expect(rows.first).to_be_hidden()
        await page.locator(f"#card-{card}").click()
        await expect(page.locator(f"#card-{card}")).to_have_count(0)


async def test_the_score_sheet_opens_by_itself_at_a_rounds_end(house: House) -> None:
    async with voyage(house, before_the_last_card(2)) as match:
        page = await house.enter(match.path, match.people[0])
        await play_last_card(page, match)
        await expect(page.locator("#board .scored tbody tr")).to_have_count(2)
        await expect(page.locator("#board .lies .sk-card")).to_have_count(3)
        await page.get_by_role("button", name="Ready").click()
        await expect(page.locator("#board .turn")).to_contain_text("Waiting for")
        for one in match.crew:
            assert (await one.move("ready"))["type"] == "ok"
        await expect(page.locator(HELD)).to_have_count(3)
        await expect(page.locator("#board .scored")).to_have_count(0)


async def test_a_round_is_played_without_a_mouse(house: House) -> None:
    async with voyage(house, last_to_bid) as match:
        playing = [asyncio.create_task(one_round(one)) for one in match.crew]
        page = await house.enter(match.path, match.people[0])
        await page.keyboard.press("Tab")
        await tab_to(page, "bid-2")
        await page.keyboard.press("Enter")
        for left in range(3, -1, -1):
            await page.locator('#mine[data-moves^="play"]').wait_for(state="attached")
            moves = (await page.locator("#mine").get_attribute("data-moves") or "").split("|")
            if (card := moves[0].split()[1]) == MARY:
                await tab_to(page, f"card-{MARY}")
                await page.keyboard.press("Enter")
            await tab_to(page, "mary-pirate" if card == MARY else f"card-{card}")
            await page.keyboard.press("Enter")
            await expect(page.locator(HELD)).to_have_count(left)
        await tab_to(page, "ready")
        await page.keyboard.press("Space")
        await expect(page.locator(HELD)).to_have_count(5)
        await asyncio.gather(*playing)


async def test_a_marked_card_wears_a_hook_and_is_played_in_ones_turn(house: House) -> None:
    async with voyage(house, next_in_turn) as match:
        page = await house.enter(match.path, match.people[0], width=390, height=844)
        await page.locator("#line").fill("/set hook on")
        await page.keyboard.press("Enter")
        first, second = [page.locator(f"#card-{card}") for card in match.state.hands[0] if card != MARY][:2]
        hooks = page.locator("#board .hand .hook")
        await first.click()
        await expect(first.locator(".hook")).to_be_visible()
        await second.click()
        await expect(second.locator(".hook")).to_be_visible()
        await expect(hooks).to_have_count(1)
        await looks_good(page)
        await page.set_viewport_size({"width": 390, "height": 844})
        await second.click()
        await expect(hooks).to_have_count(0)
        mary = page.locator(f"#card-{MARY}")
        await mary.click()
        await page.locator("#mary-escape").click()
        await expect(mary.locator(".hook")).to_be_visible()
        await expect(mary.locator(".word")).to_contain_text("escape")
        await expect(page.locator("#mary-escape")).to_have_attribute("aria-pressed", "true")
        last = match.crew[-1]
        assert (await last.move(last.match["moves"][0]))["type"] == "ok"
        await expect(page.locator("#lies-0")).to_have_text("Scary Mary as an escape")
        assert await frames(house, page) == []


async def test_a_full_table_keeps_nobody_out(house: House) -> None:
    async with voyage(house, ten, seats=6) as match:
        page = await house.enter(match.path, match.people[0])
        await looks_good(page)
        await page.locator("#sheet summary").click()
        await looks_good(page)


async def test_bids_keep_nobody_out(house: House) -> None:
    async with voyage(house, last_to_bid) as match:
        await looks_good(await house.enter(match.path, match.people[0]))


async def test_scary_mary_keeps_nobody_out(house: House) -> None:
    async with voyage(house, with_mary) as match:
        page = await house.enter(match.path, match.people[0])
        await page.locator(f"#card-{MARY}").click()
        await looks_good(page)


async def test_the_end_of_a_round_and_of_the_match_keep_nobody_out(house: House) -> None:
    for number in (9, 10):
        async with voyage(house, before_the_last_card(number), seats=6) as match:
            page = await house.enter(match.path, match.people[0])
            await play_last_card(page, match)
            await expect(page.locator("#board .scored tbody tr")).to_have_count(number)
            await looks_good(page)
    async with voyage(house, torn) as match:
        await looks_good(await house.enter(match.replay, match.people[0]))


async def test_the_rules_keep_nobody_out(house: House) -> None:
    await looks_good(await house.enter("/rules/skull_king/"))


async def tab_to_symbol(page: Page) -> None:
    """The symbol of the score sheet has the focus."""
    for _ in range(30):
        await page.keyboard.press("Tab")
        if await page.evaluate("document.activeElement.matches('#sheet > summary:focus-visible')"):
            return
    raise AssertionError("Tab does not lead to the score sheet")


async def play_last_card(page: Page, match: Voyage) -> None:
    (card,) = match.state.hands[0]
    await page.locator(f"#card-{card}").click()
    if card == MARY:
        await page.locator("#mary-pirate").click()


async def one_round(one: Wire) -> None:
    """Play whatever comes first, through "ready" to the next bids."""
    last = ""
    while last != "ready":
        match = await one.match_where(lambda match: match["moves"])
        last = match["moves"][0]
        assert (await one.move(last))["type"] == "ok"
        await one.newer_than(match)

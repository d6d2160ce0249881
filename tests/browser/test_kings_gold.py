"""King's Gold in a browser: dice are picked together, choices say what they do; by mouse, by key and typed."""

import pytest
from playwright.async_api import Locator, Page, expect

from kings_gold.state import State
from tests.browser import feast
from tests.browser.house import House
from tests.browser.sailing import at_sea
from tests.browser.test_looks import looks_good

pytestmark = [pytest.mark.once, pytest.mark.asyncio(loop_scope="session")]
OVER = "#board .kg.over"
SMALL = """() => [...document.querySelectorAll("#board .kg button")].map((one) => one.getBoundingClientRect())
    .filter(({ width, height }) => width < 44 || height < 44).length"""


def rolled(state: State) -> bool:
    """Dice to roll again, and one that is locked."""
    return state.phase == "rolled" and state.dice.count(5) == 1 and state.turn > 4


def free_and_locked(state: State) -> tuple[list[int], list[int]]:
    """The numbers of the dice that may be rolled again, and of those that may not."""
    numbered = list(enumerate(state.dice, 1))
    return [n for n, die in numbered if die != 5], [n for n, die in numbered if die == 5]


def wanted(seen: list[State], state: State) -> bool:
    if rolled(state):
        seen.append(state)
    return rolled(state)


def die(page: Page, number: int) -> Locator:
    return page.locator(f"#die-{number}")


def sent(house: House, page: Page) -> list[str]:
    return [frame["move"] for frame in house.frames(page, "move")]


async def test_dice_are_picked_together_and_rolled(house: House) -> None:
    seen: list[State] = []
    async with at_sea(house, lambda state: wanted(seen, state), plays_on=False) as match:
        (first, second, third, *_), (locked,) = free_and_locked(seen[-1])
        page = await house.enter(match.path, match.me)
        again, stop = page.locator("#reroll"), page.locator("#stop")
        await expect(stop).to_be_enabled()
        await expect(again).to_be_disabled()
        await expect(die(page, locked)).to_be_disabled()
        await expect(die(page, locked)).to_contain_text("locked")
        for number in (third, first, second):
            await expect(die(page, number)).to_have_attribute("aria-pressed", "false")
            await die(page, number).click()
            await expect(die(page, number)).to_have_attribute("aria-pressed", "true")
        await expect(again).to_have_attribute("data-times", "3")
        await die(page, second).click()
        await expect(die(page, second)).to_have_attribute("aria-pressed", "false")
        await expect(again).to_have_attribute("data-times", "2")
        assert sent(house, page) == []

        turn = await feast.turn(page)
        await again.click()
        await feast.done(page, turn)
        assert sent(house, page) == [f"reroll {first} {third}"]
        await expect(page.locator('#board [data-pick][aria-pressed="true"]')).to_have_count(0)


async def test_escape_puts_all_dice_back(house: House) -> None:
    async with at_sea(house, rolled, plays_on=False) as match:
        page = await house.enter(match.path, match.me)
        pressed = page.locator('#board [data-pick][aria-pressed="true"]')
        await page.locator('#board [data-pick][aria-disabled="false"]').first.click()
        await expect(pressed).to_have_count(1)
        await page.keyboard.press("Escape")
        await expect(pressed).to_have_count(0)
        await expect(page.locator("#reroll")).to_be_disabled()


async def test_by_keyboard_alone(house: House) -> None:
    seen: list[State] = []
    async with at_sea(house, lambda state: wanted(seen, state), plays_on=False) as match:
        (first, second, *_), _locked = free_and_locked(seen[-1])
        page = await house.enter(match.path, match.me)
        for number in (first, second):
            await die(page, number).focus()
            await page.keyboard.press("Space")
        await page.locator("#reroll").focus()
        turn = await feast.turn(page)
        await page.keyboard.press("Enter")
        await feast.done(page, turn)
        assert sent(house, page) == [f"reroll {first} {second}"]


async def test_typed_moves(house: House) -> None:
    seen: list[State] = []
    async with at_sea(house, lambda state: wanted(seen, state), plays_on=False) as match:
        (first, second, *_), _locked = free_and_locked(seen[-1])
        page = await house.enter(match.path, match.me)
        line = page.locator("#line")
        for typed in (f"/reroll {second} {first}", "/stop"):
            if not await feast.is_to_move(page) or "stop" not in await feast.moves(page):
                break  # three crossbones, or nothing left to roll
            turn = await feast.turn(page)
            await line.fill(typed)
            await line.press("Enter")
            await feast.done(page, turn)


async def test_who_confirms_moves_is_asked_once(house: House) -> None:
    async with at_sea(house, rolled, plays_on=False) as match:
        page = await house.enter(match.path, match.me)
        await page.evaluate("document.documentElement.dataset.confirm = 'on'")
        await page.locator('#board [data-pick][aria-disabled="false"]').first.click()
        await page.locator("#reroll").click()
        await expect(page.locator("#asked")).to_be_visible()
        assert sent(house, page) == []
        turn = await feast.turn(page)
        await page.locator("#reroll").click()
        await feast.done(page, turn)
        assert len(sent(house, page)) == 1


def two_choices(state: State) -> bool:
    return state.phase == "resolve" and "cannon 3" in state.legal and len(state.legal) > 2


async def test_choices_say_exactly_what_they_do(house: House) -> None:
    async with at_sea(house, two_choices) as match:
        page = await house.enter(match.path, match.me)
        cannon = page.locator('#board [data-move="cannon 3"]')
        await expect(cannon).to_have_text("3 from the purse for you, 3 for the king")
        choices = page.locator("#board .choice")
        assert await choices.count() == len(await feast.moves(page))
        purse = int(await page.locator("#purse").get_attribute("data-count") or "")
        turn = await feast.turn(page)
        await cannon.click()
        await feast.done(page, turn)
        await expect(page.locator("#purse")).not_to_have_attribute("data-count", str(purse))


async def test_a_short_purse_is_told_to_the_coin(house: House) -> None:
    def short(state: State) -> bool:
        return state.phase == "resolve" and state.gold.purse == 4 and "cannon 3" in state.legal

    async with at_sea(house, short) as match:
        page = await house.enter(match.path, match.me)
        await expect(page.locator('#board [data-move="cannon 3"]')).to_have_text(
            "2 from the purse for you, 2 for the king"
        )


async def test_a_skull_says_whom_it_robs_and_of_what(house: House) -> None:
    def robbing(state: State) -> bool:
        return state.phase == "resolve" and "skull 3 @1" in state.legal and 0 < state.gold.coins[1] < 3

    async with at_sea(house, robbing) as match:
        page = await house.enter(match.path, match.me)
        text = await page.locator('#board [data-move="skull 3 @1"]').inner_text()
        coins = await page.locator("#gold-1").get_attribute("data-count")
        name = await page.locator("#gold-1 h3").inner_text()
        assert text == f"{coins} from {name} for you, all they have"


async def test_who_watches_sees_the_dice_and_cannot_touch_them(house: House) -> None:
    async with at_sea(house, rolled, plays_on=False) as match:
        page, watching = [await house.enter(match.path, person) for person in (match.me, None)]
        for number in range(1, 6):
            shown = [await one.locator(f"#die-{number} .vh").inner_text() for one in (page, watching)]
            assert shown[0] == shown[1]
            await expect(die(watching, number)).to_be_disabled()
        await expect(watching.locator("#reroll, #stop")).to_have_count(0)


async def test_it_looks_good_everywhere(house: House) -> None:
    for wanted in (rolled, two_choices, lambda state: state.phase == "roll" and state.last is None):
        async with at_sea(house, wanted, plays_on=False) as match:
            for person in (match.me, None):
                page = await house.enter(match.path, person)
                await expect(page.locator("#board .kg")).to_be_visible()
                await looks_good(page)
                assert await page.evaluate(SMALL) == 0


async def test_the_rules_look_good(house: House) -> None:
    await looks_good(await house.enter("/rules/kings_gold/"))


async def play_to_the_end(page: Page) -> None:
    """Click whatever comes last in the list, until the match is over."""
    while True:
        await page.locator(f"{feast.DECIDES}, {OVER}").first.wait_for(state="attached")
        if await page.locator(OVER).count():
            break
        move = (await feast.moves(page))[-1]
        turn = await feast.turn(page)
        await page.locator(f'#board [data-move="{move}"]').click()
        await feast.done(page, turn)


async def test_a_match_is_played_to_its_end_by_clicks(house: House) -> None:
    async with at_sea(house, lambda state: state.phase == "roll" and state.gold.purse < 20) as match:
        page = await house.enter(match.path, match.me)
        await play_to_the_end(page)
        await expect(page.locator("#board .won")).to_be_visible()
        await looks_good(page)

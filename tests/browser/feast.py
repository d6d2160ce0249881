"""King Lui in a browser: what may be clicked, and a match played to its end."""

from __future__ import annotations

from playwright.async_api import Locator, Page, expect

DISHES = ("bread", "cake", "cheese", "chicken", "fruit", "ham", "wine")
DECIDES = '#mine[data-moves]:not([data-moves=""])'
OVER = "#board .kl.over"


async def decides(page: Page) -> bool:
    """Wait until it is this person's decision, or until the match is over: False."""
    await page.locator(f"{DECIDES}, {OVER}").first.wait_for(state="attached")
    return await page.locator(OVER).count() == 0


async def is_to_move(page: Page) -> bool:
    """Whether the page shows that it is this person's decision."""
    return await page.locator(DECIDES).count() > 0


async def moves(page: Page) -> list[str]:
    """What this person may play now."""
    return (await page.locator("#mine").get_attribute("data-moves") or "").split("|")


async def turn(page: Page) -> str:
    """The number of this person's next move."""
    return await page.locator("#mine").get_attribute("data-turn") or ""


async def done(page: Page, turn: str) -> None:
    """Wait until the move of this turn shows."""
    await page.locator(f'#mine:not([data-turn="{turn}"])').wait_for(state="attached")


def button(page: Page, move: str) -> Locator:
    """What plays a move with one click."""
    return page.locator(f'#board [data-move="{move}"]')


async def click(page: Page, move: str) -> None:
    """Play a move by clicking."""
    before = await turn(page)
    verb, *words = move.split()
    if verb == "feed":
        await page.locator('#board [data-word="feed"]:visible').last.click()
        for word in words:
            await page.locator(f"#king-{word}").click()
    else:
        await button(page, move).click()
    await done(page, before)


async def play_to_the_end(page: Page) -> None:
    """Click whatever comes last in the list, until the match is over."""
    while await decides(page):
        await click(page, (await moves(page))[-1])


async def shown(page: Page) -> dict[str, str]:
    """The open part of the board, as it stands on the page: what every viewer must see alike."""
    await expect(page.locator("#net")).to_be_hidden()
    counted = page.locator(
        "#board .king [data-count], #board .table [data-count], #board #dragons, #board .plates [data-count]"
    )
    counts: list[str] = await counted.evaluate_all("all => all.map((one) => one.dataset.count)")
    return {
        "version": await page.locator("#board").get_attribute("data-v") or "",
        "ply": await page.locator("#mine").get_attribute("data-ply") or "",
        "counts": " ".join(counts),
        "kitchen": await page.locator("#door .tag").inner_text(),
        "players": await page.locator("#players ol").inner_text(),
    }

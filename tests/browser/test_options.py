"""A game's options in the room: chosen in the form, completed in the line, and refused with what would be good."""

import pytest
from playwright.async_api import expect

from tafelrunde import games
from tafelrunde.game import Option, declared, spell
from tests.browser.house import House

pytestmark = [pytest.mark.once, pytest.mark.asyncio(loop_scope="session")]

DECLARED = [(slug, option) for slug, game in sorted(games.installed().items()) for option in declared(game.Options)]


@pytest.mark.parametrize(("slug", "option"), DECLARED, ids=[f"{slug}-{option.name}" for slug, option in DECLARED])
async def test_each_option_is_a_field_with_its_values_and_is_completed_with_them(
    house: House, slug: str, option: Option
) -> None:
    ada = house.person()
    page = await house.enter(house.room(ada, game=slug), ada)
    field = page.get_by_label(option.label.message, exact=True)
    values = [spell(value) for value in option.values]
    assert await field.evaluate("select => [...select.options].map((one) => one.value)") == values
    line, choices = page.locator("#line"), page.locator("#choices")
    await line.fill(f"/option {option.name} ")
    for value in values:
        await expect(choices.get_by_text(f"/option {option.name} {value}", exact=True)).to_be_visible()
    other = next(value for value in values if value != spell(option.default))
    await line.fill("")
    await line.press_sequentially(f"/option {option.name} {other[:-1]}")
    await page.keyboard.press("Tab")
    await expect(line).to_have_value(f"/option {option.name} {other}")
    await page.keyboard.press("Enter")
    await expect(field).to_have_value(other)
    await field.select_option(spell(option.default))
    await expect(page.locator("#log")).to_contain_text(option.label.message)
    await expect(field).to_have_value(spell(option.default))
    await line.fill(f"/option {option.name} perhaps")
    await page.keyboard.press("Enter")
    await expect(page.locator("#notice")).to_contain_text(f"{option.name} is one of: {option.good}.")

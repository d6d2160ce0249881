"""The page of the lobby offers what is offered now, without being loaded anew."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from tafelrunde import games
from tafelrunde.house import offers
from tests.platform.rooms.peers import Town, town

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
async def evening() -> AsyncIterator[Town]:
    async with town() as opened:
        yield opened


def switch(monkeypatch: pytest.MonkeyPatch, *off: str) -> None:
    """This process hears that these games are off, and all others on."""
    changed = offers._Heard.off ^ frozenset(off)
    monkeypatch.setattr(offers._Heard, "off", frozenset(off))
    for listener in offers._listeners:
        listener(changed)


async def test_a_game_that_is_switched_off_goes_from_the_form_and_comes_back(
    evening: Town, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = await evening.open("Ann", path="/ws/lobby/?format=html")
    slugs = list(games.installed())
    option = f'<option value="{slugs[0]}">'
    assert option in page.html
    switch(monkeypatch, *slugs)
    while 'id="new-game"' not in (await page.hear()).get("html", ""):
        continue
    assert "<option" not in page.html
    assert "disabled" in page.html
    assert 'id="games"' in page.html
    switch(monkeypatch)
    while option not in (await page.hear()).get("html", ""):
        continue
    assert "disabled" not in page.html
    assert "Play now" in page.html


async def test_a_program_in_the_lobby_gets_no_html(evening: Town, monkeypatch: pytest.MonkeyPatch) -> None:
    program = await evening.open(None, path="/ws/lobby/")
    switch(monkeypatch, *games.installed())
    assert (await program.ask(type="sync"))["type"] == "ok"
    assert program.html == ""

"""A match that an admin has decided, or all have aborted, has a plain end on the board, in any game."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
from asgiref.sync import sync_to_async

from tafelrunde import games
from tafelrunde.matches import amending
from tafelrunde.matches.models import Match
from tests.platform.rooms.peers import Peer, Town, town

pytestmark = pytest.mark.django_db(transaction=True)
GAME = type(games.installed()["king_lui"])


@pytest.fixture
async def playing() -> AsyncIterator[Town]:
    async with town("Ann", "Bob", "Cid", playing=True) as opened:
        yield opened


async def board_after(reader: Peer) -> str:
    """The board when the match is over."""
    while 'id="again"' not in reader.html:
        await reader.hear()
    return reader.html


@pytest.mark.parametrize("plies", [0, 3])
async def test_a_decided_match_says_who_has_won_and_nothing_of_the_games_own_end(playing: Town, plies: int) -> None:
    people = [await playing.open(name) for name in ("Ann", "Bob", "Cid")]
    for number in range(plies):
        assert (await people[number % 3].move())["type"] == "ok"
    reader = await playing.open("Ann", "?format=html")
    match = await Match.objects.aget()
    await sync_to_async(amending.adjudicate)(match, [1, 2])
    html = await board_after(reader)
    assert "An admin has decided this match." in html
    places = [
        html.index(part) for part in ('<li value="1" class', '<li value="1">Bob', '<li value="3">Ann') if part in html
    ]
    assert len(places) == 2
    assert places == sorted(places)
    assert html.count("<small>winner</small>") == 2
    for own in ('class="won"', "kl-", 'class="plates"', "points"):
        assert own not in html


async def test_a_game_that_is_never_asked_for_its_end_need_not_know_it(
    playing: Town, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(GAME, "scores", lambda _game, _state: None)
    reader = await playing.open("Ann", "?format=html")
    await sync_to_async(amending.adjudicate)(await Match.objects.aget(), [0])
    assert '<li value="1">Ann' in await board_after(reader)
    program = await playing.open("Bob")
    assert program.match["result"]["winners"] == [0]


async def test_an_aborted_match_has_no_winner(playing: Town) -> None:
    reader = await playing.open("Ann", "?format=html")
    await sync_to_async(amending.abort)(await Match.objects.aget())
    html = await board_after(reader)
    assert "This match was aborted." in html
    assert "winner" not in html

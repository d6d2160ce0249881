"""Ratings beside the names of those who play: read with the match, new at its end, never asked for in between."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.template.loader import render_to_string

from tafelrunde.accounts.models import Player
from tafelrunde.game import SPECTATOR
from tafelrunde.matches import amending, frames, play
from tafelrunde.matches import live as matches
from tafelrunde.matches.live import LiveMatch
from tafelrunde.matches.models import Match
from tafelrunde.matches.position import LEFT
from tafelrunde.ratings import ranking
from tafelrunde.ratings.models import Rating
from tafelrunde.ratings.ranking import Shown
from tests.platform.ratings.table import begin, won_by

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
async def table(people: list[Player]) -> AsyncIterator[LiveMatch]:
    """A match of Ann, Bob and a bot; Ann has a rating from before."""

    def prepare() -> int:
        won_by(begin([people[0], *people[2:]]), 0)
        return begin(people[:2]).pk

    live = await matches.find(await sync_to_async(prepare)())
    yield live
    play.close()
    matches._matches.clear()


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> list[list[int | None]]:
    """The ratings in the frames as they go out."""
    told: list[list[int | None]] = []
    monkeypatch.setattr(matches, "_listeners", [lambda live: told.append(ratings(live))])
    return told


def ratings(live: LiveMatch) -> list[int | None]:
    return [seat["rating"] for seat in frames.match_json(live, SPECTATOR)["seats"]]


async def move(live: LiveMatch) -> None:
    seat = live.position.to_move[0]
    answered: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
    by = "bot" if live.position.bot_plays(seat) else "player"
    play.play_move(live, seat, live.position.legal[seat][0], live.position.turns[seat], answered.set_result, by)
    assert isinstance(await asyncio.wait_for(answered, 10), int)


async def hear(live: LiveMatch) -> None:
    """Another process has said that the match has moved on."""
    play.heard({"moved": [[live.id, live.position.version + 1]]})
    await asyncio.wait_for(asyncio.gather(*play._Writer.tasks), 10)


async def test_who_has_none_and_bots_are_shown_without(table: LiveMatch) -> None:
    ann = await Rating.objects.aget(player__name="Ann")
    assert ratings(table) == [ann.number, None, None]


async def test_the_frame_of_the_end_has_the_new_ratings(
    table: LiveMatch, told: list[list[int | None]], monkeypatch: pytest.MonkeyPatch
) -> None:
    before, asked = ratings(table), []
    really = ranking.shown

    def shown(*given: Any) -> dict[int, Shown]:
        asked.append(given)
        return really(*given)

    monkeypatch.setattr(ranking, "shown", shown)
    while not table.position.over:
        await move(table)
    after = [(await Rating.objects.aget(player__name=name)).number for name in ("Ann", "Bob")]
    assert told[-1] == [*after, None]
    assert all(earlier == before for earlier in told[:-1])
    assert len(asked) == 1
    assert [table.rating(0), table.rating(1), table.rating(2)] == [
        Shown(after[0], True, after[0] - (before[0] or 0)),
        Shown(after[1], True, after[1] - 1000),
        None,
    ]
    again = await sync_to_async(matches.read)(table.id)
    assert again.ratings == table.ratings


async def test_an_end_in_another_process_is_told_with_the_new_ratings(
    table: LiveMatch, told: list[list[int | None]]
) -> None:
    assert await sync_to_async(amending.adjudicate)(await Match.objects.aget(pk=table.id), [1])
    await hear(table)
    assert table.position.over
    bob = await Rating.objects.aget(player__name="Bob")
    assert told[-1][1] == bob.number


async def test_who_takes_a_seat_is_shown_with_their_rating(
    table: LiveMatch, told: list[list[int | None]], people: list[Player]
) -> None:
    answered: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
    play.change_seat(table, 1, LEFT, answered.set_result)
    await answered
    told.clear()
    assert await sync_to_async(amending.replace_player)(await Match.objects.aget(pk=table.id), 1, people[2])
    await hear(table)
    cleo = await Rating.objects.aget(player=people[2])
    assert told[-1][1] == cleo.number


@pytest.mark.parametrize(
    ("shown", "text"),
    [
        (Shown(1043, False), "1043"),
        (Shown(1043, True), "1043<span aria-hidden="),
        (Shown(1043, False, 43), '1043 (<b dir="ltr">+43</b>)'),
        (Shown(957, False, -43), '957 (<b dir="ltr">−43</b>)'),
    ],
)
def test_the_list_of_players_shows_it(shown: Shown, text: str) -> None:
    assert text in render_to_string("rooms/_rating.html", {"rating": shown})

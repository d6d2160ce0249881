"""A sage at a match's seat: it moves from its thinker, and the match goes on where there is none for it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence

import pytest
from asgiref.sync import sync_to_async

from tafelrunde.game import AnyMove, Bot, Game, Line
from tafelrunde.game.sage import Sage
from tafelrunde.games import AnyGame
from tafelrunde.matches import bots, play, thinking
from tafelrunde.matches import live as matches
from tafelrunde.matches.live import LiveMatch
from tafelrunde.matches.models import Entry
from tafelrunde.matches.thinker import Task
from tests.game.conformance.honest import Dice, Twelve
from tests.platform.matches.playing import move, new_match


@pytest.fixture
async def live() -> AsyncIterator[LiveMatch]:
    """A live match of Ann, Bob, Cleo and a sage, whose turn it is."""
    live = await matches.find(await sync_to_async(new_match)("sage"))
    for seat in range(3):
        assert await move(live, seat, live.position.legal[seat][0], 0) == seat + 1
    yield live
    play.close()
    thinking.close()
    matches._matches.clear()


def stands_in(live: LiveMatch) -> str:
    """What the game's first bot would play for the sage."""
    decision = bots._decision(live, live.position, 3)
    assert decision is not None
    return bots.stand_in(live.game).choose(decision)


async def last_move() -> tuple[int, str, str]:
    entry = await Entry.objects.order_by("version").alast()
    assert entry is not None
    return entry.seat, entry.by, entry.move


@pytest.mark.django_db(transaction=True)
async def test_it_moves_as_its_thinker_says(live: LiveMatch, monkeypatch: pytest.MonkeyPatch) -> None:
    chosen = live.position.legal[3][-1]
    asked: list[Task] = []

    def ask(task: Task) -> str:
        asked.append(task)
        return chosen

    monkeypatch.setattr(thinking, "ask", ask)
    await bots.move(live, 3)
    assert await last_move() == (3, "bot", chosen)
    assert [(task.game, task.seat, task.seats, task.seconds) for task in asked] == [(live.game, 3, 4, 0.1)]


@pytest.mark.django_db(transaction=True)
async def test_it_moves_from_a_process_of_its_own(live: LiveMatch, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thinking, "GRACE", 30.0)
    await bots.move(live, 3)
    assert live.position.ply == 4
    assert len(thinking._running) == 1


@pytest.mark.django_db(transaction=True)
async def test_the_fallback_plays_where_its_thinker_has_failed(
    live: LiveMatch, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def dead(_task: Task) -> str:
        raise thinking.ThinkingError("a thinker has died")

    monkeypatch.setattr(thinking, "ask", dead)
    fallback = live.game.fallback(live.game.view(live.position.state, 3), live.position.legal[3])
    await bots.move(live, 3)
    assert await last_move() == (3, "bot", fallback)
    assert "bot sage failed at seat 3" in caplog.text


@pytest.mark.django_db(transaction=True)
async def test_the_games_first_bot_plays_while_its_thinker_starts(
    live: LiveMatch, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def starting(_task: Task) -> str:
        raise thinking.NotReadyError

    monkeypatch.setattr(thinking, "ask", starting)
    stand_in = stands_in(live)
    await bots.move(live, 3)
    assert await last_move() == (3, "bot", stand_in)
    assert not caplog.records


@pytest.mark.django_db(transaction=True)
async def test_the_games_first_bot_plays_while_all_thinkers_think(
    live: LiveMatch, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bots, "QUEUE", 0.05)
    thinkers = bots._limits().thinkers
    for _ in range(thinking.AT_ONCE):
        await thinkers.acquire()
    stand_in = stands_in(live)
    await bots.move(live, 3)
    assert await last_move() == (3, "bot", stand_in)
    for _ in range(thinking.AT_ONCE):
        thinkers.release()
    assert not thinkers.locked()


@pytest.mark.django_db(transaction=True)
async def test_bots_of_other_matches_do_not_wait_for_those_who_wait_for_a_thinker(live: LiveMatch) -> None:
    thinkers = bots._limits().thinkers
    for _ in range(thinking.AT_ONCE):
        await thinkers.acquire()
    waiting = [asyncio.create_task(bots.move(live, 3)) for _ in range(bots._AT_ONCE)]
    await asyncio.sleep(0)
    assert not bots._limits().threads.locked()
    for _ in range(thinking.AT_ONCE):
        thinkers.release()
    await asyncio.gather(*waiting)


class Unsearchable(Twelve):
    resample = Game.resample


class OwnSage(Bot):
    slug = "sage"
    name = Line("old sage")

    def choose(self, decision: object) -> str:
        return ""


class WithOwnSage(Twelve):
    def bots(self) -> Sequence[Bot]:
        return (AnyMove(), OwnSage())


@pytest.mark.parametrize(
    ("game", "slugs"),
    [
        (Twelve(), ["anymove", "sage"]),
        (Dice(), ["anymove", "sage"]),
        (Unsearchable(), ["anymove"]),
        (WithOwnSage(), ["anymove", "sage"]),
    ],
    ids=["hidden", "open", "unsearchable", "own"],
)
def test_it_is_offered_by_every_game_that_it_can_search(game: AnyGame, slugs: list[str]) -> None:
    assert [bot.slug for bot in bots.offered(game)] == slugs


def test_a_games_own_sage_is_not_replaced() -> None:
    assert isinstance(bots.find(WithOwnSage(), "sage"), OwnSage)
    assert isinstance(bots.find(Twelve(), "sage"), Sage)

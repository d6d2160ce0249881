"""Playing in one process: what is refused and why, and what happens when another process or the database interferes."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from functools import partial
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.db import OperationalError

from tafelrunde.game import SPECTATOR
from tafelrunde.matches import live as matches
from tafelrunde.matches import log as match_log
from tafelrunde.matches import play
from tafelrunde.matches import position as fold
from tafelrunde.matches.live import LiveMatch
from tafelrunde.matches.models import Deadline, Entry, Match
from tafelrunde.refusals import Refusal
from tests.platform.matches.playing import asked, elsewhere, move, new_match, saved

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
async def live() -> AsyncIterator[LiveMatch]:
    """A live match of three people, and the log's writer closed afterwards."""
    match = await sync_to_async(new_match)()
    yield await matches.find(match)
    play.close()
    matches._matches.clear()


async def test_the_position_moves_on_only_after_the_commit(live: LiveMatch) -> None:
    before = live.position
    answered: list[int | Refusal] = []
    play.play_move(live, 0, live.position.legal[0][0], 0, answered.append)
    assert live.position is before
    assert answered == []
    await move(live, 1, live.position.legal[0][0], 0)
    assert answered == [1]
    assert live.position.ply >= 1
    assert await Entry.objects.filter(match=live.id).acount() == live.position.version


async def test_requests_that_come_while_one_is_on_its_way_wait_their_turn(live: LiveMatch) -> None:
    first = live.position.legal[0][0]
    answers: list[Any] = []
    for seat in (0, 1, 2):
        play.play_move(live, seat, first if seat == 0 else "kitchen", 0, answers.append)
    await asked(lambda done: play.play_move(live, 0, first, 0, done))
    assert answers == [1, 2, 3]


@pytest.mark.parametrize(
    ("seat", "text", "turn", "code"),
    [
        (1, "kitchen", 0, "not_your_turn"),
        (0, "take gold", 0, "illegal_move"),
        (0, "wait", 0, "illegal_move"),
        (0, "kitchen", 1, "stale_turn"),
    ],
)
async def test_what_may_not_be_played_is_refused_and_changes_nothing(
    live: LiveMatch, seat: int, text: str, turn: int, code: str
) -> None:
    before = live.position
    assert await move(live, seat, text, turn) == code
    assert live.position is before
    assert await Entry.objects.acount() == 0


async def test_when_another_process_was_first_the_move_is_judged_again(live: LiveMatch) -> None:
    text = live.position.legal[0][0]
    await elsewhere(live, 0, text)
    assert await move(live, 0, text, 0) == 1  # the same move: it is played, whoever wrote it
    assert live.position.ply == 1
    await elsewhere(live, 1, "kitchen")
    dish = next(text for text in live.position.legal[1] if text != "kitchen")
    assert await move(live, 1, dish, 0) == "stale_turn"
    assert live.position.ply == 2


async def test_a_hint_of_another_process_makes_this_one_catch_up_and_tell(live: LiveMatch) -> None:
    told = asyncio.Event()
    matches.listen(lambda changed: told.set() if changed is live else None)
    await elsewhere(live, 0, live.position.legal[0][0])
    play.heard({"moved": [[live.id, 1]]})
    await asyncio.wait_for(told.wait(), 60)
    assert live.position.ply == 1


async def test_a_lost_hint_is_made_up_for(live: LiveMatch) -> None:
    await elsewhere(live, 0, live.position.legal[0][0])
    assert await matches.behind(matches.running()) == [live]


async def test_what_the_database_does_not_take_is_refused_and_can_be_tried_again(
    live: LiveMatch, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away(_appends: Any) -> None:
        raise OperationalError("no connection")

    text = live.position.legal[0][0]
    with monkeypatch.context() as broken:
        broken.setattr(match_log, "commit", away)
        assert await move(live, 0, text, 0) == "not_saved"
    assert live.position.ply == 0
    assert await move(live, 0, text, 0) == 1


async def test_rules_that_break_suspend_their_match_and_nothing_else(
    live: LiveMatch, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def bug(*_args: object) -> None:
        raise ZeroDivisionError

    text = live.position.legal[0][0]
    monkeypatch.setattr(type(live.game), "play", bug)
    assert await move(live, 0, text, 0) == "suspended"
    assert await move(live, 0, text, 0) == "suspended"
    assert f"match {live.id}: seat 0" in caplog.text
    await saved()
    assert (await Match.objects.aget()).status == Match.Status.SUSPENDED
    assert not await Deadline.objects.aexists()


async def test_too_many_waiting_requests_are_sent_away(live: LiveMatch) -> None:
    answers: list[int | Refusal] = []
    everybody = asyncio.Event()

    def answer(one: int | Refusal) -> None:
        answers.append(one)
        if len(answers) == play.MOST_WAITING + 3:
            everybody.set()

    for _ in range(play.MOST_WAITING + 3):
        play.play_move(live, 0, live.position.legal[0][0], 0, answer)
    await asyncio.wait_for(everybody.wait(), 60)
    refused = [one.code for one in answers if isinstance(one, Refusal)]
    assert refused == ["too_fast"] * 2


async def test_absent_and_back_are_entries_of_the_log_at_their_ply(live: LiveMatch) -> None:
    for kind in (fold.ABSENT, fold.ABSENT, fold.BACK, fold.BACK):
        await asked(partial(play.change_seat, live, 0, kind))
    entries = [entry async for entry in Entry.objects.order_by("version").values_list("version", "ply", "kind", "seat")]
    assert entries == [(1, 0, "absent", 0), (2, 0, "back", 0)]
    assert live.position.ply == 0


async def test_a_player_has_their_seat_and_everybody_else_watches(live: LiveMatch) -> None:
    assert [live.viewer(sitter.player) for sitter in live.position.sitters] == [0, 1, 2]
    assert live.viewer(None) is SPECTATOR
    assert live.viewer(10**6) is SPECTATOR


async def test_a_match_read_from_the_log_is_the_match_that_was_played(live: LiveMatch) -> None:
    for _ in range(8):
        [seat] = live.position.to_move
        await move(live, seat, live.position.legal[seat][0], live.position.turns[seat])
    again = await sync_to_async(matches.read)(live.id)
    assert again.position == live.position
    assert again.played == live.played

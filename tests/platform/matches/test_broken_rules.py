"""Rules with a bug suspend their own match at most: nothing stays in flight for ever, and no other match is touched."""

from __future__ import annotations

from collections.abc import AsyncIterator
from functools import partial

import pytest
from asgiref.sync import sync_to_async

from tafelrunde.matches import live as matches
from tafelrunde.matches import play, suspending
from tafelrunde.matches import position as fold
from tafelrunde.matches.live import LiveMatch
from tafelrunde.matches.models import Deadline, Entry
from tafelrunde.refusals import Refusal
from tests.platform.matches.playing import asked, move, new_match, saved

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
async def live() -> AsyncIterator[LiveMatch]:
    yield await matches.find(await sync_to_async(new_match)())
    play.close()
    matches._matches.clear()


async def test_a_game_that_knows_neither_moves_nor_an_end_is_suspended(
    live: LiveMatch, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = live.position.legal[0][0]
    monkeypatch.setattr(type(live.game), "moves", lambda _game, _state, _seat: ())
    assert await move(live, 0, first, 0) == "suspended"
    assert live.in_flight is None
    assert await move(live, 1, "kitchen", 0) == "suspended"
    await saved()


async def test_a_suspended_match_stays_without_a_deadline_whoever_comes_back(live: LiveMatch) -> None:
    await asked(partial(play.change_seat, live, 0, fold.ABSENT))
    suspending.suspend(live, "play", ZeroDivisionError())
    await saved()
    answer = await asked(partial(play.change_seat, live, 0, fold.BACK))
    assert isinstance(answer, Refusal)
    assert answer.code == "suspended"
    assert not await Deadline.objects.aexists()


async def test_a_log_that_cannot_be_played_again_is_a_match_that_rests(
    live: LiveMatch, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    assert await move(live, 0, live.position.legal[0][0], 0) == 1

    def bug(*_args: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(type(live.game), "play", bug)
    with pytest.raises(Refusal) as refused:
        await sync_to_async(matches.read)(live.id)
    assert refused.value.code == "suspended"
    assert f"match {live.id}: the log of 1 entries" in caplog.text


async def test_an_answer_that_fails_leaves_the_move_saved_and_the_match_going_on(live: LiveMatch) -> None:
    def bug(_done: object) -> None:
        raise ZeroDivisionError

    play.play_move(live, 0, live.position.legal[0][0], 0, bug)
    assert await move(live, 1, "kitchen", 0) == 2
    assert await Entry.objects.acount() == 2


async def test_a_log_that_cannot_be_read_now_does_not_stop_the_writer(
    live: LiveMatch, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def away() -> list[LiveMatch]:
        raise OSError("no connection")

    assert await move(live, 0, live.position.legal[0][0], 0) == 1
    writer = play._Writer.log
    monkeypatch.setattr(matches, "behind", away)
    await play._look_around()
    assert play._Writer.log is writer

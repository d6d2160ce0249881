"""What is due is done once, and looking whether something is due never hides that something is."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import AsyncIterator, Callable, Coroutine
from types import SimpleNamespace
from typing import Any

import pytest
from asgiref.sync import sync_to_async

from tafelrunde.accounts.models import Player
from tafelrunde.matches import amending, bots, deadlines, play
from tafelrunde.matches import live as matches
from tafelrunde.matches import log as match_log
from tafelrunde.matches import position as fold
from tafelrunde.matches.entries import entry
from tafelrunde.matches.live import LiveMatch
from tafelrunde.matches.models import Deadline, Match
from tafelrunde.matches.position import Change
from tests.platform.matches.playing import asked, move, new_match

pytestmark = pytest.mark.django_db(transaction=True)
PATIENCE = 60.0


@pytest.fixture
async def live() -> AsyncIterator[LiveMatch]:
    """A live match of Ann, Bob, Cleo and a bot."""
    yield await matches.find(await sync_to_async(new_match)("novice"))
    play.close()
    matches._matches.clear()


async def test_a_look_does_not_put_off_what_a_move_has_made_due_meanwhile(
    live: LiveMatch, monkeypatch: pytest.MonkeyPatch
) -> None:
    really = deadlines.next_look

    def and_then_somebody_moves(looked_at: LiveMatch) -> float | None:
        look = really(looked_at)
        moving.append(asyncio.create_task(move(live, 0, live.position.legal[0][0], 0)))
        return look

    await asked(lambda done: play.change_seat(live, 1, fold.ABSENT, done))
    moving: list[asyncio.Task[int | str]] = []
    put_off = deadlines._put_off

    async def late(*given: Any) -> None:
        await moving[0]
        await put_off(*given)

    monkeypatch.setattr(deadlines, "next_look", and_then_somebody_moves)
    monkeypatch.setattr(deadlines, "_put_off", late)
    await Deadline.objects.aupdate(due=deadlines._moment(time.time() - 1))
    [claim], _next = await sync_to_async(deadlines.claim)(time.time())
    await deadlines._do(claim)
    due = (await Deadline.objects.aget()).due.timestamp()
    assert due == pytest.approx(live.position.since[1] + 1.2, abs=0.01)


async def test_who_has_not_heard_of_it_yet_does_not_put_off_what_is_due(live: LiveMatch) -> None:
    ann = await Player.objects.aget(name="Ann")
    assert await sync_to_async(amending.leave_match)(await Match.objects.aget(), ann)  # without a hint to this process
    assert not live.position.left
    await Deadline.objects.aupdate(due=deadlines._moment(time.time() - 1))
    [claim], _next = await sync_to_async(deadlines.claim)(time.time())
    await deadlines._do(claim)
    assert (await Deadline.objects.aget()).due.timestamp() < time.time() + 1
    while play._Writer.tasks:
        await asyncio.wait(play._Writer.tasks)
    assert live.position.left == {0}


async def test_who_asks_for_a_move_that_others_have_made_already_looks_again_soon(
    live: LiveMatch, monkeypatch: pytest.MonkeyPatch
) -> None:
    await asked(lambda done: play.change_seat(live, 0, fold.ABSENT, done))
    elsewhere = Change(fold.MOVE, 0, fold.now(), live.position.legal[0][0], fold.BOT)
    await sync_to_async(match_log.commit)([entry(live, elsewhere, live.after(elsewhere), 0)])  # without a hint
    await Deadline.objects.aupdate(due=deadlines._moment(time.time() - 1))
    monkeypatch.setattr(deadlines, "ALMOST", 10.0)
    [claim], _next = await sync_to_async(deadlines.claim)(time.time())
    await deadlines._do(claim)
    assert live.position.ply == 1
    assert (await Deadline.objects.aget()).due.timestamp() == pytest.approx(deadlines.next_look(live), abs=2)


def time_goes_by_waiting(monkeypatch: pytest.MonkeyPatch) -> Callable[[], float]:
    """For who looks after deadlines: a machine that is busy takes none of it."""
    now, hurrying, standing = time.time(), SimpleNamespace(**vars(asyncio)), SimpleNamespace(**vars(time))

    async def wait_for(happening: Coroutine[Any, Any, Any], seconds: float) -> Any:
        nonlocal now
        now += seconds
        return await asyncio.wait_for(happening, 0.05)

    hurrying.wait_for, standing.time = wait_for, lambda: now
    monkeypatch.setattr(deadlines, "asyncio", hurrying)
    monkeypatch.setattr(deadlines, "time", standing)
    return standing.time  # type: ignore[no-any-return]


async def test_nobody_else_looks_after_a_match_while_its_bot_goes_on_thinking(
    live: LiveMatch, monkeypatch: pytest.MonkeyPatch
) -> None:
    thought = threading.Event()
    bot = bots.stand_in(live.game)
    monkeypatch.setattr(type(bot), "choose", lambda _bot, decision: thought.wait(PATIENCE) and decision.moves[0])
    monkeypatch.setattr(deadlines, "ALMOST", 10.0)
    now_is = time_goes_by_waiting(monkeypatch)
    await asked(lambda done: play.change_seat(live, 0, fold.ABSENT, done))
    await Deadline.objects.aupdate(due=deadlines._moment(time.time() - 1))
    [claim], _next = await sync_to_async(deadlines.claim)(time.time())
    first = claim.until.timestamp()
    doing = asyncio.create_task(deadlines._do(claim))
    async with asyncio.timeout(PATIENCE):
        while (now := now_is()) < first + 2 * deadlines.LEASE:
            claimed, _next = await sync_to_async(deadlines.claim)(now)
            assert not claimed
            await asyncio.sleep(0)
    thought.set()
    await doing
    assert live.position.ply == 1


async def test_who_cannot_reach_the_log_leaves_the_match_to_the_others(
    live: LiveMatch, monkeypatch: pytest.MonkeyPatch
) -> None:
    may_commit, committing = threading.Event(), asyncio.Event()
    really, loop = match_log.commit, asyncio.get_running_loop()

    def hang(*given: Any) -> Any:
        loop.call_soon_threadsafe(committing.set)
        assert may_commit.wait(PATIENCE)
        return really(*given)

    monkeypatch.setattr(deadlines, "ALMOST", 10.0)
    now_is = time_goes_by_waiting(monkeypatch)
    await asked(lambda done: play.change_seat(live, 0, fold.ABSENT, done))
    monkeypatch.setattr(match_log, "commit", hang)
    await Deadline.objects.aupdate(due=deadlines._moment(time.time() - 1))
    [claim], _next = await sync_to_async(deadlines.claim)(time.time())
    doing = asyncio.create_task(deadlines._do(claim))
    await asyncio.wait_for(committing.wait(), PATIENCE)
    kept_until = claim.until.timestamp()
    async with asyncio.timeout(PATIENCE):
        while (now := now_is()) < kept_until:
            await asyncio.sleep(0.01)
        taken_over, _next = await sync_to_async(deadlines.claim)(now)
    assert [taken.match for taken in taken_over] == [live.id]
    may_commit.set()
    await doing
    assert live.position.ply == 1


async def test_what_becomes_due_while_others_are_claimed_is_looked_at_at_once(
    live: LiveMatch, monkeypatch: pytest.MonkeyPatch
) -> None:
    really = deadlines.claim
    looks: list[float] = []
    looked_again = asyncio.Event()
    loop = asyncio.get_running_loop()

    def claims_and_misses(now: float) -> Any:
        looks.append(now)
        answer = really(now)
        if len(looks) == 1:
            loop.call_soon_threadsafe(deadlines.poke, now + 0.01)
        else:
            loop.call_soon_threadsafe(looked_again.set)
        return answer

    monkeypatch.setattr(deadlines, "LONGEST_SLEEP", 2 * PATIENCE)  # it is woken, or too late
    monkeypatch.setattr(deadlines, "claim", claims_and_misses)
    running = asyncio.create_task(deadlines.run())
    await asyncio.wait_for(looked_again.wait(), PATIENCE)
    running.cancel()


async def test_a_match_goes_on_where_a_bot_never_comes_to_an_end(
    live: LiveMatch, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    for_ever = threading.Event()
    bot = bots.stand_in(live.game)
    monkeypatch.setattr(type(bot), "choose", lambda _bot, _decision: for_ever.wait() and "kitchen")
    monkeypatch.setattr(bots, "PATIENCE", 0.1)
    monkeypatch.setattr(bots, "_given_up", set())
    await asked(lambda done: play.change_seat(live, 0, fold.ABSENT, done))
    threads = threading.active_count()
    await bots.move(live, 0)
    assert live.position.ply == 1
    await asked(lambda done: play.change_seat(live, 1, fold.ABSENT, done))
    await bots.move(live, 1)
    assert live.position.ply == 2
    assert threading.active_count() <= threads + 1
    assert "comes to no end" in caplog.text
    for_ever.set()
    async with asyncio.timeout(PATIENCE):
        while bots._given_up:
            await asyncio.sleep(0.005)


async def test_a_bot_is_not_asked_for_a_move_that_is_no_longer_its(
    live: LiveMatch, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(deadlines, "ALMOST", 10.0)
    assert not await deadlines._do_due_at(live, live.position, 3)

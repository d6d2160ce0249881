"""Clocks: each seat's time runs from when the decision became its own; at its end the game's fallback is played."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from typing import Any

import pytest
from asgiref.sync import sync_to_async

from tafelrunde.accounts.models import Player
from tafelrunde.live import presence
from tafelrunde.matches import amending, due, frames, play
from tafelrunde.matches import live as matches
from tafelrunde.matches import position as fold
from tafelrunde.matches.live import LiveMatch
from tafelrunde.matches.models import Deadline, Entry, Match
from tests.platform.matches.playing import do_what_is_due, moved, new_match

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def clock(later: Callable[[float], None]) -> Callable[[float], None]:
    """The time of all tests here stands still, but for this."""
    return later


@pytest.fixture
async def brisk(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[LiveMatch]:
    """A match of three people who are here, 30 s a move."""
    monkeypatch.setattr(presence, "gone_since", lambda _place, _player: None)
    live = await matches.find(await sync_to_async(new_match)(pace="brisk"))
    yield live
    play.close()
    matches._matches.clear()


@pytest.fixture
async def bidding(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[LiveMatch]:
    """The same at Skull King, where all three bid at once."""
    monkeypatch.setattr(presence, "gone_since", lambda _place, _player: None)
    live = await matches.find(await sync_to_async(new_match)(game="skull_king", pace="brisk"))
    yield live
    play.close()
    matches._matches.clear()


async def test_the_deadline_is_shown_to_everybody_and_stands_in_the_database(brisk: LiveMatch) -> None:
    shown: Any = frames.match_json(brisk, 1)["deadline"]
    assert shown == int((brisk.position.since[0] + 30) * 1000)
    assert (await Deadline.objects.aget()).due.timestamp() == pytest.approx(shown / 1000, abs=0.001)


async def test_at_the_end_of_a_time_the_fallback_is_played_marked_as_the_clocks(
    brisk: LiveMatch, clock: Callable[[float], None]
) -> None:
    expected = brisk.game.fallback(brisk.game.view(brisk.position.state, 0), brisk.position.legal[0])
    clock(29)
    await do_what_is_due(brisk)
    assert brisk.position.ply == 0
    clock(1.1)
    await do_what_is_due(brisk)
    entry = await Entry.objects.aget()
    assert (entry.seat, entry.move, entry.by) == (0, expected, "clock")
    assert frames.match_json(brisk, 1)["deadline"] == int((brisk.position.since[1] + 30) * 1000)


async def test_where_several_decide_at_once_each_has_their_own_time_whatever_the_others_do(
    bidding: LiveMatch, clock: Callable[[float], None]
) -> None:
    assert bidding.position.to_move == (0, 1, 2)
    end = int((bidding.position.since[0] + 30) * 1000)
    clock(20)
    await moved(bidding, 1)
    assert [frames.match_json(bidding, seat)["deadline"] for seat in (0, 2)] == [end, end]
    clock(10.1)
    await do_what_is_due(bidding)
    made = Entry.objects.order_by("version").values_list("seat", "by")
    bids = [entry async for entry in made][:3]
    assert bids == [(1, "player"), (0, "clock"), (2, "clock")]
    assert min(bidding.position.since[seat] for seat in bidding.position.to_move) * 1000 >= end


async def test_whoever_lets_three_times_in_a_row_run_out_is_absent(
    brisk: LiveMatch, clock: Callable[[float], None]
) -> None:
    while 0 not in brisk.position.absent:
        [seat] = brisk.position.to_move
        if seat == 0:
            clock(30.1)
            await do_what_is_due(brisk)
        else:
            await moved(brisk, seat)
    clocked = [e async for e in Entry.objects.filter(seat=0).order_by("version").values_list("kind", "by")]
    assert clocked == [("move", "clock")] * 3 + [("absent", "")]


async def test_a_move_of_ones_own_begins_the_count_anew(brisk: LiveMatch, clock: Callable[[float], None]) -> None:
    by_clock = [True, True, False, True, True]
    while by_clock:
        [seat] = brisk.position.to_move
        if seat == 0 and by_clock.pop(0):
            clock(30.1)
            await do_what_is_due(brisk)
        else:
            await moved(brisk, seat)
    assert brisk.position.clocked[0] == 2
    assert brisk.position.absent == frozenset()


async def test_a_match_without_a_clock_has_no_deadline_to_show(brisk: LiveMatch) -> None:
    brisk.pace = None
    assert frames.match_json(brisk, 0)["deadline"] is None
    assert due.time_is_out_at(brisk, brisk.position, 0) == due.NEVER


async def test_an_aborted_match_has_no_result_and_nothing_more_is_due(brisk: LiveMatch) -> None:
    match = await Match.objects.aget()
    assert await sync_to_async(amending.abort)(match)
    assert not await sync_to_async(amending.abort)(match)
    await match.arefresh_from_db()
    assert (match.status, match.result) == (Match.Status.ABORTED, None)
    assert not await Deadline.objects.aexists()
    again = await sync_to_async(matches.read)(match.pk)
    assert again.position.over
    assert again.position.legal == ((), (), ())


async def test_an_adjudicated_match_has_the_winners_that_were_named(brisk: LiveMatch) -> None:
    match = await Match.objects.aget()
    await moved(brisk, 0)
    assert await sync_to_async(amending.adjudicate)(match, [2, 0])
    await match.arefresh_from_db()
    assert match.status == Match.Status.OVER
    assert match.result is not None
    assert (match.result["winners"], match.result["ranks"]) == ([0, 2], [1, 3, 1])


async def test_who_takes_an_absent_players_seat_sits_there_from_then_on(brisk: LiveMatch) -> None:
    match = await Match.objects.aget()
    newcomer = await Player.objects.acreate(name="Dora")
    assert not await sync_to_async(amending.replace_player)(match, 0, newcomer)
    play.change_seat(brisk, 0, fold.ABSENT, lambda _answer: None)
    await moved(brisk, 0) if 0 in brisk.position.to_move else None
    assert await sync_to_async(amending.replace_player)(match, 0, newcomer)
    again = await sync_to_async(matches.read)(match.pk)
    assert again.names == ["Dora", "Bob", "Cleo"]
    assert (again.viewer(newcomer.pk), again.position.absent) == (0, frozenset())

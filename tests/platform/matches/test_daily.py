"""Daily matches: a day for a move, nobody needs to be here, the clock alone decides; and holidays, which it heeds."""

from __future__ import annotations

import datetime as dt
import time
from collections.abc import AsyncIterator, Callable

import pytest
from asgiref.sync import sync_to_async
from django.utils import timezone

from tafelrunde import games
from tafelrunde.accounts.models import Player
from tafelrunde.live import presence
from tafelrunde.matches import amending, clocks, due, frames, holidays, play
from tafelrunde.matches import live as matches
from tafelrunde.matches import position as fold
from tafelrunde.matches.live import LiveMatch
from tafelrunde.matches.models import Deadline, Entry, Holiday, Match, Turn
from tafelrunde.matches.position import Sitter
from tafelrunde.matches.start import start_match
from tafelrunde.refusals import Refusal
from tests.platform.matches.playing import do_what_is_due, moved, new_match

pytestmark = pytest.mark.django_db(transaction=True)
HOUR, DAY = 3600.0, 86_400.0


@pytest.fixture(autouse=True)
def clock(later: Callable[[float], None], monkeypatch: pytest.MonkeyPatch) -> Callable[[float], None]:
    """The time of all tests here stands still, but for this."""
    monkeypatch.setattr(timezone, "now", lambda: dt.datetime.fromtimestamp(time.time(), dt.UTC))
    return later


@pytest.fixture
async def daily(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[LiveMatch]:
    """A match of three people of whom none has been here for long."""
    monkeypatch.setattr(presence, "gone_since", lambda _place, _player: 0.0)
    live = await matches.find(await sync_to_async(new_match)(pace="daily"))
    yield live
    play.close()
    matches._matches.clear()


@pytest.fixture
async def bidding(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[LiveMatch]:
    """The same at Skull King, where all three bid at once."""
    monkeypatch.setattr(presence, "gone_since", lambda _place, _player: 0.0)
    live = await matches.find(await sync_to_async(new_match)(game="skull_king", pace="daily"))
    yield live
    play.close()
    matches._matches.clear()


async def entries() -> list[tuple[str, int, str]]:
    return [entry async for entry in Entry.objects.order_by("version").values_list("kind", "seat", "by")]


@sync_to_async
def turns() -> dict[str, float]:
    return {turn.player.name: turn.since.timestamp() for turn in Turn.objects.select_related("player")}


async def player_at(live: LiveMatch, seat: int) -> Player:
    return await Player.objects.aget(name=live.position.sitters[seat].name)


async def due_at() -> float:
    return (await Deadline.objects.aget()).due.timestamp()


async def test_for_a_day_nothing_happens_though_nobody_is_here_and_then_the_clock_plays(
    daily: LiveMatch, clock: Callable[[float], None]
) -> None:
    assert await due_at() == pytest.approx(time.time() + DAY, abs=0.01)
    clock(DAY - 60)
    await do_what_is_due(daily)
    assert await entries() == []
    clock(61)
    await do_what_is_due(daily)
    assert await entries() == [("move", 0, "clock")]
    assert await due_at() == pytest.approx(time.time() + DAY, abs=0.01)


async def test_whoever_lets_three_days_go_by_is_absent_and_only_then(
    daily: LiveMatch, clock: Callable[[float], None]
) -> None:
    while 0 not in daily.position.absent:
        [seat] = daily.position.to_move
        if seat == 0:
            assert not daily.position.absent
            clock(DAY + 1)
            await do_what_is_due(daily)
        else:
            await moved(daily, seat)
    of_ann = [(kind, by) for kind, seat, by in await entries() if seat == 0]
    assert of_ann == [("move", "clock")] * 3 + [("absent", "")]


async def test_whose_turn_it_is_stands_in_the_database_with_the_entry_that_makes_it_so(
    daily: LiveMatch, clock: Callable[[float], None]
) -> None:
    assert await turns() == {"Ann": pytest.approx(daily.position.since[0], abs=0.001)}
    clock(100)
    await moved(daily, 0)
    assert await turns() == {"Bob": pytest.approx(daily.position.since[1], abs=0.001)}
    await sync_to_async(amending.leave_match)(await Match.objects.aget(), await player_at(daily, 1))
    assert await turns() == {}
    assert await sync_to_async(amending.abort)(await Match.objects.aget())
    assert not await Turn.objects.aexists()


async def test_a_turn_that_goes_on_while_others_move_keeps_its_row(
    bidding: LiveMatch, clock: Callable[[float], None]
) -> None:
    before = {turn.player_id: turn.pk async for turn in Turn.objects.all()}
    assert len(before) == 3
    clock(50)
    await moved(bidding, 1)
    after = {turn.player_id: turn.pk async for turn in Turn.objects.all()}
    ann, bob, cleo = [(await player_at(bidding, seat)).pk for seat in range(3)]
    assert after == {ann: before[ann], cleo: before[cleo]}
    assert bob not in after


async def test_live_matches_have_no_such_rows() -> None:
    people = [await sync_to_async(Player.objects.create_user)(name) for name in ("Ann", "Bob", "Cleo")]
    sitters = [Sitter(player.pk, "", player.name) for player in people]
    await sync_to_async(start_match)(games.installed()["king_lui"], {}, sitters, "somewhere", "relaxed")
    assert not await Turn.objects.aexists()


# --- holidays ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("spans", "end"),
    [
        ((), 110),
        (((20, 50),), 140),
        (((0, 10),), 110),  # over before the turn began
        (((5, 30),), 130),  # from 10 on
        (((110, 200),), 110),  # it began when the time was out
        (((109, 200),), 201),  # and this one just before
        (((20, 50), (130, 140)), 150),  # the second begins in the time that the first has given
        (((20, 50), (140, 150)), 140),
    ],
)
def test_the_time_of_a_move_is_counted_without_holidays(spans: tuple[tuple[float, float], ...], end: float) -> None:
    assert holidays.out_of_time(10, 100, spans) == end


async def test_while_a_player_is_on_holiday_their_clock_stands(
    daily: LiveMatch, clock: Callable[[float], None]
) -> None:
    clock(20 * HOUR)
    await sync_to_async(holidays.begin)(await player_at(daily, 0), 3)
    clock(4 * HOUR + 1)
    await do_what_is_due(daily)  # by what was written when the turn began
    assert await entries() == []
    assert frames.match_json(daily, 0)["deadline"] == int((daily.position.since[0] + 4 * DAY) * 1000)
    clock(3 * DAY - 4 * HOUR)
    await do_what_is_due(daily)
    assert await entries() == []
    clock(4 * HOUR)
    await do_what_is_due(daily)
    assert await entries() == [("move", 0, "clock")]


async def test_who_was_out_of_time_before_is_not_saved(daily: LiveMatch, clock: Callable[[float], None]) -> None:
    clock(DAY + 1)
    await sync_to_async(holidays.begin)(await player_at(daily, 0), 3)
    await do_what_is_due(daily)
    assert await entries() == [("move", 0, "clock")]


async def test_who_comes_back_early_has_the_rest_of_their_time_and_of_their_days(
    daily: LiveMatch, clock: Callable[[float], None]
) -> None:
    ann = await player_at(daily, 0)
    await sync_to_async(holidays.begin)(ann, 10)
    await clocks.read_again(daily)
    clock(2 * DAY + 10)
    await sync_to_async(holidays.end)(ann)
    assert await sync_to_async(holidays.days_left)(ann) == holidays.DAYS - 3
    clock(1)
    await do_what_is_due(daily)  # looks again, and finds that nothing is due
    assert await entries() == []
    assert await due_at() == pytest.approx(daily.position.since[0] + 3 * DAY + 10, abs=1)
    clock(DAY + 1)
    await do_what_is_due(daily)
    assert await entries() == [("move", 0, "clock")]


async def test_a_match_that_begins_during_a_holiday_waits_for_its_end(
    daily: LiveMatch, clock: Callable[[float], None]
) -> None:
    bob = await player_at(daily, 1)
    await sync_to_async(holidays.begin)(bob, 2)
    await moved(daily, 0)
    await clocks.read_again(daily)
    assert due.time_is_out_at(daily, daily.position, 1) == pytest.approx(daily.position.since[1] + 3 * DAY)


async def test_another_process_that_has_heard_nothing_takes_nobodys_turn(
    daily: LiveMatch, clock: Callable[[float], None]
) -> None:
    await Holiday.objects.acreate(
        player=await player_at(daily, 0), begins=timezone.now(), ends=timezone.now() + dt.timedelta(days=1)
    )
    clock(DAY + 1)
    await do_what_is_due(daily)
    assert await entries() == []


def test_there_are_fourteen_days_a_year(clock: Callable[[float], None]) -> None:
    ann = Player.objects.create_user("Ann")
    now = dt.datetime(2027, 6, 1, tzinfo=dt.UTC)
    clock(now.timestamp() - time.time())
    with pytest.raises(Refusal):
        holidays.begin(ann, 0)
    holidays.begin(ann, 10)
    with pytest.raises(Refusal, match="on holiday already"):
        holidays.begin(ann, 1)
    clock(10 * DAY)
    assert holidays.on_now(ann) is None
    assert holidays.days_left(ann) == 4
    with pytest.raises(Refusal, match="4 days"):
        holidays.begin(ann, 5)
    holidays.begin(ann, 4)
    clock(366 * DAY)
    assert holidays.days_left(ann) == 14


def test_at_other_paces_a_holiday_stops_no_clock() -> None:
    people = [Player.objects.create_user(name) for name in ("Ann", "Bob", "Cleo")]
    holidays.begin(people[0], 1)
    sitters = [Sitter(player.pk, "", player.name) for player in people]
    match = start_match(games.installed()["king_lui"], {}, sitters, "somewhere", "relaxed")
    live = matches.read(match.pk)
    assert due.time_is_out_at(live, live.position, 0) == pytest.approx(live.position.since[0] + 90)
    assert fold.ABSENT not in {entry.kind for entry in Entry.objects.all()}

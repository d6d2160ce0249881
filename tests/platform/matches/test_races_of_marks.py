"""Whatever happens to a mark at the moment its turn comes, one move comes out: the mark that stands, or a hand's."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import replace
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.db import connection
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tafelrunde import games
from tafelrunde.accounts.models import Player
from tafelrunde.admin.site import site
from tafelrunde.matches import amending, deadlines, log, marking, play
from tafelrunde.matches import live as matches
from tafelrunde.matches import position as fold
from tafelrunde.matches.append import Append
from tafelrunde.matches.live import LiveMatch
from tafelrunde.matches.log import commit
from tafelrunde.matches.marks import standing
from tafelrunde.matches.models import Deadline, Entry, Mark, Match
from tafelrunde.matches.position import Sitter
from tafelrunde.matches.resuming import resume
from tafelrunde.matches.start import start_match
from tafelrunde.refusals import Refusal
from tests.installed.tricks import GAME
from tests.platform.matches.playing import done, move, saved

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _installed(monkeypatch: pytest.MonkeyPatch) -> None:
    found = games.registry()
    plugin = games.Plugin(GAME, {GAME.ruleset: GAME}, "tricks")
    changed = replace(found, plugins={**found.plugins, GAME.slug: plugin})
    monkeypatch.setattr(games, "registry", lambda: changed)


def new_match() -> int:
    people = [Player.objects.get_or_create(name=name, defaults={"key": name})[0] for name in ("ann", "bob", "cleo")]
    return start_match(GAME, {}, [Sitter(player.pk, "", player.name) for player in people], "somewhere").pk


@pytest.fixture
async def live() -> AsyncIterator[LiveMatch]:
    """A live match of Ann, Bob and Cleo: Ann is to move."""
    yield await matches.find(await sync_to_async(new_match)())
    play.close()
    matches._matches.clear()


async def mark(live: LiveMatch, seat: int, wanted: str | None, turn: int | None = None) -> str:
    """`ok`, or the code of the refusal."""
    player = live.position.sitters[seat].player
    assert player is not None
    try:
        await marking.mark(live, seat, player, wanted, turn)
    except Refusal as refusal:
        return str(refusal.code)
    return "ok"


async def look(live: LiveMatch) -> None:
    """Do what is due in the match now, as any process would that claims its row."""
    await Deadline.objects.filter(due__lte=deadlines._moment(time.time())).aupdate(due=deadlines._moment(0))
    claims, _next = await sync_to_async(deadlines.claim)(time.time())
    for claim in claims:
        await deadlines._do(claim)


async def settled() -> None:
    """Wait until what follows from marks is done."""
    await done(marking._tasks, play._Writer.tasks)


async def log_of(live: LiveMatch) -> list[tuple[int, str, str]]:
    return [row async for row in Entry.objects.filter(match=live.id).values_list("seat", "move", "by")]


async def elsewhere(live: LiveMatch, seat: int, text: str, by: str = "player") -> None:
    """Another process, which knows of no mark, commits a move first."""
    ours = live.position.version + 1
    unknown = ((seat + 1, 0),) if seat < 2 else ()
    append = Append(
        live.id, ours, "move", ours, seat, 0, text, by, time.time(), time.time() + 60, marks=True, unknown=unknown
    )
    await sync_to_async(commit)([append])


async def test_a_mark_is_due_with_the_move_that_brings_the_turn(live: LiveMatch) -> None:
    assert await mark(live, 1, "play nine") == "ok"
    await settled()
    assert await move(live, 0, "play seven", 0) == 1
    assert (await Deadline.objects.aget()).due.timestamp() <= time.time()
    await look(live)
    assert await log_of(live) == [(0, "play seven", "player"), (1, "play nine", "premove")]
    assert not await Mark.objects.aexists()


async def test_a_mark_of_which_no_word_has_come_is_due_all_the_same(live: LiveMatch) -> None:
    assert live.marks is not None
    player = live.position.sitters[1].player
    assert player is not None
    await Mark.objects.acreate(match_id=live.id, player_id=player, seat=1, turn=0, move="play nine")
    assert not live.marks.by_seat
    assert await move(live, 0, "play seven", 0) == 1
    assert (await Deadline.objects.aget()).due.timestamp() <= time.time()
    await look(live)
    assert await log_of(live) == [(0, "play seven", "player"), (1, "play nine", "premove")]


async def test_a_mark_that_is_being_written_while_its_turn_comes_is_due_or_refused(
    live: LiveMatch, monkeypatch: pytest.MonkeyPatch
) -> None:
    judged, moving, really = threading.Event(), threading.Event(), marking._refuse

    def judges_and_waits(*judging: Any) -> None:
        really(*judging)
        judged.set()
        assert moving.wait(60)

    monkeypatch.setattr(marking, "_refuse", judges_and_waits)
    monkeypatch.setattr(marking, "_heard", lambda _message: None)
    marks = asyncio.create_task(mark(live, 1, "play nine"))
    await asyncio.to_thread(judged.wait, 60)
    moves = asyncio.create_task(move(live, 0, "play seven", 0))
    while live.in_flight is None:
        await asyncio.sleep(0)
    moving.set()
    assert (await marks, await moves) == ("ok", 1)
    await look(live)
    assert (await log_of(live))[1:] == [(1, "play nine", "premove")]


async def test_who_moves_by_hand_first_leaves_no_mark_for_the_next_turn(live: LiveMatch) -> None:
    assert await mark(live, 1, "play nine") == "ok"
    await settled()
    await move(live, 0, "play seven", 0)
    assert await move(live, 1, "play five", 0) == 2
    await look(live)
    assert not await Mark.objects.aexists()
    assert standing(live.marks, live.position, 1) is None
    assert [made for _seat, made, _by in await log_of(live)] == ["play seven", "play five"]


async def test_a_mark_that_the_process_which_moves_by_hand_has_not_heard_of_is_cleared_away(live: LiveMatch) -> None:
    bob = await Player.objects.aget(name="bob")
    assert await move(live, 0, "play seven", 0) == 1
    await Mark.objects.acreate(match_id=live.id, player=bob, seat=1, turn=0, move="play nine")
    assert await move(live, 1, "play nine", 0) == 2
    await marking.read_again(live)
    await settled()
    assert not await Mark.objects.aexists()


async def test_a_hand_while_the_mark_is_being_played_is_the_same_move_or_too_late(live: LiveMatch) -> None:
    await mark(live, 1, "play nine")
    await settled()
    await move(live, 0, "play seven", 0)
    played = asyncio.create_task(look(live))
    same, other = await asyncio.gather(when_in_flight(live, "play nine"), when_in_flight(live, "play five"))
    await played
    assert (same, other) == (2, "stale_turn")
    assert await log_of(live) == [(0, "play seven", "player"), (1, "play nine", "premove")]


async def when_in_flight(live: LiveMatch, text: str) -> int | str:
    while live.in_flight is None and live.position.ply == 1:
        await asyncio.sleep(0)
    return await move(live, 1, text, 0)


async def test_a_mark_that_another_process_has_taken_off_is_not_played(live: LiveMatch) -> None:
    await mark(live, 1, "play nine")
    await settled()
    await move(live, 0, "play seven", 0)
    known = standing(live.marks, live.position, 1)
    await Mark.objects.all().adelete()
    assert standing(live.marks, live.position, 1) == known
    assert not await deadlines._play_mark(live, 1)
    assert [made for _seat, made, _by in await log_of(live)] == ["play seven"]
    assert await move(live, 1, "play five", 0) == 2


async def test_a_mark_that_another_process_has_changed_is_played_as_it_is_now(live: LiveMatch) -> None:
    await mark(live, 1, "play nine")
    await settled()
    await move(live, 0, "play seven", 0)
    await Mark.objects.all().aupdate(move="play two")
    assert not await deadlines._play_mark(live, 1)
    await look(live)
    assert (await log_of(live))[1:] == [(1, "play two", "premove")]


async def test_who_marks_or_takes_off_when_the_turn_has_come_elsewhere_is_refused(live: LiveMatch) -> None:
    await elsewhere(live, 0, "play seven")
    assert await mark(live, 1, "play nine") == "not_allowed_now"
    await mark(live, 2, "play nine")
    await play_catch_up(live)
    ours = live.position.version + 1
    append = Append(live.id, ours, "move", ours, 1, 0, "play five", "player", time.time(), time.time() + 60)
    await sync_to_async(commit)([append])
    assert await mark(live, 1, None) == "stale_turn"
    assert await mark(live, 1, "play two") == "stale_turn"


async def play_catch_up(live: LiveMatch) -> None:
    play.catch_up(live)
    await settled()


@pytest.mark.parametrize("change", ["left", "absent", "replaced", "aborted", "decided"])
async def test_a_mark_goes_when_its_seat_changes_hands_or_the_match_ends(live: LiveMatch, change: str) -> None:
    assert await mark(live, 1, "play nine") == "ok"
    row, bob = await Match.objects.aget(), await Player.objects.aget(name="bob")
    dora = await Player.objects.acreate(name="dora", key="dora")
    doing: dict[str, Callable[[], object]] = {
        "left": lambda: amending.leave_match(row, bob),
        "absent": lambda: amending.amend(row, lambda _live: fold.Change(fold.ABSENT, 1, fold.now())),
        "replaced": lambda: amending.leave_match(row, bob) and amending.replace_player(row, 1, dora),
        "aborted": lambda: amending.abort(row),
        "decided": lambda: amending.adjudicate(row, [0]),
    }
    await sync_to_async(doing[change])()
    assert not await Mark.objects.aexists()
    await play_catch_up(live)
    await settled()
    assert standing(live.marks, live.position, 1) is None


async def test_a_move_where_nothing_is_marked_costs_no_statement_more(
    live: LiveMatch, monkeypatch: pytest.MonkeyPatch
) -> None:
    statements: list[str] = []

    def note(execute: Callable[..., object], sql: str, *given: object) -> object:
        statements.extend(table for table in ("entry", "deadline", "mark") if f'INTO "matches_{table}' in sql)
        statements.extend(["other"] if not sql.startswith(("INSERT", "BEGIN", "COMMIT")) else [])
        return execute(sql, *given)

    def noted(appends: list[Append]) -> None:
        with connection.execute_wrapper(note):
            commit(appends)

    monkeypatch.setattr(log, "commit", noted)
    monkeypatch.setattr(marking, "read_marks", lambda _found: pytest.fail("marks were read"))
    for turn in range(2):
        for seat in range(3):
            await move(live, seat, live.position.legal[seat][0], turn)
    await settled()
    assert statements == ["entry", "deadline"] * 6


async def test_rules_that_raise_where_marks_are_judged_suspend_their_match_and_name_no_mark(
    live: LiveMatch, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(type(GAME), "premoves", lambda _game, _state, _seat: [][0])
    assert await mark(live, 1, "play nine") == "suspended"
    await saved()
    assert (await Match.objects.aget()).status == Match.Status.SUSPENDED
    assert "play nine" not in caplog.text
    assert not site.is_registered(Mark)


async def test_a_mark_at_which_the_rules_fail_outlives_the_rest_of_its_match(
    live: LiveMatch, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert await mark(live, 1, "play nine") == "ok"
    await settled()
    assert await move(live, 0, "play seven", 0) == 1
    with monkeypatch.context() as broken:
        broken.setattr(type(GAME), "play", lambda *_asked: [][0])
        await look(live)
        await saved()
    await settled()
    assert (await Mark.objects.aget()).move == "play nine"
    await sync_to_async(lambda: resume(Match.objects.get()))()
    await play_catch_up(live)
    await look(live)
    assert await log_of(live) == [(0, "play seven", "player"), (-1, "", ""), (1, "play nine", "premove")]


Step = tuple[str, str]
steps = st.lists(
    st.sampled_from(
        [("mark", card) for card in ("five", "nine", "two")]
        + [
            ("unmark", ""),
            ("arrive", ""),
            ("hand", "seven"),
            ("look", ""),
            ("look", "again"),
            ("leave", ""),
            ("back", ""),
        ]
    ),
    min_size=2,
    max_size=7,
)


@given(steps)
@settings(
    max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
)
def test_exactly_one_move_comes_out_whatever_happens_at_once(wanted: list[Step]) -> None:
    asyncio.run(everything_at_once(wanted))


async def everything_at_once(wanted: list[Step]) -> None:
    """Bob's tabs, Ann's move that brings his turn, and the deadlines, all at the same moment; then the dust settles."""
    live = await matches.find(await sync_to_async(new_match)())
    row, bob = await Match.objects.aget(pk=live.id), await Player.objects.aget(name="bob")
    doing: dict[str, Callable[[str], Awaitable[object]]] = {
        "mark": lambda card: mark(live, 1, f"play {card}", 0),
        "unmark": lambda _nothing: mark(live, 1, None, 0),
        "arrive": lambda _nothing: move(live, 0, "play seven", 0),
        "hand": lambda card: move(live, 1, f"play {card}", 0),
        "look": lambda _nothing: look(live),
        "leave": lambda _nothing: sync_to_async(amending.leave_match)(row, bob),
        "back": lambda _nothing: sync_to_async(amending.rejoin_match)(row, bob),
    }
    try:
        await asyncio.gather(*(doing[what](card) for what, card in wanted))
        await move(live, 0, "play seven", 0)
        await settled()
        await play_catch_up(live)
        marks = [found async for found in Mark.objects.filter(match=live.id)]
        mine = [(made, by) for seat, made, by in await log_of(live) if seat == 1 and made]
        if not mine and marks and 1 not in live.position.away:
            await look(live)
            mine = [(made, by) for seat, made, by in await log_of(live) if seat == 1 and made]
            assert mine == [(marks[0].move, "premove")]
        assert len(mine) <= 1
        if mine and mine[0][1] == "premove":
            assert ("mark", mine[0][0].removeprefix("play ")) in wanted
        assert not mine or not await Mark.objects.filter(match=live.id, turn=0).aexists()
    finally:
        await settled()
        play.close()
        matches._matches.clear()

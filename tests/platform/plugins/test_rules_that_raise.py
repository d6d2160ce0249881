"""Rules that raise while people play: their match rests, with a word, and every other match goes on."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable

import httpx
import pytest
import websockets
from asgiref.sync import sync_to_async

from tafelrunde.matches import bots, marking, play
from tafelrunde.matches.live import LiveMatch
from tafelrunde.matches.models import Fault, Match
from tafelrunde.matches.resuming import resume
from tafelrunde.refusals import Refusal
from tests import wire
from tests.platform.admin.desk import signed_in
from tests.platform.matches.playing import move
from tests.platform.plugins.conftest import Serve, saved
from tests.platform.plugins.matchsticks import SECRET
from tests.platform.replay.playing import Play
from tests.serving import Served, serving

RESTS = "This match rests: something is wrong with its rules. An admin has been told."


def state_of(server: Served, match: int) -> str:
    """The stored status of a match."""
    code = f"from tafelrunde.matches.models import Match; print(Match.objects.get(pk={match}).status)"
    return server.manage("shell", "-v", "0", "-c", code).strip()


async def told(seat: wire.Wire) -> None:
    """Wait for the word that the match rests."""
    await seat.until(lambda: [line for line in seat.lines("system") if line.startswith(RESTS)])


async def back(stack: contextlib.AsyncExitStack, server: Served, slug: str, people: list[tuple[str, str]]) -> wire.Wire:
    """The first of these people, in the room again."""
    return await stack.enter_async_context(wire.connect(server, slug, people[0][1]))


async def test_a_move_at_which_the_rules_fail(serve: Serve) -> None:
    with serve(STICKS_BROKEN="play:take 3") as server:
        async with (
            wire.match(server, 2, game="sticks") as (slug, seats, people),
            wire.match(server, 2, game="sticks") as (_other, others, _theirs),
        ):
            assert (await seats[0].move("take 1"))["type"] == "ok"
            await seats[1].match_where(lambda match: match["moves"])
            assert (await seats[1].move("take 3"))["code"] == "suspended"
            for seat in seats:
                await told(seat)
            assert (await seats[1].move("take 1"))["code"] == "suspended"
            assert (await seats[1].say("/leave"))["type"] == "ok"
            number = seats[0].match["id"]
            assert state_of(server, number) == "suspended"
            assert (await others[0].move("take 1"))["type"] == "ok"
            with signed_in(server) as desk:
                page = desk.client.get(f"/admin/matches/match/{number}/change/").text
                assert "LookupError" in page
                assert SECRET not in page
                desk.act("matches/match", "resume", number, reason="")
                assert state_of(server, number) == "suspended"
                assert (await seats[1].say("/join"))["type"] == "ok"
                server.stop()
                server.environment["STICKS_BROKEN"] = ""
                server.start()
        async with contextlib.AsyncExitStack() as stack:
            first, second = [await back(stack, server, slug, [who]) for who in people]
            assert first.match["ply"] == 1
            assert (await second.move("take 3"))["code"] == "suspended"
            with signed_in(server) as desk:
                desk.act("matches/match", "resume", number, reason="mended")
            await second.match_where(lambda match: match["version"] > 1)
            assert (await second.move("take 3"))["type"] == "ok"
            await first.match_where(lambda match: match["ply"] == 2 and match["moves"])
            assert httpx.get(f"{server.url}/api/matches/{number}/views/2").json() == {"sticks": 5}


@pytest.mark.django_db(transaction=True)
async def test_a_view_that_fails_for_a_bot_suspends_its_match(
    live_match: LiveMatch, sticks: Callable[[str], None]
) -> None:
    sticks("view")
    await bots.move(live_match, 0)
    await saved()
    sticks("")
    assert await move(live_match, 0, "take 1", 0) == "suspended"
    assert (await Fault.objects.aget()).where == "view"
    assert (await Match.objects.aget()).status == Match.Status.SUSPENDED


@pytest.mark.django_db(transaction=True)
async def test_a_log_that_another_process_wrote_and_the_rules_here_cannot_follow(
    live_match: LiveMatch, sticks: Callable[[str], None]
) -> None:
    await sync_to_async(lambda: Play(Match.objects.get()).moves(1))()
    sticks("play")
    live_match.stale = True
    play.go_on(live_match)
    while play._Writer.tasks:
        await next(iter(play._Writer.tasks))
    await saved()
    sticks("")
    assert await move(live_match, 0, "take 1", 0) == "suspended"
    fault = await Fault.objects.aget()
    assert (fault.where, fault.ply, fault.move) == ("log", 0, "take 1")


@pytest.mark.django_db(transaction=True)
async def test_a_suspended_match_that_is_live_goes_on_in_place(
    live_match: LiveMatch, sticks: Callable[[str], None]
) -> None:
    sticks("play:take 2")
    assert await move(live_match, 0, "take 2", 0) == "suspended"
    await saved()
    sticks("")
    await sync_to_async(lambda: resume(Match.objects.get()))()
    play.heard({"moved": [[live_match.id, 1]]})
    while play._Writer.tasks:
        await next(iter(play._Writer.tasks))
    assert (live_match.suspended, live_match.position.version) == (False, 1)
    assert await move(live_match, 0, "take 2", 0) == 1


@pytest.mark.django_db(transaction=True)
async def test_marks_that_fail_suspend_their_match(live_match: LiveMatch, sticks: Callable[[str], None]) -> None:
    bob = live_match.position.sitters[1].player
    assert bob is not None
    await marking.mark(live_match, 1, bob, "take 1")
    await marking.read_again(live_match)
    sticks("premoves")
    with pytest.raises(Refusal) as refused:
        await marking.mark(live_match, 1, bob, "take 1")
    assert refused.value.code == "suspended"
    await saved()
    live_match.suspended = False
    marking.look(live_match)
    await saved()
    assert live_match.suspended
    fault = await Fault.objects.aget()
    assert (fault.where, fault.seat) == ("premoves", 1)
    assert fault.count > 1


@pytest.mark.several
async def test_it_rests_and_goes_on_in_all_processes(serve: Serve) -> None:
    with serve(STICKS_BROKEN="play:take 3") as one, serving({"STICKS_BROKEN": ""}, beside=one) as mended:
        async with (
            wire.match(one, 2, game="sticks") as (slug, seats, people),
            wire.connect(mended, slug, people[0][1]) as far,
            websockets.connect(f"{mended.ws_url}/ws/rooms/{slug}/?format=html") as page,
        ):
            assert (await seats[0].move("take 3"))["code"] == "suspended"
            await shows(page, 'class="rests"', True)
            assert (await far.move("take 3"))["code"] == "suspended"
            with signed_in(mended) as desk:
                desk.act("matches/match", "resume", far.match["id"], reason="")
            await shows(page, 'class="rests"', False)
            await seats[0].match_where(lambda match: match["version"] == 1)
            assert (await far.move("take 1"))["type"] == "ok"
            await seats[1].match_where(lambda match: match["moves"])


async def shows(page: websockets.ClientConnection, text: str, there: bool) -> None:
    """Wait until the board of a page has this text, or has it no more."""
    async with asyncio.timeout(wire.PATIENCE):
        while True:
            frame = str(await page.recv())
            if 'id="board"' in frame and (text in frame) == there:
                return

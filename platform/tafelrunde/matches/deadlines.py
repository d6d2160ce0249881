"""What is due: bots' moves, marks, times that run out, players who may have gone. The database decides who does it.

A running match has exactly one row. To claim a due row is to put it off by `LEASE` seconds, and again while a bot
thinks for longer: who dies between the claim and the deed leaves it to the others. The deed itself goes the way of
every move, so doing it twice is impossible.
"""

from __future__ import annotations

import asyncio
import contextlib
import datetime as dt
import logging
import time
from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Final

from django.db import transaction

from tafelrunde.live import bus, presence
from tafelrunde.live.threads import ask_first
from tafelrunde.refusals import Refusal

from . import bots, clocks, due, lessons, marking, measures, play
from . import live as matches
from . import position as fold
from .live import LiveMatch
from .marks import standing
from .models import Deadline
from .position import Position

_KEEP_MARK: Final = frozenset({"stale_turn", "not_saved", "too_fast", "suspended"})
"""Refusals that say nothing about the mark itself: somebody was faster, it can be tried again, or the match rests."""
LEASE, MOST_AT_ONCE, LONGEST_SLEEP, ALMOST, SOON = 1.5, 50, 1.0, 0.005, 0.2
"""In seconds, but for the second. Two that die one after the other with a claim in hand leave it within 2 `LEASE`."""
UNFIT: Final = 3.5
"""Seconds without a look after which something is wrong."""
log = logging.getLogger(__name__)


@dataclass(slots=True)
class Claim:
    """A match of which something is due, and until when nobody else looks after it."""

    match: int
    until: dt.datetime


class _Runner:
    """Wakes when this process sets a deadline that is earlier than the one it sleeps for."""

    wake: asyncio.Event | None = None
    next: float = 0.0
    looked: float | None = None
    tasks: set[asyncio.Task[None]] = set()


async def run() -> None:
    """Do what is due, as long as the process serves."""
    _Runner.wake = asyncio.Event()
    while True:
        _Runner.wake.clear()
        _Runner.next = due.NEVER  # what is poked from here on may not be among what is claimed
        claimed, _Runner.next = await ask_first(claim, time.time())
        _Runner.looked = time.monotonic()
        for claimed_match in claimed:
            task = asyncio.create_task(_do(claimed_match), name=f"due {claimed_match.match}")
            _Runner.tasks.add(task)
            task.add_done_callback(_Runner.tasks.discard)
        try:
            await asyncio.wait_for(_Runner.wake.wait(), max(0.0, _Runner.next - time.time()))
        except TimeoutError:
            continue


async def fitness() -> str:
    """For `/readyz`: what is wrong with this process's looking after what is due; nothing where all is well."""
    if _Runner.looked is None:
        return "nobody has looked yet"
    silent = time.monotonic() - _Runner.looked
    return f"nobody has looked for {silent:.0f} s" if silent > UNFIT else ""


def poke(at: float) -> None:
    """Something is due at this moment: on the loop, after the commit."""
    if _Runner.wake is not None and at < _Runner.next:
        _Runner.wake.set()


def claim(now: float) -> tuple[list[Claim], float]:
    """Up to `MOST_AT_ONCE` due matches, now this process's for `LEASE` seconds, and when to look again."""
    moment, later = _moment(now), _moment(now + LEASE)
    with transaction.atomic():
        claimed = list(
            Deadline.objects.filter(due__lte=moment)
            .select_for_update(skip_locked=True, of=("self",))
            .order_by("due")
            .values_list("match_id", "due")[:MOST_AT_ONCE]
        )
        if claimed:
            Deadline.objects.filter(match__in=[match for match, _ in claimed]).update(due=later)
    for _match, was_due in claimed:
        measures.was_due((moment - was_due).total_seconds())
    claims = [Claim(match, later) for match, _ in claimed]
    if len(claims) == MOST_AT_ONCE:
        return claims, now
    first = Deadline.objects.order_by("due").values_list("due", flat=True).first()
    sleep_until = now + LONGEST_SLEEP
    return claims, sleep_until if first is None else min(sleep_until, first.timestamp())


async def _do(claim: Claim) -> None:
    began = time.monotonic()
    try:
        await _do_claimed(claim)
    finally:
        if (took := time.monotonic() - began) > LEASE:
            log.info("match %s was in hand for %.1f s", claim.match, took)


@contextlib.asynccontextmanager
async def _kept(claim: Claim, live: LiveMatch) -> AsyncIterator[None]:
    ended = asyncio.Event()
    keeping = asyncio.create_task(_keep(claim, live, ended), name=f"keep {claim.match}")
    try:
        yield
    finally:
        ended.set()
        await keeping


async def _keep(claim: Claim, live: LiveMatch, ended: asyncio.Event) -> None:
    """Claim it again and again: bots may think for longer than others wait for the dead.

    While something is on its way to the log it is not: who cannot reach the log leaves the match to those who can.
    """
    while True:
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(ended.wait(), LEASE / 3)
            return
        if live.in_flight is not None:
            continue
        later = _moment(time.time() + LEASE)
        try:
            if not await ask_first(Deadline.objects.filter(match=claim.match, due=claim.until).update, due=later):
                return
        except Exception:
            log.debug("match %s: a claim could not be kept", claim.match, exc_info=True)
            return
        claim.until = later


async def _do_claimed(claim: Claim) -> None:
    match = claim.match
    try:
        live = await matches.find(match)
    except Refusal:
        await _put_off(claim, time.time() + due.absent_after())
        return
    except Exception:
        log.exception("match %s is due and cannot be read", match)
        return
    if live.suspended:
        await _put_off(claim, time.time() + due.absent_after(), live)
        return
    live.holders += 1
    try:
        async with _kept(claim, live):
            done = await _do_due(live)
        if not done:
            look = next_look(live)
            if look is not None:
                await _put_off(claim, max(look, time.time() + SOON), live)
    except Exception:
        log.exception("what is due in match %s could not be done", match)
    finally:
        live.holders -= 1


async def _do_due(live: LiveMatch) -> bool:
    """Do what is due now; False where nothing of it came about: nothing was due after all, or others were faster."""
    if live.marks is not None and not all(map(live.position.bot_plays, live.position.to_move)):
        await marking.read_again(live)  # no hint has to come for a mark to be played
    if live.daily:
        await clocks.read_again(live)
    if lessons.is_done(live, live.position):
        return await _change(live, fold.NO_SEAT, fold.ABORTED)
    done = False
    for seat in live.position.to_move:
        done |= await _do_due_at(live, live.position, seat)
    return done


async def _do_due_at(live: LiveMatch, position: Position, seat: int) -> bool:
    soon = time.time() + ALMOST
    if seat not in position.to_move:  # it was, but others have moved meanwhile
        return False
    if position.bot_plays(seat):
        if due.bot_moves_at(live, position, seat) > soon:
            return False
        return await bots.move(live, seat)
    elif standing(live.marks, position, seat) is not None:
        return await _play_mark(live, seat)
    elif position.clocked[seat] >= due.MOST_CLOCKED or _absent_at(live, position, seat) <= soon:
        return await _away(live, seat)
    elif due.time_is_out_at(live, position, seat) <= soon:
        played = await bots.fall_back(live, seat)
        if live.position.clocked[seat] >= due.MOST_CLOCKED:
            await _away(live, seat)
        return played
    return False


async def _play_mark(live: LiveMatch, seat: int) -> bool:
    """Play what the player has marked; where that cannot be, drop it. False where another look is to be taken."""
    mark = standing(live.marks, live.position, seat)
    assert mark is not None
    answer = await play.asked(
        lambda done: play.play_move(live, seat, mark.move, mark.turn, done, by=fold.PREMOVE, player=mark.player)
    )
    if not isinstance(answer, Refusal):
        return True
    if answer.code in _KEEP_MARK:
        return False
    await marking.read_again(live)
    if standing(live.marks, live.position, seat) != mark:
        return False
    if await marking.drop(live, mark):  # else it was judged by a position that is not the newest any more
        await marking.read_again(live)
    return False


async def _away(live: LiveMatch, seat: int) -> bool:
    return await _change(live, seat, fold.ABSENT)


async def _change(live: LiveMatch, seat: int, kind: str) -> bool:
    return not isinstance(await play.asked(lambda done: play.change_seat(live, seat, kind, done)), Refusal)


def next_look(live: LiveMatch) -> float | None:
    """When to look again, now that nothing was due: who is still here may think for as long as they have time."""
    position = live.position
    if lessons.is_done(live, position):
        return time.time()
    return min((_next_look_at(live, position, seat) for seat in position.to_move), default=None)


def _next_look_at(live: LiveMatch, position: Position, seat: int) -> float:
    if position.bot_plays(seat):
        return due.bot_moves_at(live, position, seat)
    if standing(live.marks, position, seat) is not None:
        return time.time()
    if live.daily:
        return due.next_daily(live, position, seat)
    watch = min(_absent_at(live, position, seat), time.time() + due.absent_after(live))
    return min(watch, due.time_is_out_at(live, position, seat))


def _absent_at(live: LiveMatch, position: Position, seat: int) -> float:
    """When the seat's player will have been without a socket for too long while to move; never, if they have one, or
    need none, as in a daily match.
    """
    if live.daily:
        return due.NEVER
    player = position.sitters[seat].player
    gone = presence.gone_since(live.place, player) if player is not None else 0.0
    return due.NEVER if gone is None else max(gone, position.since[seat]) + due.absent_after(live)


async def _put_off(claim: Claim, until: float, live: LiveMatch | None = None) -> None:
    """Unless the match has moved on since it was claimed: then its row knows better when to look.

    Where that is not known yet to this process, whose `live` match is of before, it catches up and looks again soon.
    """
    version = None if live is None else live.position.version
    if await ask_first(_put_off_unless_newer, claim, until, version):
        poke(until)
    elif live is not None:
        play.catch_up(live)
        poke(time.time() + SOON)


def _put_off_unless_newer(claim: Claim, until: float, version: int | None) -> bool:
    """False where the log has more than this version."""
    rows = Deadline.objects.filter(match=claim.match, due=claim.until)
    known = rows if version is None else rows.exclude(match__log__version__gt=version)
    if known.update(due=_moment(until)) or version is None:
        return True
    return not rows.update(due=_moment(time.time() + SOON))


def _moment(at: float) -> dt.datetime:
    return dt.datetime.fromtimestamp(at, dt.UTC)


bus.on("due", lambda message: poke(message["at"]))

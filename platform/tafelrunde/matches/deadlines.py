"""What is due: bots' moves and the look whether a player is still there. The database decides which process does it.

A running match has exactly one row. To claim a due row is to put it off by `LEASE` seconds: who dies between the claim
and the deed leaves it to the others. The deed itself goes the way of every move, so doing it twice is impossible.
"""

from __future__ import annotations

import asyncio
import datetime as dt
import logging
import time

from channels.db import database_sync_to_async
from django.db import transaction

from tafelrunde.live import bus, presence
from tafelrunde.refusals import Refusal

from . import bots, play
from . import live as matches
from . import position as fold
from .live import LiveMatch
from .models import Deadline

LEASE, MOST_AT_ONCE, LONGEST_SLEEP = 5.0, 50, 1.0
log = logging.getLogger(__name__)


class _Runner:
    """Wakes when this process sets a deadline that is earlier than the one it sleeps for."""

    wake: asyncio.Event | None = None
    next: float = 0.0
    tasks: set[asyncio.Task[None]] = set()


async def run() -> None:
    """Do what is due, as long as the process serves."""
    _Runner.wake = asyncio.Event()
    while True:
        _Runner.wake.clear()
        claimed, _Runner.next = await database_sync_to_async(claim, thread_sensitive=False)(time.time())
        for match in claimed:
            task = asyncio.create_task(_do(match), name=f"due {match}")
            _Runner.tasks.add(task)
            task.add_done_callback(_Runner.tasks.discard)
        try:
            await asyncio.wait_for(_Runner.wake.wait(), max(0.0, _Runner.next - time.time()))
        except TimeoutError:
            continue


def poke(due: float) -> None:
    """Something is due at this moment: on the loop, after the commit."""
    if _Runner.wake is not None and due < _Runner.next:
        _Runner.wake.set()


def claim(now: float) -> tuple[list[int], float]:
    """Up to `MOST_AT_ONCE` due matches, now this process's for `LEASE` seconds, and when to look again."""
    moment, later = _moment(now), _moment(now + LEASE)
    with transaction.atomic():
        due = list(
            Deadline.objects.filter(due__lte=moment)
            .select_for_update(skip_locked=True, of=("self",))
            .order_by("due")
            .values_list("match_id", flat=True)[:MOST_AT_ONCE]
        )
        if due:
            Deadline.objects.filter(match__in=due).update(due=later)
    if len(due) == MOST_AT_ONCE:
        return due, now
    first = Deadline.objects.order_by("due").values_list("due", flat=True).first()
    sleep_until = now + LONGEST_SLEEP
    return due, sleep_until if first is None else min(sleep_until, first.timestamp())


async def _do(match: int) -> None:
    try:
        live = await matches.find(match)
    except Refusal:
        await _put_off(match, time.time() + play.absent_after())
        return
    except Exception:
        log.exception("match %s is due and cannot be read", match)
        return
    live.holders += 1
    try:
        if not await _do_due(live):
            due = next_look(live)
            if due is not None:
                await _put_off(match, due)
    except Exception:
        log.exception("what is due in match %s could not be done", match)
    finally:
        live.holders -= 1


async def _do_due(live: LiveMatch) -> bool:
    """Ask for what is due now; False where it turned out that nothing was."""
    now, position = time.time(), live.position
    asked = False
    for seat in position.to_move:
        if live.bot_plays(position, seat):
            if position.since[seat] + play.bot_pause() <= now + 0.005:
                await bots.move(live, seat)
                asked = True
        elif _absent_at(live, seat) <= now + 0.005:
            play.change_seat(live, seat, fold.ABSENT, lambda _answer: None)
            asked = True
    return asked


def next_look(live: LiveMatch) -> float | None:
    """When to look again, now that nothing was due: who is still here may think for as long as they like."""
    position = live.position
    times = [
        position.since[seat] + play.bot_pause()
        if live.bot_plays(position, seat)
        else min(_absent_at(live, seat), time.time() + play.absent_after())
        for seat in position.to_move
    ]
    return min(times, default=None)


def _absent_at(live: LiveMatch, seat: int) -> float:
    """When the seat's player will have been without a socket for too long while to move; never, if they have one."""
    player = live.sitters[seat].player
    gone = presence.gone_since(live.place, player) if player is not None else 0.0
    return float("inf") if gone is None else max(gone, live.position.since[seat]) + play.absent_after()


async def player_gone(live: LiveMatch, player: int) -> None:
    """The last socket of a player has closed: look again when they would count as absent."""
    seat = live.seat_of.get(player)
    if seat is not None and seat in live.position.to_move and not live.bot_plays(live.position, seat):
        due = next_look(live)
        if due is not None:
            await _put_off(live.id, due)


async def _put_off(match: int, due: float) -> None:
    rows = Deadline.objects.filter(match=match)
    await database_sync_to_async(rows.update, thread_sensitive=False)(due=_moment(due))
    poke(due)


def _moment(at: float) -> dt.datetime:
    return dt.datetime.fromtimestamp(at, dt.UTC)


bus.on("due", lambda message: poke(message["at"]))

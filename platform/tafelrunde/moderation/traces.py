"""From where players come, as short as hints need it: a keyed hash a day, for 14 days, and no address.

Sockets say whom they have seen (`saw`, on the loop, which asks no database); now and then what is new is written. What
a process that is killed had not yet written is lost, which costs a hint at most.
"""

from __future__ import annotations

import asyncio
import datetime as dt
import logging
from typing import Final

from django.db import DatabaseError
from django.utils import timezone
from django.utils.crypto import salted_hmac

from tafelrunde.accounts.models import Player
from tafelrunde.live.threads import ask

from .models import Trace

KEPT: Final = dt.timedelta(days=14)
EVERY: Final = 30.0
log = logging.getLogger(__name__)
Seen = tuple[int, str]


class _Today:
    """Who has been seen from where on the `day`: what is written, and what is not yet."""

    day: dt.date | None = None
    written: set[Seen] = set()
    new: set[Seen] = set()


def saw(player: int, source: str) -> None:
    """A player has come from there. Nothing is kept of who comes from nowhere that is known."""
    day = timezone.now().date()
    if _Today.day != day:
        _Today.day, _Today.written, _Today.new = day, set(), set()
    if source and (player, source) not in _Today.written:
        _Today.new.add((player, source))


def key_of(source: str) -> str:
    """What is kept of an address."""
    return salted_hmac("tafelrunde.moderation.traces", source, algorithm="sha256").hexdigest()[:32]


async def run() -> None:
    """Write what is new, as long as the process serves and once more when it stops."""
    try:
        while True:
            await asyncio.sleep(EVERY)
            await write_new()
    finally:
        await write_new()


async def write_new() -> None:
    """Write whom sockets have seen since the last time."""
    new, day = set(_Today.new), _Today.day
    if not new or day is None:
        return
    try:
        await ask(_write, new, day)
    except DatabaseError:
        log.warning("traces could not be written: they wait")
        return
    _Today.new -= new
    _Today.written |= new


def _write(new: set[Seen], day: dt.date) -> None:
    here = set(Player.objects.filter(pk__in={player for player, _source in new}).values_list("pk", flat=True))
    rows = [Trace(player_id=player, key=key_of(source), day=day) for player, source in new if player in here]
    Trace.objects.bulk_create(
        rows, update_conflicts=True, update_fields=["day"], unique_fields=["player", "key"], batch_size=500
    )


def forget_old() -> int:
    """Drop the traces whose time is up; gives their number."""
    return Trace.objects.filter(day__lt=timezone.now().date() - KEPT).delete()[0]

"""Matches begin by themselves when their moment is over: each process looks, the database lets one of them begin."""

from __future__ import annotations

import asyncio
import logging
from typing import Final

from django.db import transaction
from django.utils import timezone

from tafelrunde.live.threads import ask
from tafelrunde.refusals import Refusal

from . import starting
from .changes import changed, game_of, is_played, locked, sitters
from .models import Room

EVERY: Final = 1.0
log = logging.getLogger(__name__)


def start_due() -> list[str]:
    """Begin the matches whose moment is over; gives the rooms."""
    due = Room.objects.filter(starts_at__lte=timezone.now())
    return [room.slug for room in due if _start(room)]


def _start(room: Room) -> bool:
    try:
        with transaction.atomic():
            room = locked(room)
            rows = sitters(room)
            if room.starts_at is None or room.starts_at > timezone.now():
                return False
            room.starts_at = None
            if is_played(room) or len(rows) < max(game_of(room).seats):
                changed(room)
                return False
            starting.begin(room, rows)
    except Refusal as refusal:
        log.info("room %s: no match begins by itself: %s", room.slug, refusal.code)
        _give_up(room)
        return False
    except Exception:  # of rules, or whatever it was: others begin all the same
        log.exception("room %s: no match begins by itself", room.slug)
        _give_up(room)
        return False
    return True


def _give_up(room: Room) -> None:
    """What the host would be refused is not tried again until the seats change."""
    try:
        with transaction.atomic():
            room = locked(room)
            room.starts_at = None
            changed(room)
    except Refusal:
        log.debug("room %s has vanished", room.slug)


async def run() -> None:
    """Begin what is due, as long as the process serves."""
    while True:
        await asyncio.sleep(EVERY)
        await ask(start_due)

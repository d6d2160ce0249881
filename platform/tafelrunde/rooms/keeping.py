"""Looking after rooms: those in which nobody has been for a while are closed, a host who has gone is followed."""

from __future__ import annotations

import asyncio
import logging

from django.utils import timezone

from tafelrunde.live import presence
from tafelrunde.live.threads import ask
from tafelrunde.refusals import Refusal

from . import hosting, lasting, tables
from .models import Room
from .opening import close_empty_rooms

EVERY, EVERY_HOST = 60.0, 1.0
log = logging.getLogger(__name__)


async def run() -> None:
    """Look after the rooms, as long as the process serves."""
    while True:
        await asyncio.sleep(EVERY)  # by the first look it is known who is in other processes
        await ask(keep)


def keep() -> None:
    """Note since when rooms have been empty, and close those that have been for long."""
    now = timezone.now()
    for pk, slug, emptied in Room.objects.values_list("pk", "slug", "emptied"):
        somebody = bool(presence.here(slug))
        if somebody != (emptied is None):
            Room.objects.filter(pk=pk, emptied=emptied).update(emptied=None if somebody else now)
    close_empty_rooms()
    lasting.clear_resting()


async def run_hosts() -> None:
    """Find hosts who have been gone for too long, as long as the process serves."""
    while True:
        await asyncio.sleep(EVERY_HOST)
        for room in tables.hosts_gone():
            try:
                await ask(hosting.succeed, room)
            except Refusal:
                log.debug("room %s has vanished", room.slug)

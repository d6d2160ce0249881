"""Rooms come and go: those in which nobody has been for a while are closed."""

from __future__ import annotations

import asyncio

from channels.db import database_sync_to_async
from django.utils import timezone

from tafelrunde.live import presence

from .models import Room
from .opening import close_empty_rooms

EVERY = 60.0


async def run() -> None:
    """Look after the rooms, as long as the process serves."""
    while True:
        await asyncio.sleep(EVERY)  # by the first look it is known who is in other processes
        await database_sync_to_async(keep, thread_sensitive=False)()


def keep() -> None:
    """Note since when rooms have been empty, and close those that have been for long."""
    now = timezone.now()
    for pk, slug, emptied in Room.objects.values_list("pk", "slug", "emptied"):
        somebody = bool(presence.here(slug))
        if somebody != (emptied is None):
            Room.objects.filter(pk=pk, emptied=emptied).update(emptied=None if somebody else now)
    close_empty_rooms()

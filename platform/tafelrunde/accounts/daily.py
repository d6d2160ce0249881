"""What is done once a day, however many processes serve: whichever comes first moves the row on, and does it.

A part registers a task in its AppConfig.ready(). One that fails is logged, and done again the next day.
"""

from __future__ import annotations

import asyncio
import datetime as dt
import logging
from collections.abc import Callable
from typing import Final

from django.utils import timezone

from tafelrunde.live.threads import ask

from .models import Daily

FIRST, EVERY = 60.0, 600.0
DAY: Final = dt.timedelta(days=1)
log = logging.getLogger(__name__)
_tasks: dict[str, Callable[[], object]] = {}


def register(name: str, task: Callable[[], object]) -> None:
    """Have this done once a day."""
    _tasks[name] = task


async def run() -> None:
    """Look now and then, as long as the process serves. By the first time it is known who is in other processes."""
    await asyncio.sleep(FIRST)
    while True:
        await ask(look)
        await asyncio.sleep(EVERY)


def look() -> list[str]:
    """Do what is due and nobody else does. Gives the names of what has been done here."""
    return [name for name, task in _tasks.items() if _claim(name) and _done(name, task)]


def _claim(name: str) -> bool:
    now = timezone.now()
    if Daily.objects.filter(pk=name, due__lte=now).update(due=now + DAY):
        return True
    _row, new = Daily.objects.get_or_create(pk=name, defaults={"due": now + DAY})
    return new


def _done(name: str, task: Callable[[], object]) -> bool:
    try:
        task()
    except Exception:
        log.exception("the daily task %s has failed", name)
        return False
    return True

"""What this process knows of holidays, by which clocks of daily matches stand: heard by a hint, read when due."""

from __future__ import annotations

import asyncio

from tafelrunde.live import bus
from tafelrunde.live.threads import ask

from . import holidays
from . import live as matches
from .live import LiveMatch

_tasks: set[asyncio.Task[None]] = set()


async def read_again(live: LiveMatch) -> None:
    """Before anybody's time is taken for out: no hint has to come for that."""
    found = await ask(holidays.of_match, live)
    if found != live.holidays:
        live.holidays, live.shared = found, None
        matches.tell(live)


def _heard(message: bus.Message) -> None:
    for live in matches.running():
        if live.daily and live.position.seat_of(message["player"]) is not None:
            task = asyncio.create_task(read_again(live), name=f"holidays of match {live.id}")
            _tasks.add(task)
            task.add_done_callback(_tasks.discard)


bus.on("holiday", _heard)

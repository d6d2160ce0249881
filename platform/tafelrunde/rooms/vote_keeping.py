"""Votes end by themselves: each process looks at the open ones, and the database lets one of them decide."""

from __future__ import annotations

import asyncio
import time

from tafelrunde.live.threads import ask

from . import votes

EVERY = 1.0


class _Runner:
    """Wakes when something has changed that votes hang on."""

    wake: asyncio.Event | None = None


async def run() -> None:
    """End what has an outcome, as long as the process serves."""
    _Runner.wake = asyncio.Event()
    while True:
        _Runner.wake.clear()
        ends = await ask(votes.settle_all)
        now = time.time()
        pause = EVERY if ends is None else min(EVERY, max(0.0, ends - now) + 0.01)
        try:
            await asyncio.wait_for(_Runner.wake.wait(), pause)
        except TimeoutError:
            continue


def poke() -> None:
    """Somebody has come or gone, or a match has changed, where there is a vote. On the loop."""
    if _Runner.wake is not None:
        _Runner.wake.set()

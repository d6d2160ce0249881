"""What runs as long as the process serves: named coroutine functions, restarted when they die.

A part of the platform registers its task in its AppConfig.ready(); `serve` runs all of them in its event loop. They are
cancelled on draining, after the sockets are closed, the last registered first: a task that is the last to write
something can do so in a ``finally``.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine, Mapping
from typing import Any

Run = Callable[[], Coroutine[Any, Any, None]]

PAUSE = 1.0
"""Seconds between the death of a task and its next start."""

LONGEST_END = 15.0
"""Seconds that a task has for its clean-up: the log of the matches may need ten to commit what is on its way."""

log = logging.getLogger(__name__)
_registered: dict[str, Run] = {}


def register(name: str, run: Run) -> None:
    """Have `run` run while this process serves. A name is registered once."""
    if _registered.setdefault(name, run) is not run:
        raise ValueError(f"a background task {name!r} is registered already")


def registered() -> Mapping[str, Run]:
    """All tasks by name, in the order of their registration."""
    return dict(_registered)


class Background:
    """The running tasks of one event loop."""

    def __init__(self, tasks: Mapping[str, Run] | None = None) -> None:
        self._runs = registered() if tasks is None else dict(tasks)
        self._tasks: list[asyncio.Task[None]] = []

    def start(self) -> None:
        """Start all of them in the loop that is running."""
        self._tasks = [asyncio.create_task(_keep_running(name, run), name=name) for name, run in self._runs.items()]

    async def stop(self) -> None:
        """Cancel one after the other and wait for each, so that none is cut off in its clean-up; but not for ever."""
        while self._tasks:
            task = self._tasks.pop()
            task.cancel()
            _done, late = await asyncio.wait([task], timeout=LONGEST_END)
            if late:
                log.error("background task %s does not end and is left behind", task.get_name())


async def _keep_running(name: str, run: Run) -> None:
    while True:
        try:
            await run()
        except Exception:  # whatever it was, the table must go on
            log.exception("background task %s died and is started again", name)
        else:
            log.warning("background task %s ended and is started again", name)
        await asyncio.sleep(PAUSE)

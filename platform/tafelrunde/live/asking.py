"""A question to something that may not answer, such as the database: asked in a thread, with an end to the patience."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from typing import Final, Generic, TypeVar

from django.db import connections

Answer = TypeVar("Answer")
PATIENCE: Final = 2.0
"""Seconds after which there is no answer."""


class Question(Generic[Answer]):
    """At most one thread asks it at a time, however many want to know: whoever comes meanwhile gets the same answer."""

    def __init__(self, ask: Callable[[], Answer]) -> None:
        self._ask = ask
        self._asking: asyncio.Future[Answer] | None = None

    async def answer(self) -> Answer:
        """The answer, whatever it raised, or TimeoutError. Also that of a thread which hangs since long ago."""
        if self._asking is None:
            self._asking = self._begin()
        return await asyncio.wait_for(asyncio.shield(self._asking), PATIENCE)

    def _begin(self) -> asyncio.Future[Answer]:
        loop = asyncio.get_running_loop()
        asking: asyncio.Future[Answer] = loop.create_future()

        def end(answer: Answer | None, error: Exception | None) -> None:
            self._asking = None
            if error is None:
                asking.set_result(answer)  # type: ignore[arg-type]  # one of both is there
            else:
                asking.set_exception(error)
                asking.exception()  # that nobody waits for it any more is nothing to complain about

        def run() -> None:
            answer, failed = None, None
            try:
                answer = self._ask()
            except Exception as error:  # noqa: BLE001  it is raised on the loop
                failed = error
            connections.close_all()
            if not loop.is_closed():
                loop.call_soon_threadsafe(end, answer, failed)

        threading.Thread(target=run, daemon=True, name="question").start()  # a daemon: the process ends without it
        return asking

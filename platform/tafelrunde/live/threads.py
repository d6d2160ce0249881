"""Asking the database from the loop: in threads that keep their connections.

Channels' `database_sync_to_async` opens and closes a connection for every call, which with SQLite costs more than most
questions do.
"""

from __future__ import annotations

import asyncio
import contextvars
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Final, ParamSpec, TypeVar

from django.db import connections

THREADS: Final = 8
FIRST: Final = 3
"""How many threads ask for what matches cannot go on without, and for nothing else."""
P = ParamSpec("P")
R = TypeVar("R")

_threads: Final = ThreadPoolExecutor(THREADS, thread_name_prefix="database")
_first: Final = ThreadPoolExecutor(FIRST, thread_name_prefix="database first")


async def ask(question: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
    """Call `question` in a thread that may use the database."""
    return await _ask(_threads, partial(question, *args, **kwargs))


async def ask_first(question: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
    """The same for what a match cannot go on without: it waits for no question of people, of whatever they wait for."""
    return await _ask(_first, partial(question, *args, **kwargs))


async def _ask(threads: ThreadPoolExecutor, question: Callable[[], R]) -> R:
    context = contextvars.copy_context()

    def answer() -> R:
        try:
            return context.run(question)
        finally:
            _tidy()

    return await asyncio.get_running_loop().run_in_executor(threads, answer)


def _tidy() -> None:
    """Give a pooled connection back; keep one of SQLite, unless it has failed."""
    for connection in connections.all(initialized_only=True):
        if connection.vendor != "sqlite":
            connection.close_if_unusable_or_obsolete()
        elif connection.errors_occurred and not connection.in_atomic_block:
            connection.close()

"""Asking the database from the loop: in threads that keep their connections.

Channels' `database_sync_to_async` opens and closes a connection for every call, which with SQLite costs more than most
questions do.
"""

from __future__ import annotations

import asyncio
import contextvars
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Final, ParamSpec, TypeVar

from django.db import connections

THREADS: Final = 8
P = ParamSpec("P")
R = TypeVar("R")

_threads: Final = ThreadPoolExecutor(THREADS, thread_name_prefix="database")


async def ask(question: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
    """Call `question` in a thread that may use the database."""
    context = contextvars.copy_context()

    def answer() -> R:
        try:
            return context.run(question, *args, **kwargs)
        finally:
            _tidy()

    return await asyncio.get_running_loop().run_in_executor(_threads, answer)


def _tidy() -> None:
    """Give a pooled connection back; keep one of SQLite, unless it has failed."""
    for connection in connections.all(initialized_only=True):
        if connection.vendor != "sqlite":
            connection.close_if_unusable_or_obsolete()
        elif connection.errors_occurred and not connection.in_atomic_block:
            connection.close()

"""Keeping the threads of a process on one core, which the kernel chooses anew every few seconds.

Only one thread of a Python process runs at a time. On several cores they hand the interpreter and all they work with
from one core's cache to another's, which costs a third more in all (bench/README.md). What runs without the interpreter
goes `elsewhere`, other processes are on their own.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import threading
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

BEAT, LOOSE = 5.0, 0.05
_CAN: Final = hasattr(os, "sched_setaffinity")
_ALLOWED: Final = frozenset(os.sched_getaffinity(0)) if _CAN else frozenset()
_THREADS: Final = Path("/proc/self/task")
_PROCESSOR: Final = 36
"""Where /proc/…/stat tells the core, counted from behind the name (proc(5), field 39)."""


async def run() -> None:
    """As long as the process serves: let the kernel move the loop where there is room, and all threads follow it."""
    if len(_ALLOWED) < 2 or not _THREADS.exists():
        await asyncio.Event().wait()
    try:
        while True:
            _put(threading.get_native_id(), _ALLOWED)
            await asyncio.sleep(LOOSE)
            _gather(_core_of(threading.get_native_id()))
            await asyncio.sleep(BEAT)
    finally:
        _gather(*_ALLOWED)


@contextlib.contextmanager
def elsewhere() -> Iterator[None]:
    """For what this thread does without the interpreter, it may run on any core."""
    if not _CAN:
        yield
        return
    thread = threading.get_native_id()
    before = os.sched_getaffinity(thread)
    _put(thread, _ALLOWED)
    try:
        yield
    finally:
        _put(thread, before)


def set_free(process: int) -> None:
    """A process that this one has started may run on any core."""
    if _CAN:
        _put(process, _ALLOWED)


def _gather(*cores: int) -> None:
    for thread in _THREADS.iterdir():
        _put(int(thread.name), cores)


def _put(thread: int, cores: Iterable[int]) -> None:
    with contextlib.suppress(OSError):  # it has just ended, or nobody may say where it runs
        os.sched_setaffinity(thread, cores)


def _core_of(thread: int) -> int:
    return int((_THREADS / str(thread) / "stat").read_text().rpartition(")")[2].split()[_PROCESSOR])

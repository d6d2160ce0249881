"""What this process has last heard of what the house has decided, so that the loop asks no database.

A part of the house keeps something as `Kept`. All of them are read again when a change is told over the bus, and else
every `BEAT` seconds: a management command beside an SQLite database reaches no process, and some decisions end by
themselves.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from typing import Any, Final, Generic, TypeVar

from django.db import transaction

from tafelrunde.live import bus
from tafelrunde.live.threads import ask

BEAT: Final = 2.0
Value = TypeVar("Value")
_all: list[Kept[Any]] = []


class _Running:
    """What wakes the task of this process; None where nothing serves."""

    wake: asyncio.Event | None = None


class Kept(Generic[Value]):
    """Something that `read` reads from the database, as it was last read; `nothing` before that."""

    def __init__(self, read: Callable[[], Value], nothing: Value) -> None:
        self.read, self.nothing = read, nothing
        self.value = nothing
        self._listeners: list[Callable[[], None]] = []
        _all.append(self)

    def listen(self, listener: Callable[[], None]) -> None:
        """Call `listener` on the loop when the value has become another one."""
        self._listeners.append(listener)

    def take(self, value: Value) -> None:
        """This is what was read now."""
        if value == self.value:
            return
        self.value = value
        for listener in self._listeners:
            listener()


def changed() -> None:
    """After the commit: have all processes read again."""
    transaction.on_commit(lambda: bus.publish("house"))


def look() -> None:
    """Read all of it now. For a thread in which nothing serves: a test, a command."""
    for kept in _all:
        kept.take(kept.read())


def forget() -> None:
    """As if nothing had been read."""
    for kept in _all:
        kept.value = kept.nothing


async def run() -> None:
    """Read again when told to and every `BEAT` seconds, as long as the process serves."""
    wake = _Running.wake = asyncio.Event()
    while True:
        wake.clear()
        for kept, value in await ask(_read):
            kept.take(value)
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(wake.wait(), BEAT)


def _read() -> list[tuple[Kept[Any], Any]]:
    return [(kept, kept.read()) for kept in _all]


def _wake(_message: bus.Message) -> None:
    if _Running.wake is not None:
        _Running.wake.set()


bus.on("house", _wake)

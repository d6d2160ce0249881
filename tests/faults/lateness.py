"""How late the machine itself lets a program run that wants to run now: measured, not guessed."""

from __future__ import annotations

import threading
import time
from typing import Final, NamedTuple, Self

TICK: Final = 0.05


class Span(NamedTuple):
    """Some time, in seconds since 1970."""

    begin: float
    end: float


class Lateness:
    """A thread that sleeps a moment, again and again, and notes when that took longer."""

    def __init__(self) -> None:
        self.spans: list[Span] = []
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._measure, daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_error: object) -> None:
        self._ended.set()
        self._thread.join()

    @property
    def worst(self) -> float:
        """The longest that it had to wait, in seconds."""
        return max((end - begin for begin, end in self.spans), default=0.0)

    def _measure(self) -> None:
        while not self._ended.is_set():
            due = time.time() + TICK
            time.sleep(TICK)
            if (now := time.time()) - due > TICK:
                self.spans.append(Span(due, now))


def within(spans: list[Span], begin: float, end: float) -> float:
    """For how many seconds between these moments it was so in at least one of the spans, which are in order."""
    seconds, reached = 0.0, begin
    for span in spans:
        first, last = max(reached, span.begin), min(end, span.end)
        if last > first:
            seconds, reached = seconds + last - first, last
    return seconds

"""How late the machine itself lets a program run that wants to run now: measured, not guessed."""

from __future__ import annotations

import threading
import time
from typing import Final, Self

TICK: Final = 0.05


class Lateness:
    """A thread that sleeps a moment, again and again, and notes how much longer that took."""

    def __init__(self) -> None:
        self._late: list[tuple[float, float]] = []
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
        return max((late for _at, late in self._late), default=0.0)

    def between(self, begin: float, end: float) -> float:
        """How many seconds between these moments, since 1970, it had to wait."""
        return sum(late for at, late in self._late if begin <= at <= end)

    def _measure(self) -> None:
        while not self._ended.is_set():
            before = time.time()
            time.sleep(TICK)
            after = time.time()
            if (late := after - before - TICK) > TICK:
                self._late.append((after, late))

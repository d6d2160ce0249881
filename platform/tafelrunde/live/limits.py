"""How often somebody may do something: a bucket that fills by itself."""

from __future__ import annotations

import time


class Bucket:
    """`burst` at once, `rate` a second in the long run."""

    __slots__ = ("__weakref__", "_at", "_left", "burst", "rate")

    def __init__(self, rate: float, burst: float) -> None:
        self.rate, self.burst = rate, burst
        self._left, self._at = burst, time.monotonic()

    def take(self) -> float:
        """0.0 if it may be done now, else the seconds to wait; what is refused costs nothing."""
        now = time.monotonic()
        self._left = min(self.burst, self._left + (now - self._at) * self.rate)
        self._at = now
        if self._left < 1:
            return (1 - self._left) / self.rate
        self._left -= 1
        return 0.0

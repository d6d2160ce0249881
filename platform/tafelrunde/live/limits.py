"""How often somebody may do something: buckets that fill by themselves, one for each who does it.

They are this process's own, on purpose: to ask another server before every line and request would cost more than what
is held up, and with so many processes somebody can be so many times as fast at most. What must hold over all processes
is counted elsewhere: new names and passwords tried in the cache, rooms in the database.
"""

from __future__ import annotations

import ipaddress
import threading
import time
from collections.abc import Hashable
from typing import Final


class Bucket:
    """`burst` at once, `rate` a second in the long run."""

    __slots__ = ("_at", "_left", "burst", "rate")

    def __init__(self, rate: float, burst: float) -> None:
        self.rate, self.burst = rate, burst
        self._left, self._at = burst, time.monotonic()

    def take(self) -> float:
        """0.0 if it may be done now, else the seconds to wait; what is refused costs nothing."""
        self._fill()
        if self._left < 1:
            return (1 - self._left) / self.rate
        self._left -= 1
        return 0.0

    def put_back(self) -> None:
        """What was taken last shall not have cost anything."""
        self._left = min(self.burst, self._left + 1)

    @property
    def full(self) -> bool:
        """Is it as good as new?"""
        self._fill()
        return self._left >= self.burst

    def _fill(self) -> None:
        now = time.monotonic()
        self._left = min(self.burst, self._left + (now - self._at) * self.rate)
        self._at = now


class Limit:
    """A bucket for each who does something, in any thread; kept until it is full again, whoever goes meanwhile."""

    _FEW: Final = 1024

    def __init__(self, rate: float, burst: float) -> None:
        self.rate, self.burst = rate, burst
        self._buckets: dict[Hashable, Bucket] = {}
        self._lock = threading.Lock()
        self._tidy_at = self._FEW

    def take(self, whose: Hashable) -> float:
        """0.0 if it may be done now, else the seconds to wait."""
        with self._lock:
            bucket = self._buckets.get(whose)
            if bucket is None:
                self._tidy()
                bucket = self._buckets[whose] = Bucket(self.rate, self.burst)
            return bucket.take()

    def forget(self) -> None:
        """Let everybody begin anew."""
        with self._lock:
            self._buckets.clear()

    def __len__(self) -> int:
        return len(self._buckets)

    def _tidy(self) -> None:
        if len(self._buckets) >= self._tidy_at:
            self._buckets = {whose: bucket for whose, bucket in self._buckets.items() if not bucket.full}
            self._tidy_at = max(self._FEW, 2 * len(self._buckets))


def milliseconds(wait: float) -> int:
    """Seconds to wait as the wire has them: never 0."""
    return max(1, round(wait * 1000))


def seconds(milliseconds: int) -> int:
    """Milliseconds to wait as people read them: rounded up, never 0."""
    return max(1, -(-milliseconds // 1000))


def source(address: str | None) -> str:
    """Who is behind an address, for counting: of IPv6 everybody has as many as they like, so it is their network."""
    try:
        known = ipaddress.ip_address(address or "")
    except ValueError:
        return address or ""
    if isinstance(known, ipaddress.IPv4Address):
        return str(known)
    if known.ipv4_mapped is not None:
        return str(known.ipv4_mapped)
    return str(ipaddress.IPv6Network((known, 64), strict=False))

"""How this process has done in the last minute, noted once a second: how late its loop was, and what else is watched.

It costs a few additions a second, so that whoever begins to look sees a whole minute at once.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

BEAT, MINUTE = 1.0, 60
LOOP: Final = "loop"


@dataclass(frozen=True, slots=True)
class _Second:
    """What had been counted by its end, and the worst of its delays."""

    counted: Mapping[str, int]
    delays: Mapping[str, float]


class _Now:
    """The delays of the second that has not ended yet."""

    delays: dict[str, float] = {}


_counts: Final[dict[str, Callable[[], int]]] = {}
_seconds: Final[deque[_Second]] = deque(maxlen=MINUTE)


def watch(name: str, counted: Callable[[], int]) -> None:
    """`counted` knows how often something has happened so far; it is asked on the loop."""
    _counts[name] = counted


def delayed(name: str, seconds: float) -> None:
    """Something was so late; in one thread for each name."""
    delays = _Now.delays
    delays[name] = max(seconds, delays.get(name, 0.0))


def in_a_minute(name: str) -> int:
    """How often it has happened in the last minute; on the loop."""
    before = _seconds[0].counted.get(name, 0) if len(_seconds) == MINUTE else 0
    return _counts[name]() - before


def worst(name: str) -> float:
    """How late something was at most in the last minute; on the loop."""
    return max(_Now.delays.get(name, 0.0), max((second.delays.get(name, 0.0) for second in _seconds), default=0.0))


def beat() -> None:
    """A second has ended."""
    delays, _Now.delays = _Now.delays, {}
    _seconds.append(_Second({name: counted() for name, counted in _counts.items()}, delays))


async def run() -> None:
    """Note each second, as long as the process serves."""
    while True:
        before = time.monotonic()
        await asyncio.sleep(BEAT)
        delayed(LOOP, max(0.0, time.monotonic() - before - BEAT))
        beat()

"""Looking at many things now and then without holding anybody up: a portion at a time, with pauses in between."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterable
from typing import Final, TypeVar

T = TypeVar("T")
PORTION: Final = 32
"""A question about so many takes about a millisecond, and moves wait for no longer than that."""


async def in_portions(everything: Iterable[T], over: float = 0.0) -> AsyncIterator[list[T]]:
    """All of them as they are now, `PORTION` at a time, each after its part of `over` seconds, even if none."""
    left = list(everything)
    pause = over / max(1, -(-len(left) // PORTION))
    for first in range(0, len(left), PORTION):
        await asyncio.sleep(pause)
        yield left[first : first + PORTION]
    if not left:
        await asyncio.sleep(over)

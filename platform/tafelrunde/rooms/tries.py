"""Passwords of rooms tried too often: counted for each room and address, over all processes."""

from __future__ import annotations

import hashlib
import math
import time
from typing import Final

from django.core.cache import cache
from django.utils.translation import ngettext

from tafelrunde.refusals import Refusal

WINDOW: Final = 120
AT_ONCE: Final = 6
IN_ALL: Final = 200
"""How often an address may try within so many seconds at one room, and all addresses together."""


def refuse_too_many(room: int, source: str) -> None:
    """Count a try. Refusal `too_fast` for one too many says how long to wait."""
    counted = ((_key(room, source), AT_ONCE), (_key(room, ""), IN_ALL))
    if any(_counted(key) > most for key, most in counted):
        raise _wait(WINDOW - time.time() % WINDOW)


def forget(room: int, source: str) -> None:
    """Who has known the password begins anew."""
    cache.delete(_key(room, source))


def _counted(key: str) -> int:
    """One more; of several at once each has a number of its own."""
    cache.add(key, 0, WINDOW)
    try:
        return cache.incr(key)
    except ValueError:  # its time was out between the two
        return 1


def _key(room: int, source: str) -> str:
    whose = hashlib.sha256(source.encode()).hexdigest()[:20]
    return f"room-tries:{room}:{whose}:{int(time.time() // WINDOW)}"


def _wait(seconds: float) -> Refusal:
    n = max(1, math.ceil(seconds))
    text = ngettext(
        "Too many wrong passwords. Try again in {n} second.", "Too many wrong passwords. Try again in {n} seconds.", n
    )
    return Refusal("too_fast", text.format(n=n), wait=n * 1000)

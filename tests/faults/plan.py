"""What goes wrong, and when: a plan that follows from its seed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from random import Random
from typing import Final


class Kind(Enum):
    """What is done to the site, or by one of its players."""

    KILL = "a process killed"
    BLACKOUT = "all processes killed at once"
    LAYER_AWAY = "the layer killed"
    LAYER_HANGS = "the layer frozen"
    DATABASE_AWAY = "the database crashed"
    CUT = "a connection cut in mid-frame"
    SILENCE = "a player silent"
    ABSENCE = "a player away"
    VOTE = "a vote begun"


@dataclass(frozen=True, slots=True)
class Fault:
    """At `at` seconds, for so many `seconds`, to the `whom`-th of those whom it can concern (modulo their number)."""

    at: float
    kind: Kind
    whom: int = 0
    seconds: float = 0.0


HEAVY: Final = {
    Kind.KILL: (0.0, 4.0),
    Kind.LAYER_AWAY: (0.5, 8.0),
    Kind.LAYER_HANGS: (2.0, 12.0),
    Kind.DATABASE_AWAY: (0.5, 4.0),
    Kind.BLACKOUT: (0.0, 2.0),
}
"""What concerns all, one after the other, and for how long."""
LIGHT: Final = {
    Kind.CUT: (0.4, 0.0, 0.0),
    Kind.SILENCE: (3.0, 33.0, 45.0),
    Kind.ABSENCE: (5.0, 3.0, 12.0),
    Kind.VOTE: (7.0, 0.0, 0.0),
}
"""What concerns one player: seconds from one to the next on average, and for how long."""
PAUSE: Final = (1.0, 5.0)
AGAIN: Final = (Kind.KILL, Kind.LAYER_AWAY, Kind.KILL, Kind.LAYER_HANGS, Kind.KILL)
_MANY: Final = 1 << 16


def plan(seed: int, seconds: float) -> tuple[Fault, ...]:
    """Faults for so many seconds, in order: everything that can go wrong happens, what is likely happens often."""
    random = Random(seed)
    heavy = _heavy(random, seconds)
    light = [fault for kind in LIGHT for fault in _light(random, kind, seconds)]
    return tuple(sorted([*heavy, *light], key=lambda fault: fault.at))


def _heavy(random: Random, seconds: float) -> Iterator[Fault]:
    at = random.uniform(*PAUSE)
    for number, kind in enumerate(_kinds(random)):
        lasting = random.uniform(*HEAVY[kind])
        if number >= len(HEAVY) and at + lasting > seconds:
            return
        yield Fault(at, kind, random.randrange(_MANY), lasting)
        at += lasting + random.uniform(*PAUSE)


def _kinds(random: Random) -> Iterator[Kind]:
    """Each of them once, and then, as long as anybody asks, those that are likely."""
    yield from random.sample(list(HEAVY), len(HEAVY))
    while True:
        yield from random.sample(AGAIN, len(AGAIN))


def _light(random: Random, kind: Kind, seconds: float) -> Iterator[Fault]:
    every, least, most = LIGHT[kind]
    at = random.expovariate(1 / every)
    while at < seconds:
        yield Fault(at, kind, random.randrange(_MANY), random.uniform(least, most))
        at += random.expovariate(1 / every)

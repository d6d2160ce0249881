"""What this process has counted and how it stands, as Prometheus reads it.

Counts and spreads are plain numbers that whoever counts adds to, each in one thread, so that a move pays next to
nothing; what can be counted when somebody asks (sockets, rooms, queues) is counted then. Figures are of this process
alone.
"""

from __future__ import annotations

import asyncio
import logging
import os
import threading
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final

from prometheus_client import GCCollector, ProcessCollector
from prometheus_client.exposition import choose_encoder
from prometheus_client.metrics_core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily, Metric
from prometheus_client.registry import Collector, CollectorRegistry

import tafelrunde

from .asking import PATIENCE, Question

Collect = Callable[[], Iterable[Metric]]
Labels = tuple[str, ...]
PREFIX: Final = "tafelrunde_"
QUICK: Final = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)
"""Bounds in seconds for what should take milliseconds."""
log = logging.getLogger(__name__)


class Spread:
    """How often something was how large: a histogram. Added to in one thread."""

    __slots__ = ("bounds", "counts", "total")

    def __init__(self, bounds: Sequence[float] = QUICK) -> None:
        self.bounds, self.counts, self.total = tuple(bounds), [0] * (len(bounds) + 1), 0.0

    def add(self, value: float) -> None:
        """Once more, and how large it was."""
        self.counts[bisect_left(self.bounds, value)] += 1
        self.total += value

    def buckets(self) -> list[tuple[str, float]]:
        """How many were at most so large, as Prometheus counts them."""
        up_to, sums = 0, []
        for count in self.counts:
            up_to += count
            sums.append(up_to)
        return list(zip([*(str(bound) for bound in self.bounds), "+Inf"], map(float, sums), strict=True))


class Counts(defaultdict[Labels, int]):
    """How often, by labels: ``counts["go", "player"] += 1`` in one thread, or `count` in any."""

    def __init__(self) -> None:
        super().__init__(int)
        self._lock = threading.Lock()

    def count(self, *labels: str) -> None:
        """Once more; in any thread."""
        with self._lock:
            self[labels] += 1


class Spreads(defaultdict[Labels, Spread]):
    """Spreads by labels."""

    def __init__(self, bounds: Sequence[float] = QUICK) -> None:
        super().__init__(lambda: Spread(bounds))


def gauge(name: str, says: str, values: dict[Labels, float] | float, labels: Sequence[str] = ()) -> Metric:
    """How it stands now."""
    family = GaugeMetricFamily(PREFIX + name, says, labels=labels)
    for key, value in (values if isinstance(values, dict) else {(): values}).items():
        family.add_metric(list(key), value)
    return family


def counter(name: str, says: str, counts: Counts, labels: Sequence[str]) -> Metric:
    """How often it has happened since the process began."""
    family = CounterMetricFamily(PREFIX + name, says, labels=labels)
    for key, value in list(counts.items()):
        family.add_metric(list(key), value)
    return family


def histogram(name: str, says: str, spreads: Spreads | Spread, labels: Sequence[str] = ()) -> Metric:
    """How large it has been."""
    family = HistogramMetricFamily(PREFIX + name, says, labels=labels)
    for key, spread in list(spreads.items()) if isinstance(spreads, Spreads) else [((), spreads)]:
        family.add_metric(list(key), spread.buckets(), spread.total)
    return family


def register(collect: Collect) -> None:
    """Ask this function, on the loop, whenever somebody wants to know."""
    _on_the_loop.append(collect)


def register_question(collect: Collect) -> None:
    """The same for what only the database knows: asked in a thread, and left out where that takes too long."""
    _in_a_thread.append(Question(lambda: list(collect())))


async def page(accept: str) -> tuple[bytes, str]:
    """All figures, and their content type, as whoever asks accepts it."""
    answers = await asyncio.gather(*(question.answer() for question in _in_a_thread), return_exceptions=True)
    known = [metric for answer in answers if isinstance(answer, list) for metric in answer]
    registry = CollectorRegistry(auto_describe=False)
    registry.register(_Figures(known))
    encode, content_type = choose_encoder(accept)
    return encode(registry), content_type


class _Figures(Collector):
    """Everything, in the form the library wants."""

    def __init__(self, known: Sequence[Metric]) -> None:
        self._known = known

    def collect(self) -> Iterator[Metric]:
        yield gauge(
            "info", "Which version this is.", {(tafelrunde.__version__, str(os.getpid())): 1}, ["version", "pid"]
        )
        for collect in _on_the_loop:
            try:
                yield from list(collect())
            except Exception:  # the other figures are wanted all the same
                log.exception("figures could not be collected")
        yield from self._known
        for collector in _of_python:
            yield from collector.collect()


_on_the_loop: list[Collect] = []
_in_a_thread: list[Question[list[Metric]]] = []
_nowhere: Final = CollectorRegistry(auto_describe=False)
_of_python: Final[tuple[Collector, ...]] = (ProcessCollector(registry=_nowhere), GCCollector(registry=_nowhere))
assert PATIENCE < 5, "Prometheus waits ten seconds by default"

"""What is refused, counted by the code of the wire for `/metrics`: over sockets, to programs and on pages."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from prometheus_client.metrics_core import Metric

from tafelrunde.refusals import Refusal

from . import metrics
from .metrics import Counts, counter

_refusals: Final = Counts()


def count(refusal: Refusal) -> None:
    """Somebody is told no; in any thread."""
    _refusals.count(refusal.code)


def shown(refusal: Refusal) -> str:
    """What a page says of it, in the language that is active now; counted."""
    count(refusal)
    return str(refusal.text)


def _collect() -> Iterator[Metric]:
    yield counter("refusals", "What people and programs were refused, by the code of the wire.", _refusals, ["code"])


metrics.register(_collect)

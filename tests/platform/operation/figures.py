"""The page of figures, read as Prometheus reads it."""

from __future__ import annotations

import httpx
from prometheus_client.parser import text_string_to_metric_families

from tests.serving import Served


class Figures:
    """All samples of one moment."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._samples = [sample for family in text_string_to_metric_families(text) for sample in family.samples]

    def sum(self, name: str, **labels: str) -> float:
        """Of all samples of this name with at least these labels."""
        return sum(
            sample.value
            for sample in self._samples
            if sample.name == f"tafelrunde_{name}" and labels.items() <= sample.labels.items()
        )

    def names(self) -> set[str]:
        """Of all there are."""
        return {sample.name for sample in self._samples}


def figures(server: Served) -> Figures:
    """As they are now."""
    answer = httpx.get(f"{server.url}/metrics")
    answer.raise_for_status()
    return Figures(answer.text)

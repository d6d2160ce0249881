"""How a match ended."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Result:
    """Scores and ranks per seat; `ranks` are competition ranks (1, 1, 3), `winners` the seats that share rank 1."""

    scores: tuple[int, ...]
    ranks: tuple[int, ...]
    winners: tuple[int, ...]
    details: Mapping[str, Any] = field(default_factory=dict)

    @classmethod
    def by_score(cls, scores: Sequence[int], details: Mapping[str, Any] | None = None) -> Result:
        """Most points win; who has equally many shares the rank."""
        ranks = tuple(1 + sum(other > score for other in scores) for score in scores)
        winners = tuple(seat for seat, rank in enumerate(ranks) if rank == 1)
        return cls(tuple(scores), ranks, winners, details or {})

    def as_json(self) -> dict[str, Any]:
        """The result as the wire shows it."""
        return {
            "scores": list(self.scores),
            "ranks": list(self.ranks),
            "winners": list(self.winners),
            "details": dict(self.details),
        }

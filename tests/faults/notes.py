"""What the players of a run were told, all of it, for the proof."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import msgspec

Frame = dict[str, Any]
SHOWN = ("ply", "to_move", "turn", "moves", "board", "result")
"""What follows from the log alone, of what a viewer is shown of a match."""


class Turn(NamedTuple):
    """A turn of a seat in a match."""

    match: int
    seat: int
    turn: int


class Sight(NamedTuple):
    """A match at a version, as a seat (or, with None, whoever has none) sees it."""

    match: int
    version: int
    seat: int | None


@dataclass(slots=True)
class Notes:
    """Of all players together. `acknowledged` are moves with their plies, `unknown` those that may have been saved."""

    acknowledged: dict[Turn, set[tuple[str, int]]] = field(default_factory=dict)
    unknown: int = 0
    seen: dict[Sight, set[bytes]] = field(default_factory=dict)
    said: list[tuple[str, str]] = field(default_factory=list)
    refusals: Counter[str] = field(default_factory=Counter)
    closed: Counter[int] = field(default_factory=Counter)
    connections: int = 0
    twice: int = 0
    late: int = 0
    cuts: int = 0
    marks: int = 0
    slowest: float = 0.0

    def acknowledge(self, turn: Turn, move: str, ply: int, seconds: float) -> None:
        """The site has said that it has this move."""
        self.acknowledged.setdefault(turn, set()).add((move, ply))
        self.slowest = max(self.slowest, seconds)

    def see(self, match: Frame) -> None:
        """The site has shown this."""
        sight = Sight(match["id"], match["version"], match["you"])
        self.seen.setdefault(sight, set()).add(digest(match))


def digest(shown: Mapping[str, Any], names: Iterable[str] = SHOWN) -> bytes:
    """The same for the same content."""
    content = msgspec.json.encode([shown[name] for name in names], order="deterministic")
    return hashlib.blake2b(content, digest_size=12).digest()

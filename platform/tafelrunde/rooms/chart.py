"""Scores over time as a picture: where its lines run, and the same as a table. Plain numbers, no markup."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

WIDTH, HEIGHT = 400, 220
LEFT, RIGHT, TOP, BOTTOM = 34, 8, 10, 24
DASHES: Final = ("", "7 3", "2 3", "9 3 2 3", "14 4", "5 2 1 2 1 2")
"""Lines differ in their dashes, too: colour is not the only sign."""
_TICKS: Final = 4


@dataclass(frozen=True, slots=True)
class Curve:
    """A seat's line: `points` for a polyline, and where it ends."""

    name: str
    kind: int
    dash: str
    points: str
    last: int


@dataclass(frozen=True, slots=True)
class Mark:
    """Something written at an axis."""

    at: float
    text: str


@dataclass(frozen=True, slots=True)
class Chart:
    """All that a template needs. A ply is at `left` + ply × `step`."""

    curves: list[Curve]
    heights: list[Mark]
    rounds: list[Mark]
    table: list[tuple[str, Sequence[int]]]
    step: float
    left: int = LEFT
    right: int = WIDTH - RIGHT
    top: int = TOP
    bottom: int = HEIGHT - BOTTOM
    width: int = WIDTH
    height: int = HEIGHT

    def x(self, ply: int) -> float:
        """Where a ply is."""
        return round(self.left + ply * self.step, 2)


def chart(
    scores: Sequence[tuple[int, Sequence[int]]],
    names: Sequence[str],
    parts: Sequence[tuple[int, str]],
    plies: int,
    around: int = 0,
) -> Chart | None:
    """The chart of each seat's scores after plies; `parts` are the first plies of rounds with what they are called.
    The height of `around` is on it in any case.

    None where there is nothing to draw. The table has the scores at the end of each part.
    """
    if len(scores) < 2:
        return None
    values = [value for _ply, row in scores for value in row]
    ticks = _ticks(min(around, *values), max(around + 1, *values))
    low, high = ticks[0], ticks[-1]
    step = (WIDTH - LEFT - RIGHT) / max(1, plies)

    def y(value: int) -> float:
        return round(HEIGHT - BOTTOM - (value - low) / (high - low) * (HEIGHT - TOP - BOTTOM), 2)

    curves = [
        Curve(
            name=name,
            kind=seat % len(DASHES),
            dash=DASHES[seat % len(DASHES)],
            points=" ".join(f"{round(LEFT + ply * step, 2)},{y(row[seat])}" for ply, row in scores),
            last=scores[-1][1][seat],
        )
        for seat, name in enumerate(names)
    ]
    return Chart(
        curves=curves,
        heights=[Mark(y(tick), str(tick)) for tick in ticks],
        rounds=[Mark(round(LEFT + ply * step, 2), text) for ply, text in parts[1:]],
        table=_table(scores, parts),
        step=step,
    )


def _table(
    scores: Sequence[tuple[int, Sequence[int]]], parts: Sequence[tuple[int, str]]
) -> list[tuple[str, Sequence[int]]]:
    if len(parts) < 2:
        return [(str(ply), row) for ply, row in scores]
    ends = [ply for ply, _text in parts[1:]] + [scores[-1][0]]
    by_ply = dict(scores)
    return [(text, by_ply[end]) for (_ply, text), end in zip(parts, ends, strict=True) if end in by_ply]


def _ticks(low: int, high: int) -> list[int]:
    """Round numbers from at most `low` to at least `high`, about `_TICKS` of them."""
    rough = max(1.0, (high - low) / _TICKS)
    power = 10 ** (len(str(int(rough))) - 1)
    step = next(factor * power for factor in (1, 2, 5, 10) if factor * power >= rough)
    first = low // step * step
    return list(range(first, first + (-(-(high - first) // step) + 1) * step, step))

"""What the figures of `/metrics` cost a move, in µs: `python bench/figures.py`, the best of nine rounds."""

from __future__ import annotations

import os
import sys
import timeit
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "platform"), str(ROOT / "games")]
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tafelrunde.settings")
ROUNDS, TIMES = 9, 200_000


def main() -> None:
    """Print it."""
    import django

    django.setup()
    from tafelrunde.matches import measures
    from tafelrunde.matches import position as fold
    from tafelrunde.matches.live import Request
    from tafelrunde.matches.position import Change

    change = Change(fold.MOVE, 1, fold.now(), "take wine", fold.PLAYER)
    live: Any = SimpleNamespace(game=SimpleNamespace(slug="king_lui"))

    def counted() -> None:
        request = Request(change, 3, print, 7)
        measures.judged(request)
        measures.committed(live, request)
        measures.told()

    with_figures, without = best(counted), best(lambda: Request(change, 3, print, 7, 0.0))
    print(
        f"{with_figures - without:.2f} µs a move, of them {4 * best(timeit.default_timer):.2f} for looks at the clock"
    )


def best(work: Callable[[], object]) -> float:
    """µs of one time."""
    return min(timeit.repeat(work, number=TIMES, repeat=ROUNDS)) / TIMES * 1e6


if __name__ == "__main__":
    main()

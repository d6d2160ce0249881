"""``python bench/courtier.py``: how often King Lui's courtier wins, and how much processor time its moves take.

1,000 matches of one courtier against novices at each number of seats, seats drawn; a tie counts as a share.
"""

from __future__ import annotations

import sys
from pathlib import Path
from time import process_time

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "platform"), str(ROOT / "games")]

from king_lui import GAME  # noqa: E402
from king_lui.bots import Courtier, Novice  # noqa: E402
from king_lui.state import TableOptions  # noqa: E402
from tafelrunde.game import Decision  # noqa: E402
from tafelrunde.game.simulation import simulate  # noqa: E402

MATCHES = 1000


class TimedCourtier(Courtier):
    """A courtier with a watch."""

    def __init__(self) -> None:
        self.times: list[float] = []

    def choose(self, decision: Decision) -> str:
        began = process_time()
        move = super().choose(decision)
        self.times.append(process_time() - began)
        return move


def main() -> None:
    for seats in GAME.seats:
        courtier = TimedCourtier()
        record = simulate(GAME, TableOptions(), [courtier, *[Novice()] * (seats - 1)], MATCHES, seed=1)
        times = sorted(courtier.times)
        mean, most = sum(times) / len(times), times[len(times) * 999 // 1000]
        print(
            f"{seats} seats: wins {record.wins[0] / MATCHES:.1%} of {MATCHES} matches, "
            f"a move {mean * 1000:.2f} ms, 999 in 1,000 within {most * 1000:.1f} ms"
        )


if __name__ == "__main__":
    main()

"""``python bench/courtier.py``: how often King Lui's courtier wins, and how much processor time its moves take.

1,000 matches of one courtier against novices at each number of seats, seats drawn; a tie counts as a share.
"""

from __future__ import annotations

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "platform"), str(ROOT / "games"), str(ROOT)]

from bench.watch import Timed  # noqa: E402
from king_lui import GAME  # noqa: E402
from king_lui.bots import Courtier, Novice  # noqa: E402
from king_lui.state import TableOptions  # noqa: E402
from tafelrunde.game.simulation import simulate  # noqa: E402

MATCHES = 1000


def main() -> None:
    for seats in GAME.seats:
        courtier = Timed(Courtier())
        record = simulate(GAME, TableOptions(), [courtier, *[Novice()] * (seats - 1)], MATCHES, seed=1)
        print(f"{seats} seats: wins {record.wins[0] / MATCHES:.1%} of {MATCHES} matches, {courtier}")


if __name__ == "__main__":
    main()

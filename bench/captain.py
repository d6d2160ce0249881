"""``python bench/captain.py``: how often King's Gold's captain wins, and how much processor time its moves take.

1,000 matches of one captain against three who play at random, then against three deckhands, seats drawn; a tie counts
as a share.
"""

from __future__ import annotations

import sys
from pathlib import Path
from time import process_time

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "platform"), str(ROOT / "games")]

from kings_gold import GAME  # noqa: E402
from kings_gold.bots import Captain, Deckhand  # noqa: E402
from tafelrunde.game import AnyMove, Decision, NoOptions  # noqa: E402
from tafelrunde.game.simulation import simulate  # noqa: E402

MATCHES = 1000


class TimedCaptain(Captain):
    """A captain with a watch."""

    def __init__(self) -> None:
        self.times: list[float] = []

    def choose(self, decision: Decision) -> str:
        began = process_time()
        move = super().choose(decision)
        self.times.append(process_time() - began)
        return move


def main() -> None:
    for other in (AnyMove(), Deckhand()):
        captain = TimedCaptain()
        record = simulate(GAME, NoOptions(), [captain, other, other, other], MATCHES, seed=1)
        times = sorted(captain.times)
        mean, most = sum(times) / len(times), times[len(times) * 999 // 1000]
        print(
            f"against three {other.slug}: wins {record.wins[0] / MATCHES:.1%} of {MATCHES} matches, "
            f"a move {mean * 1000:.2f} ms, 999 in 1,000 within {most * 1000:.1f} ms"
        )
    record = simulate(GAME, NoOptions(), [Deckhand(), *[AnyMove()] * 3], MATCHES, seed=1)
    print(f"a deckhand against three {AnyMove.slug}: wins {record.wins[0] / MATCHES:.1%}")


if __name__ == "__main__":
    main()

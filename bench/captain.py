"""``python bench/captain.py``: how often King's Gold's captain wins, and how much processor time its moves take.

1,000 matches of one captain against three who play at random, then against three deckhands, seats drawn; a tie counts
as a share.
"""

from __future__ import annotations

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "platform"), str(ROOT / "games"), str(ROOT)]

from bench.watch import Timed  # noqa: E402
from kings_gold import GAME  # noqa: E402
from kings_gold.bots import Captain, Deckhand  # noqa: E402
from tafelrunde.game import AnyMove, NoOptions  # noqa: E402
from tafelrunde.game.simulation import simulate  # noqa: E402

MATCHES = 1000


def main() -> None:
    for other in (AnyMove(), Deckhand()):
        captain = Timed(Captain())
        record = simulate(GAME, NoOptions(), [captain, other, other, other], MATCHES, seed=1)
        print(f"against three {other.slug}: wins {record.wins[0] / MATCHES:.1%} of {MATCHES} matches, {captain}")
    record = simulate(GAME, NoOptions(), [Deckhand(), *[AnyMove()] * 3], MATCHES, seed=1)
    print(f"a deckhand against three {AnyMove.slug}: wins {record.wins[0] / MATCHES:.1%}")


if __name__ == "__main__":
    main()

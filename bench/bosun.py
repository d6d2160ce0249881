"""``python bench/bosun.py``: how far Skull King's bots are above who plays at random, and how long their moves take.

500 matches of one bot against three that play anything they may, and of one bosun against three deckhands; seats drawn.
"""

from __future__ import annotations

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "platform"), str(ROOT / "games"), str(ROOT)]

from bench.watch import Timed  # noqa: E402
from skull_king import GAME  # noqa: E402
from skull_king.bots import Bosun, Deckhand  # noqa: E402
from tafelrunde.game import AnyMove, NoOptions  # noqa: E402
from tafelrunde.game.simulation import simulate  # noqa: E402

MATCHES = 500


def main() -> None:
    for bot, others in ((Bosun(), AnyMove()), (Deckhand(), AnyMove()), (Bosun(), Deckhand())):
        timed = Timed(bot)
        record = simulate(GAME, NoOptions(), [timed, *[others] * 3], MATCHES, seed=1)
        mine, theirs = record.mean_scores[0], sum(record.mean_scores[1:]) / 3
        print(f"{bot.slug} against {others.slug}: {mine:.0f} points to {theirs:.0f}, {mine - theirs:.0f} more, {timed}")


if __name__ == "__main__":
    main()

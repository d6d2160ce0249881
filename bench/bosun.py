"""``python bench/bosun.py``: how far Skull King's bots are above who plays at random, and how long their moves take.

500 matches of one bot against three that play anything they may, and of one bosun against three deckhands; seats drawn.
"""

from __future__ import annotations

import sys
from pathlib import Path
from time import process_time

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "platform"), str(ROOT / "games")]

from skull_king import GAME  # noqa: E402
from skull_king.bots import Bosun, Deckhand  # noqa: E402
from tafelrunde.game import AnyMove, Bot, Decision, NoOptions  # noqa: E402
from tafelrunde.game.simulation import simulate  # noqa: E402

MATCHES = 500


class Timed(Bot):
    """A bot with a watch."""

    def __init__(self, bot: Bot) -> None:
        self.bot = bot
        self.times: list[float] = []

    def choose(self, decision: Decision) -> str:
        began = process_time()
        move = self.bot.choose(decision)
        self.times.append(process_time() - began)
        return move


def main() -> None:
    for bot, others in ((Bosun(), AnyMove()), (Deckhand(), AnyMove()), (Bosun(), Deckhand())):
        timed = Timed(bot)
        record = simulate(GAME, NoOptions(), [timed, *[others] * 3], MATCHES, seed=1)
        times = sorted(timed.times)
        mean, most = sum(times) / len(times), times[len(times) * 999 // 1000]
        mine, theirs = record.mean_scores[0], sum(record.mean_scores[1:]) / 3
        print(
            f"{bot.slug} against {others.slug}: {mine:.0f} points to {theirs:.0f}, {mine - theirs:.0f} more, "
            f"a move {mean * 1000:.2f} ms, 999 in 1,000 within {most * 1000:.1f} ms"
        )


if __name__ == "__main__":
    main()

"""``python bench/sage.py GAME [MATCHES] [SECONDS]``: how well the sage plays against a game's own first bot.

Two sages and two of the game's first bot at four seats, drawn; every deal is played twice, the second time with the
sages where the others sat. A sage has SECONDS (default 0.1) of processor time for a move, however busy the machine is.
GAME is a package with a ``GAME``. A tie counts as a share; the bounds are those of a bootstrap over the deals.
"""

from __future__ import annotations

import hashlib
import random
import sys
from collections.abc import Sequence
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from statistics import fmean
from time import process_time
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "platform"), str(ROOT / "games")]

from tafelrunde.game import Bot, Decision, Game  # noqa: E402
from tafelrunde.game.sage import SECONDS, Sage  # noqa: E402
from tafelrunde.game.simulation import play_match  # noqa: E402

TOLD_EVERY, BOOTSTRAPS = 20, 1000


class MeasuredSage(Sage):
    """A sage with as much processor time as it is given, and a watch."""

    def __init__(self, game: Game[Any, Any], seconds: float) -> None:
        super().__init__(game, clock=process_time)
        self.seconds, self.times = seconds, [0.0]

    def choose(self, decision: Decision) -> str:
        began = process_time()
        move = super().choose(replace(decision, seconds=self.seconds))
        if len(decision.moves) > 1:
            self.times.append(process_time() - began)
        return move


def main() -> None:
    game: Game[Any, Any] = import_module(sys.argv[1]).GAME
    matches = int(sys.argv[2]) if len(sys.argv) > 2 else 400
    sage = MeasuredSage(game, float(sys.argv[3]) if len(sys.argv) > 3 else SECONDS)
    own = game.bots()[0]
    shares, ahead = list[float](), list[float]()
    for deal in range(matches // 2):
        played = [_play(game, bots, deal) for bots in ([sage, sage, own, own], [own, own, sage, sage])]
        shares.append(fmean(share for share, _ in played))
        ahead.append(fmean(points for _, points in played))
        if len(shares) * 2 % TOLD_EVERY == 0:
            times = sorted(sage.times)
            print(
                f"{2 * len(shares)} matches, share {_told(shares, 100)} %, ahead by {_told(ahead, 1)} points, "
                f"a move {1000 * fmean(times):.0f} ms, at most {1000 * times[-1]:.0f} ms",
                flush=True,
            )


def _play(game: Game[Any, Any], bots: Sequence[Bot], deal: int) -> tuple[float, float]:
    """The sages' share of the win, and how far they are ahead of the others, a seat each."""
    played = play_match(game, game.Options(), bots, hashlib.sha256(f"sage {deal}".encode("ascii")).digest())
    sages = [seat for bot, seat in zip(bots, played.seats, strict=True) if isinstance(bot, Sage)]
    scores, winners = played.result.scores, played.result.winners
    own = fmean(scores[seat] for seat in sages)
    others = fmean(score for seat, score in enumerate(scores) if seat not in sages)
    return sum(seat in sages for seat in winners) / len(winners), own - others


def _told(values: Sequence[float], times: int) -> str:
    """The mean, and between what it is with 95 % confidence."""
    lot = random.Random(1)
    means = sorted(fmean(lot.choices(values, k=len(values))) for _ in range(BOOTSTRAPS))
    low, high = (means[int(len(means) * part)] for part in (0.025, 0.975))
    return f"{times * fmean(values):.1f} ({times * low:.1f} to {times * high:.1f})"


if __name__ == "__main__":
    main()

"""Looks for the deal of King Lui's first steps: ``python tests/games/king_lui/find_a_deal.py``, in a moment.

What it looks for is what `king_lui.first_steps` tells: a dish to be taken of which the king soon has as much, another
that somebody else eats and the king has, too, a dragon in the third round, and one in the kitchen in the fourth.
"""

from __future__ import annotations

import hashlib
import itertools
import sys
from collections import Counter
from collections.abc import Iterator, Sequence

from king_lui.notation import CARDS
from tafelrunde.game import Chance


def seeds() -> Iterator[bytes]:
    """Seeds without end, the same ones each time."""
    return (hashlib.sha256(b"first steps %d" % n).digest() for n in itertools.count())


def fits(cards: Sequence[str]) -> bool:
    """Is this a deal that can be told of? The card between the second and the third round is fetched by the learner."""
    if cards[25] != "dragon" or "dragon" in cards[:13] or "dragon" in cards[19:25] or cards[13:19].count("dragon") != 1:
        return False
    first, second, third = Counter(cards[0:6]), Counter(cards[6:12]), Counter(cards[13:19])
    if len(first) < 4 or len(second) < 4 or len(third) < 4:
        return False
    own = [dish for dish in first if first[dish] >= 2 and second[dish] == first[dish]]
    others = [dish for dish in first if first[dish] == second[dish] and not third[dish]]
    return any(one != other and cards[12] not in (one, other) for one in own for other in others)


if __name__ == "__main__":
    for seed in seeds():
        cards = Chance(seed, 0).shuffle(CARDS)
        if fits(cards):
            sys.stdout.write(f"{seed.hex()}\n{' '.join(cards[:26])}\n")
            break

"""``python bench/rules.py``: moves per second of King Lui's rules, beside the same rules as plain mutable Python.

Random matches of four in one process. Counted are `moves()` for the seat to move, the random choice out of it, and
`play()`; not the shuffles. Other programs share the machine, so the best of many short rounds is the measure.
"""

from __future__ import annotations

import sys
from pathlib import Path
from random import Random
from time import perf_counter

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "platform"), str(ROOT / "games"), str(ROOT)]

from bench.plain_king_lui import PlainKingLui  # noqa: E402
from king_lui import GAME  # noqa: E402
from king_lui.notation import CARDS  # noqa: E402
from king_lui.state import TableOptions  # noqa: E402
from tafelrunde.game import Chance  # noqa: E402

SEATS = 4
MATCHES = 100
ROUNDS = 25


def game_speed(seed: int) -> float:
    """Moves per second of the game as the platform plays it."""
    random, moves, play, moved = Random(seed).random, GAME.moves, GAME.play, 0
    chances = [Chance(bytes([seed, n % 256, n // 256]), 0) for n in range(MATCHES)]
    states = [GAME.setup(SEATS, TableOptions(), chance) for chance in chances]
    chance = chances[0]
    began = perf_counter()
    for state in states:
        while (seat := state.active) is not None:
            legal = moves(state, seat)
            state = play(state, seat, legal[int(random() * len(legal))], chance)
            moved += 1
    return moved / (perf_counter() - began)


def plain_speed(seed: int) -> float:
    """Moves per second of the plain mutable rules."""
    random, moved = Random(seed).random, 0
    matches = [PlainKingLui(SEATS, Chance(bytes([seed, n % 256, n // 256]), 0).shuffle(CARDS)) for n in range(MATCHES)]
    began = perf_counter()
    for match in matches:
        while legal := match.moves():
            match.play(legal[int(random() * len(legal))])
            moved += 1
    return moved / (perf_counter() - began)


def main() -> None:
    game_speed(0), plain_speed(0)  # to warm up
    # In turns, so that what else the machine does falls on both.
    speeds = [(game_speed(seed), plain_speed(seed)) for seed in range(1, ROUNDS + 1)]
    game, plain = map(max, zip(*speeds, strict=True))
    print(f"King Lui      {game:9,.0f} moves/s")
    print(f"plain mutable {plain:9,.0f} moves/s")
    print(f"ratio         {game / plain:9.2f}")


if __name__ == "__main__":
    main()

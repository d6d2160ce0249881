"""``python bench/rules.py``: moves per second of the games' rules; King Lui's beside the same as plain mutable Python.

Random matches of four in one process. Counted are `moves()` for the seat to move, the random choice out of it, and
`play()`; not the shuffles. Where dice are rolled the chance of each ply is counted too, as the platform makes it. Other
programs share the machine, so the best of many short rounds is the measure.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "platform"), str(ROOT / "games"), str(ROOT)]

from bench.plain_king_lui import PlainKingLui  # noqa: E402
from king_lui import GAME  # noqa: E402
from king_lui.notation import CARDS  # noqa: E402
from king_lui.state import TableOptions  # noqa: E402
from kings_gold import GAME as KINGS_GOLD  # noqa: E402
from skull_king import GAME as SKULL_KING  # noqa: E402
from skull_king.notation import CARDS as PIRATES  # noqa: E402
from tafelrunde.game import Chance, NoOptions  # noqa: E402

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


def dice_speed(seed: int) -> float:
    """Moves per second of King's Gold, each with the chance of its ply."""
    random, moves, play, moved = Random(seed).random, KINGS_GOLD.moves, KINGS_GOLD.play, 0
    seeds = [bytes([seed, n] * 16) for n in range(MATCHES // 2)]
    states = [KINGS_GOLD.setup(SEATS, NoOptions(), Chance(key, 0)) for key in seeds]
    began = perf_counter()
    for key, state in zip(seeds, states, strict=True):
        ply = 0
        while (seat := state.active) is not None:
            legal = moves(state, seat)
            ply += 1
            state = play(state, seat, legal[int(random() * len(legal))], Chance(key, ply))
        moved += ply
    return moved / (perf_counter() - began)


class Shuffled(Chance):
    """The ten deals of a match, shuffled beforehand."""

    def __init__(self, seed: bytes) -> None:
        super().__init__(seed, 0)
        self.orders = [super(Shuffled, self).shuffle(PIRATES) for _ in range(10)]

    def shuffle(self, items: Iterable[Any]) -> tuple[Any, ...]:
        return self.orders.pop()


def trick_speed(seed: int) -> float:
    """Moves per second of Skull King; fewer matches, since they are long."""
    random, moves, play, moved = Random(seed).random, SKULL_KING.moves, SKULL_KING.play, 0
    chances = [Shuffled(bytes([seed, n])) for n in range(MATCHES // 5)]
    matches = [(SKULL_KING.setup(SEATS, NoOptions(), chance), chance) for chance in chances]
    began = perf_counter()
    for state, chance in matches:
        while state.acting:
            seat = state.acting[0]
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
    game_speed(0), plain_speed(0), dice_speed(0), trick_speed(0)  # to warm up
    # In turns, so that what else the machine does falls on all.
    measured = (game_speed, plain_speed, dice_speed, trick_speed)
    speeds = [[speed(seed) for speed in measured] for seed in range(1, ROUNDS + 1)]
    game, plain, dice, tricks = map(max, zip(*speeds, strict=True))
    print(f"King Lui      {game:9,.0f} moves/s")
    print(f"plain mutable {plain:9,.0f} moves/s")
    print(f"ratio         {game / plain:9.2f}")
    print(f"King's Gold   {dice:9,.0f} moves/s")
    print(f"Skull King    {tricks:9,.0f} moves/s")


if __name__ == "__main__":
    main()

"""Matches of bots against each other, for measuring them: the same seed gives the same matches."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from .chance import Chance
from .interface import Bot, Decision, Game
from .result import Result

BOTS_PLY = 1 << 32
"""Far above every ply of a match: chance beside the match's own, for the seats' draw, the bots and their samples."""


@dataclass(frozen=True, slots=True)
class Record:
    """What became of each bot over all matches, in the order in which the bots were given. A tie counts as a share."""

    wins: tuple[float, ...]
    mean_scores: tuple[float, ...]
    matches: int
    moves: int
    seconds: float


@dataclass(frozen=True, slots=True)
class Played:
    """One match: its result, the seat each bot had, and how many moves it took."""

    result: Result
    seats: tuple[int, ...]
    moves: int


def simulate(game: Game[Any, Any], options: Any, bots: Sequence[Bot], matches: int, seed: int) -> Record:
    """Play matches with a bot for each seat, seats drawn anew each time."""
    wins, scores, moves = [0.0] * len(bots), [0] * len(bots), 0
    began = time.perf_counter()
    for number in range(matches):
        played = play_match(game, options, bots, hashlib.sha256(f"{seed}:{number}".encode("ascii")).digest())
        moves += played.moves
        for bot, seat in enumerate(played.seats):
            scores[bot] += played.result.scores[seat]
            if seat in played.result.winners:
                wins[bot] += 1 / len(played.result.winners)
    seconds = time.perf_counter() - began
    means = tuple(score / matches for score in scores)
    return Record(tuple(wins), means, matches, moves, seconds)


def play_match(game: Game[Any, Any], options: Any, bots: Sequence[Bot], seed: bytes) -> Played:
    """Play one match; where several seats are to move at once, the lowest goes first."""
    aside = Chance(seed, BOTS_PLY)
    seats = aside.shuffle(range(len(bots)))
    sitting = {seat: bot for bot, seat in zip(bots, seats, strict=True)}
    state, ply = game.setup(len(bots), options, Chance(seed, 0)), 0
    while (result := game.result(state)) is None:
        seat, moves = next((seat, moves) for seat in sorted(sitting) if (moves := game.moves(state, seat)))
        move = sitting[seat].choose(_decision(game, state, seat, moves, aside, len(bots)))
        if move not in moves:
            raise ValueError(f"{sitting[seat].slug} played {move!r}, which it may not")
        ply += 1
        state = game.play(state, seat, move, Chance(seed, ply))
    return Played(result, seats, ply)


def _decision(
    game: Game[Any, Any], state: Any, seat: int, moves: Sequence[str], chance: Chance, seats: int
) -> Decision:
    def sample() -> Any:
        return game.resample(state, seat, chance)

    view = game.view(state, seat)
    return Decision(seat=seat, view=view, moves=moves, chance=chance, sample=sample, seats=seats)

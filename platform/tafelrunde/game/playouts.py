"""Matches played on in thought: what becomes of a move in a state that might be the true one."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple

from .chance import Chance
from .interface import AnyMove, Bot, Decision, Game
from .result import Result

AHEAD: Final = 8
"""Plies that are played on at least, where a game keeps scores that all may know; without them, to the end."""
LONGEST: Final = 1000
"""Plies after which a match in thought is left as it stands."""


class Worth(NamedTuple):
    """What a seat has at the end: its share of the win, and by how much it is ahead of the best of the others.

    There is no share where the match was left before its end: who is ahead in the middle has won nothing.
    """

    share: float | None
    margin: float


class Imagined(Chance):
    """Chance for thinking: several times as fast as a match's own, and just as repeatable."""

    __slots__ = ("_random",)

    def __init__(self, seed: int) -> None:
        super().__init__(b"", 0)
        self._random: Callable[[], float] = random.Random(seed).random  # noqa: S311  nothing is kept secret by it

    def below(self, bound: int) -> int:
        return int(self._random() * bound)


class Playouts:
    """Plays on from states of one game, each seat as the `guide` would."""

    def __init__(self, game: Game[Any, Any], guide: Bot) -> None:
        self._game, self._guide = game, guide
        self._by_lot = isinstance(guide, AnyMove)

    def worth(
        self, state: Any, seats: int, seat: int, move: str, seed: int, late: Callable[[], bool] = lambda: False
    ) -> Worth | None:
        """What the seat has in the end if it plays the move now; None where it is too late before that is known.

        The same seed gives the same luck to every move.
        """
        game, chance = self._game, Imagined(seed)
        before = game.scores(state) if scores_tell(game) else None
        state, mover = game.play(state, seat, move, chance), seat
        for ply in range(1, LONGEST):
            result = game.result(state)
            if result is not None:
                return _worth(seat, result)
            if late():
                return None
            if before is not None and ply >= AHEAD and (now := game.scores(state)) != before:
                return _left(seat, now or before)
            mover, moves = _next_to_move(game, state, seats, mover)
            state = game.play(state, mover, self._choose(state, mover, moves, chance), chance)
        return _left(seat, game.open_scores(state) or (0,) * seats)

    def _choose(self, state: Any, seat: int, moves: Sequence[str], chance: Chance) -> str:
        if len(moves) == 1:
            return moves[0]
        if self._by_lot:
            return chance.pick(moves)
        game = self._game
        decision = Decision(
            seat, game.view(state, seat), moves, chance, lambda: game.resample(state, seat, chance), 0.0
        )
        move = self._guide.choose(decision)
        return move if move in moves else moves[0]


def scores_tell(game: Game[Any, Any]) -> bool:
    """Does this game keep public scores of which more are better? Found out once, in a match by lot."""
    rules = type(game), game.ruleset  # not the game itself: a thinker is sent it anew with every question
    if rules not in _told:
        _told[rules] = _find_out(game)
    return _told[rules]


_told: Final[dict[tuple[type[Game[Any, Any]], str], bool]] = {}


def _find_out(game: Game[Any, Any]) -> bool:
    seats, chance = max(game.seats), Imagined(1)
    state, mover, told = game.setup(seats, game.Options(), chance), 0, False
    for _ply in range(LONGEST):
        result = game.result(state)
        if result is not None:
            return told and result.ranks == Result.by_score(result.scores).ranks
        told = told or game.scores(state) is not None
        mover, moves = _next_to_move(game, state, seats, mover)
        state = game.play(state, mover, chance.pick(moves), chance)
    return False


def _next_to_move(game: Game[Any, Any], state: Any, seats: int, last: int) -> tuple[int, Sequence[str]]:
    """Somebody who is to move: whoever comes first behind the last one."""
    for step in range(1, seats + 1):
        seat = (last + step) % seats
        if moves := game.moves(state, seat):
            return seat, moves
    raise ValueError(f"{game.slug} has nobody to move, and no result")


def _worth(seat: int, result: Result) -> Worth:
    share = 1 / len(result.winners) if seat in result.winners else 0.0
    if result.ranks == Result.by_score(result.scores).ranks:
        return Worth(share, _margin(seat, result.scores))
    return Worth(share, -result.ranks[seat])


def _left(seat: int, scores: Sequence[int]) -> Worth:
    return Worth(None, _margin(seat, scores))


def _margin(seat: int, scores: Sequence[int]) -> int:
    return scores[seat] - max((score for other, score in enumerate(scores) if other != seat), default=0)

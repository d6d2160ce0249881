"""A position: the fold of a match's log up to a version. Immutable; `after` gives the next one."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from tafelrunde.game import Chance, Result
from tafelrunde.games import AnyGame

MOVE, ABSENT, BACK, LEFT, ABORTED = "move", "absent", "back", "left", "aborted"
PLAYER, BOT, CLOCK, PREMOVE = "player", "bot", "clock", "premove"

NOBODY: Final = frozenset[int]()


def now() -> float:
    """Now, in seconds since 1970, to the millisecond: a time that the log gives back unchanged."""
    return int(time.time() * 1000) / 1000


@dataclass(frozen=True, slots=True)
class Change:
    """What a log entry says: a move, or what happened to a seat. `at` is seconds since 1970."""

    kind: str
    seat: int
    at: float
    move: str = ""
    by: str = ""


@dataclass(frozen=True, slots=True)
class Position:
    """Where a match stands.

    `legal` holds each seat's moves, `turns` the number each has made, `since` when its decision became its own, in
    seconds since 1970. A bot plays for the seats in `absent` and `left`; who has left is no longer sitting there.
    """

    version: int
    ply: int
    state: Any
    legal: tuple[Sequence[str], ...]
    turns: tuple[int, ...]
    since: tuple[float, ...]
    result: Result | None
    mover: int | None = None
    absent: frozenset[int] = NOBODY
    left: frozenset[int] = NOBODY
    aborted: bool = False
    to_move: tuple[int, ...] = field(default=())

    @property
    def over(self) -> bool:
        """Is nothing to be played any more?"""
        return self.result is not None or self.aborted


def begin(game: AnyGame, seats: int, options: Any, seed: bytes, at: float) -> Position:
    """The position before the first move."""
    state = game.setup(seats, options, Chance(seed, 0))
    legal = tuple(game.moves(state, seat) for seat in range(seats))
    return Position(
        version=0,
        ply=0,
        state=state,
        legal=legal,
        turns=(0,) * seats,
        since=(at,) * seats,
        result=game.result(state),
        to_move=_to_move(legal),
    )


def after(game: AnyGame, seed: bytes, position: Position, change: Change) -> Position:
    """The next position. A move must be one of the seat's legal moves."""
    if change.kind == MOVE:
        return _after_move(game, seed, position, change)
    absent, left = position.absent - {change.seat}, position.left - {change.seat}
    if change.kind == ABSENT:
        absent |= {change.seat}
    elif change.kind == LEFT:
        left |= {change.seat}
    aborted = position.aborted or change.kind == ABORTED
    legal = tuple(() for _ in position.legal) if aborted else position.legal
    return Position(
        version=position.version + 1,
        ply=position.ply,
        state=position.state,
        legal=legal,
        turns=position.turns,
        since=tuple(change.at if seat == change.seat else at for seat, at in enumerate(position.since)),
        result=position.result,
        mover=position.mover,
        absent=absent,
        left=left,
        aborted=aborted,
        to_move=_to_move(legal),
    )


def _after_move(game: AnyGame, seed: bytes, position: Position, change: Change) -> Position:
    mover, ply = change.seat, position.ply + 1
    state = game.play(position.state, mover, change.move, Chance(seed, ply))
    legal = tuple([game.moves(state, seat) for seat in range(len(position.legal))])
    turns, since = list(position.turns), list(position.since)
    turns[mover] += 1
    for seat, moves in enumerate(legal):
        if moves and (seat == mover or not position.legal[seat]):
            since[seat] = change.at
    return Position(
        version=position.version + 1,
        ply=ply,
        state=state,
        legal=legal,
        turns=tuple(turns),
        since=tuple(since),
        result=game.result(state),
        mover=mover,
        absent=position.absent,
        left=position.left,
        to_move=_to_move(legal),
    )


def _to_move(legal: tuple[Sequence[str], ...]) -> tuple[int, ...]:
    return tuple([seat for seat, moves in enumerate(legal) if moves])

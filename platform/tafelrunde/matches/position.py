"""A position: the fold of a match's log up to a version. Immutable; `after` gives the next one."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

import msgspec
from msgspec import structs

from tafelrunde.accounts.names import called
from tafelrunde.game import Chance, Result
from tafelrunde.games import AnyGame

MOVE, ABSENT, BACK, LEFT, REPLACED, ABORTED, ADJUDICATED, RESUMED = (
    "move",
    "absent",
    "back",
    "left",
    "replaced",
    "aborted",
    "adjudicated",
    "resumed",
)
PLAYER, BOT, CLOCK, PREMOVE = "player", "bot", "clock", "premove"

NOBODY: Final = frozenset[int]()
NO_SEAT: Final = -1


def now() -> float:
    """Now, in seconds since 1970, to the millisecond: a time that the log gives back unchanged."""
    return int(time.time() * 1000) / 1000


@dataclass(frozen=True, slots=True)
class Sitter:
    """Who sits at a seat: a player, or a bot of the game by its slug."""

    player: int | None
    bot: str
    name: str

    @property
    def called(self) -> str:
        """The name as it is shown, in the language that is active now."""
        return called(self.name)


class Change(msgspec.Struct, frozen=True):
    """What a log entry says: a move, or what happened to a seat or the match. `at` is seconds since 1970.

    `sitter` is who sits there from a replacement on; of an adjudication, `move` names the winning seats.
    """

    kind: str
    seat: int
    at: float
    move: str = ""
    by: str = ""
    sitter: Sitter | None = None


class Position(msgspec.Struct, frozen=True):
    """Where a match stands.

    `legal` holds each seat's moves, `turns` the number each has made, `since` when its decision became its own, in
    seconds since 1970, `clocked` how often in a row its time has run out. A bot plays for the seats in `absent` and
    `left`; who has left is no longer sitting there. `result` is that of the game, or what an admin has `decided`.
    `cast` is who sat there when the last move was made: of them its story tells.
    """

    version: int
    ply: int
    state: Any
    sitters: tuple[Sitter, ...]
    legal: tuple[Sequence[str], ...]
    turns: tuple[int, ...]
    since: tuple[float, ...]
    clocked: tuple[int, ...]
    result: Result | None
    mover: int | None = None
    absent: frozenset[int] = NOBODY
    left: frozenset[int] = NOBODY
    aborted: bool = False
    decided: bool = False
    cast: tuple[Sitter, ...] = ()
    to_move: tuple[int, ...] = ()

    @property
    def over(self) -> bool:
        """Is nothing to be played any more?"""
        return self.result is not None or self.aborted

    @property
    def played_out(self) -> bool:
        """Has it come to its end by moves alone?"""
        return self.over and not self.aborted and not self.decided

    @property
    def away(self) -> frozenset[int]:
        """The seats of people for whom a bot plays."""
        return self.absent | self.left

    def bot_plays(self, seat: int) -> bool:
        """Does a bot play this seat, by birth or for somebody who is away?"""
        return bool(self.sitters[seat].bot) or seat in self.absent or seat in self.left

    def seat_of(self, player: int | None) -> int | None:
        """The seat of a player, also of one who has left; None without one."""
        if player is not None:
            for seat, sitter in enumerate(self.sitters):
                if sitter.player == player:
                    return seat
        return None


def begin(game: AnyGame, sitters: Sequence[Sitter], options: Any, seed: bytes, at: float) -> Position:
    """The position before the first move."""
    seats = range(len(sitters))
    state = game.setup(len(sitters), options, Chance(seed, 0))
    legal = tuple(game.moves(state, seat) for seat in seats)
    return Position(
        version=0,
        ply=0,
        state=state,
        sitters=tuple(sitters),
        legal=legal,
        turns=(0,) * len(sitters),
        since=(at,) * len(sitters),
        clocked=(0,) * len(sitters),
        result=game.result(state),
        to_move=_to_move(legal),
    )


def after(game: AnyGame, seed: bytes, position: Position, change: Change) -> Position:
    """The next position. A move must be one of the seat's legal moves."""
    if change.kind == MOVE:
        return _after_move(game, seed, position, change)
    following = structs.replace(position, version=position.version + 1)
    if change.kind in {ABORTED, ADJUDICATED}:
        return _after_the_end(game, following, change)
    if change.kind == RESUMED:
        since = tuple(change.at if seat in following.to_move else at for seat, at in enumerate(following.since))
        return structs.replace(following, since=since)
    return _after_seat(following, change)


def renamed(position: Position, player: int, name: str) -> Position:
    """The same position, in which a player has another name."""

    def among(sitters: tuple[Sitter, ...]) -> tuple[Sitter, ...]:
        return tuple(replace(sitter, name=name) if sitter.player == player else sitter for sitter in sitters)

    return structs.replace(position, sitters=among(position.sitters), cast=among(position.cast))


def _after_move(game: AnyGame, seed: bytes, position: Position, change: Change) -> Position:
    mover, ply = change.seat, position.ply + 1
    state = game.play(position.state, mover, change.move, Chance(seed, ply))
    legal = tuple([game.moves(state, seat) for seat in range(len(position.legal))])
    turns, since, clocked = list(position.turns), list(position.since), position.clocked
    turns[mover] += 1
    if change.by == CLOCK or clocked[mover]:
        clocked = _at(clocked, mover, clocked[mover] + 1 if change.by == CLOCK else 0)
    for seat, moves in enumerate(legal):
        if moves and (seat == mover or not position.legal[seat]):
            since[seat] = change.at
    return Position(
        version=position.version + 1,
        ply=ply,
        state=state,
        sitters=position.sitters,
        legal=legal,
        turns=tuple(turns),
        since=tuple(since),
        clocked=clocked,
        result=game.result(state),
        mover=mover,
        cast=position.sitters,
        absent=position.absent,
        left=position.left,
        to_move=_to_move(legal),
    )


def _after_seat(position: Position, change: Change) -> Position:
    seat, here = change.seat, frozenset((change.seat,))
    sitters = position.sitters
    if change.kind == REPLACED:
        assert change.sitter is not None
        sitters = tuple(change.sitter if n == seat else sitter for n, sitter in enumerate(sitters))
    return structs.replace(
        position,
        sitters=sitters,
        since=tuple(change.at if n == seat else at for n, at in enumerate(position.since)),
        clocked=_at(position.clocked, seat, 0),
        absent=position.absent | here if change.kind == ABSENT else position.absent - here,
        left=position.left | here if change.kind == LEFT else position.left - here,
    )


def _after_the_end(game: AnyGame, position: Position, change: Change) -> Position:
    result = _decided(game, position, change) if change.kind == ADJUDICATED else None
    return structs.replace(
        position,
        legal=tuple(() for _ in position.legal),
        to_move=(),
        result=result,
        aborted=change.kind == ABORTED,
        decided=change.kind == ADJUDICATED,
    )


def _decided(game: AnyGame, position: Position, change: Change) -> Result:
    """The result that an admin has given: the winners share rank 1, all others the rank behind them."""
    winners = tuple(int(seat) for seat in change.move.split())
    seats = range(len(position.sitters))
    scores = game.scores(position.state) or [int(seat in winners) for seat in seats]
    ranks = tuple(1 if seat in winners else 1 + len(winners) for seat in seats)
    return Result(tuple(scores), ranks, winners, {"adjudicated": True})


def _at(counts: tuple[int, ...], seat: int, count: int) -> tuple[int, ...]:
    return tuple(count if n == seat else old for n, old in enumerate(counts))


def _to_move(legal: tuple[Sequence[str], ...]) -> tuple[int, ...]:
    return tuple([seat for seat, moves in enumerate(legal) if moves])

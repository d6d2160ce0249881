"""What the log is asked to write."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tafelrunde.ratings.apply import Standings

from .turns import Turns


@dataclass(frozen=True, slots=True)
class Append:
    """An entry to commit, with the match's next deadline, or, at its end, the result; times in seconds since 1970.

    `turns` says for whom a daily match waits from now on. `standings` are those of a match that ends and is rated,
    `winners` the names of who has won one that was played to its end. Of a game with `marks`, `unmark` says that the
    seat's mark goes with this entry, and `unknown` which seats are due at once if they turn out to have one (see
    `marks.py`).
    """

    match: int
    version: int
    kind: str
    ply: int
    seat: int
    turn: int | None
    move: str
    by: str
    at: float
    due: float | None
    status: str | None = None
    result: dict[str, Any] | None = None
    player: int | None = None
    standings: Standings | None = None
    turns: Turns | None = None
    winners: tuple[str, ...] = ()
    marks: bool = False
    unmark: bool = False
    unknown: tuple[tuple[int, int], ...] = ()

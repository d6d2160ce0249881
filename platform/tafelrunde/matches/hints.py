"""What processes tell each other of their matches: how far each is, and the move that has brought it there.

A hint is told after the commit, so whoever knows all before that move need not read it. Whatever else it may be (late,
doubled, one of a gap, no move at all) sends its hearer to the log.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tafelrunde.live import bus

from . import position as fold
from .live import LiveMatch
from .position import Change

Hint = list[Any]


def tell_others(moved: Sequence[tuple[LiveMatch, Change]]) -> None:
    """Tell the other processes what has just been committed; on the loop.

    An end concerns also those who do not have the match: their lobbies say that nothing is played there any more.
    """
    if not bus.has_others():
        return
    bus.tell_others("matches", moved=[_hint(live, change) for live, change in moved])
    for live, _change in moved:
        if live.position.over:
            bus.tell_others("ended", place=live.place)


def _hint(live: LiveMatch, change: Change) -> Hint:
    position = live.position
    if change.kind != fold.MOVE or position.over:  # those bring more along: who sits there now, ratings, a result
        return [live.id, position.version]
    return [live.id, position.version, change.seat, change.at, change.move, change.by]


def told(live: LiveMatch, version: int, move: Hint) -> Change | None:
    """The move of a hint, where it is the very next that this process can follow; else None."""
    if not move or live.in_flight is not None or live.stale or version != live.position.version + 1:
        return None
    seat, at, text, by = move
    return Change(fold.MOVE, seat, at, text, by)

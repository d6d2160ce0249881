"""What is written of a change: its entry, and what else belongs into the same transaction."""

from __future__ import annotations

from typing import Final

from . import position as fold
from .append import Append
from .due import next_due
from .live import LiveMatch
from .marks import standing, unknown
from .models import Match
from .position import Change, Position
from .standings import standings
from .turns import waiting_for

_UNSEATING: Final = (fold.ABSENT, fold.LEFT, fold.REPLACED)


def entry(live: LiveMatch, change: Change, position: Position, turn: int | None = None) -> Append:
    """The entry of a change that leads to this position."""
    return Append(
        match=live.id,
        version=position.version,
        kind=change.kind,
        ply=position.ply,
        seat=change.seat,
        turn=turn,
        move=change.move,
        by=change.by,
        at=change.at,
        due=next_due(live, position),
        player=change.sitter.player if change.sitter else None,
        status=status_of(position),
        result=position.result.as_json() if position.result else None,
        winners=_winners(position),
        standings=standings(live, position, change),
        turns=waiting_for(live, position),
        marks=live.marks is not None,
        unmark=_unmarks(live, change),
        unknown=unknown(live.marks, position),
    )


def status_of(position: Position) -> str | None:
    """What the match is from now on, if this is its end."""
    if position.aborted:
        return Match.Status.ABORTED
    return Match.Status.OVER if position.over else None


def _winners(position: Position) -> tuple[str, ...]:
    if position.result is None or not position.played_out:
        return ()
    return tuple(position.sitters[seat].name for seat in position.result.winners)


def _unmarks(live: LiveMatch, change: Change) -> bool:
    """Has the seat's mark come to nothing: its player moves by hand, or a bot or somebody else plays from now on?"""
    if live.marks is None:
        return False
    if change.kind == fold.MOVE:
        return standing(live.marks, live.position, change.seat) is not None
    return change.kind in _UNSEATING

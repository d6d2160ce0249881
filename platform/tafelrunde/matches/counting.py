"""What the statistics of a game have counted in a match that was played to its end.

Asked once, in front of the last entry's commit, and again by `manage.py rerate`: of log and last state alone. A bug in
it costs a player the counts of one match, which rerating makes up for, and nobody the end.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence

from tafelrunde.game import Logged
from tafelrunde.ratings.rating import Counts

from . import faults
from .live import LiveMatch
from .position import Change, Position

log = logging.getLogger(__name__)


def counted(live: LiveMatch, position: Position, last: Change, players: Mapping[int, int]) -> Mapping[int, Counts]:
    """What was counted of these players, who are given by seat; of a match that an admin has decided, nothing."""
    if not position.played_out:
        return {}
    try:
        by_seat = live.game.statistics(logged(live, position, last), position.state) if live.game.counted() else ()
        return {player: dict(by_seat[seat]) for seat, player in players.items()} if by_seat else {}
    except Exception as error:  # noqa: BLE001  it is reported
        faults.report(log, error, "match %s: its statistics cannot be counted", live.id)
        return {}


def logged(live: LiveMatch, position: Position, last: Change) -> Sequence[Logged]:
    """All moves that have led to this position, which is the live match's own or, by its `last` one, the next."""
    moves = [Logged(ply, seat, move) for seat, played in enumerate(live.played) for ply, move in played]
    moves.sort(key=lambda move: move.ply)
    if position.ply > live.position.ply:
        moves.append(Logged(position.ply, last.seat, last.move))
    return moves

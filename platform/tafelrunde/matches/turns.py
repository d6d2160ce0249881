"""Whose turn it is in daily matches: rows beside the log, for who is away, and for mails.

They are written in the transaction of the entry that makes it somebody's turn, or nobody's; live matches have none.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable
from typing import TYPE_CHECKING

from tafelrunde.live import bus

from .models import Turn
from .position import Position

if TYPE_CHECKING:
    from .live import LiveMatch

Turns = tuple[tuple[int, float], ...]
"""Players who are to move, each with since when, in seconds since 1970."""


def waiting_for(live: LiveMatch, position: Position) -> Turns | None:
    """For whom the match waits from this position on; None where it is not a daily one."""
    if not live.daily:
        return None
    if position.over:
        return ()
    seats = [seat for seat in position.to_move if not position.bot_plays(seat)]
    players = [(position.sitters[seat].player, position.since[seat]) for seat in seats]
    return tuple((player, since) for player, since in players if player is not None)


def settle(match: int, turns: Turns) -> None:
    """Keep exactly these; in the transaction of the entry that makes it so. A turn that lasts keeps its row."""
    wanted = {player: dt.datetime.fromtimestamp(since, dt.UTC) for player, since in turns}
    lasting = set()
    for row in Turn.objects.filter(match=match):
        if wanted.get(row.player_id) == row.since:
            lasting.add(row.player_id)
        else:
            row.delete()
    new = [(player, since) for player, since in wanted.items() if player not in lasting]
    Turn.objects.bulk_create([Turn(match_id=match, player_id=player, since=since) for player, since in new])


def tell(lives: Iterable[LiveMatch]) -> None:
    """After the commit: it may be another one's turn in these."""
    players = {sitter.player for live in lives if live.daily for sitter in live.position.sitters}
    if known := sorted(player for player in players if player is not None):
        bus.publish("turns", players=known)

"""When something is due in a match, in seconds since 1970: arithmetic over positions, without a clock of its own."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Final

from django.conf import settings

from . import lessons
from .holidays import Span, out_of_time
from .live import LiveMatch
from .marks import standing
from .position import Position

NEVER: Final = float("inf")
MOST_CLOCKED: Final = 3
"""Who lets their time run out so often in a row counts as absent."""
EVERY_HOUR: Final = 3600.0


def next_due(live: LiveMatch, position: Position) -> float | None:
    """When to look next: a bot's move, a mark, the end of a player's time, or whether a player is still there.

    None where the match is over, or rests.
    """
    if position.over or live.suspended:
        return None
    if lessons.is_done(live, position):
        return max(position.since[seat] for seat in position.to_move)
    return min(first_due(live, position, seat) for seat in position.to_move)


def first_due(live: LiveMatch, position: Position, seat: int) -> float:
    """The same for one seat that is to move."""
    if position.bot_plays(seat):
        return bot_moves_at(live, position, seat)
    if standing(live.marks, position, seat) is not None or position.clocked[seat] >= MOST_CLOCKED:
        return position.since[seat]
    if live.daily:
        return next_daily(live, position, seat)
    return min(time_is_out_at(live, position, seat), position.since[seat] + absent_after(live))


def bot_moves_at(live: LiveMatch, position: Position, seat: int) -> float:
    """When a bot moves there: after a pause that lets people look, and read what a tutorial says."""
    slower = lessons.SLOWER if live.tutorial else 1.0
    return position.since[seat] + float(settings.BOT_PAUSE) * slower


def time_is_out_at(live: LiveMatch, position: Position, seat: int) -> float:
    """When the player's time for this move is out, whatever the others do; `NEVER` without a clock."""
    if live.pace is None:
        return NEVER
    return out_of_time(position.since[seat], live.pace, _holidays(live, position, seat))


def next_daily(live: LiveMatch, position: Position, seat: int) -> float:
    """When to look next for who is to move in a daily match: its clock alone says, whether they are here or not.

    A holiday may end early, of which this process need not hear: it looks again every hour of one.
    """
    end, now = time_is_out_at(live, position, seat), time.time()
    away = any(ends > now for _begins, ends in _holidays(live, position, seat))
    return min(end, now + EVERY_HOUR) if away else end


def _holidays(live: LiveMatch, position: Position, seat: int) -> Sequence[Span]:
    player = position.sitters[seat].player
    return live.holidays.get(player, ()) if player is not None else ()


def absent_after(live: LiveMatch | None = None) -> float:
    """How many seconds a player may be without a socket while to move."""
    return lessons.DAY if live is not None and live.tutorial else float(settings.ABSENT_AFTER)


def shown_deadline(live: LiveMatch, seat: int | None) -> int | None:
    """The end of the time that a viewer cares for, in milliseconds: their own if they are to move, else the first."""
    position = live.position
    if live.pace is None:
        return None
    people = [other for other in position.to_move if not position.bot_plays(other)]
    if seat in people:
        people = [seat]
    ends = [time_is_out_at(live, position, other) for other in people if other is not None]
    return int(min(ends) * 1000) if ends else None

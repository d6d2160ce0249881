"""Leaving a match that is being played, and coming back: entries of the log, written in the caller's transaction."""

from __future__ import annotations

from django.db import IntegrityError, transaction

from tafelrunde.accounts.models import Player
from tafelrunde.live import bus

from . import live as matches
from . import play
from . import position as fold
from .log import Append, commit
from .models import Match
from .position import Change

TRIES = 10


def leave_match(match: Match, player: Player) -> bool:
    """From now on a bot plays the player's seat; False where there is nothing to leave."""
    return _change_seat(match, player, fold.LEFT)


def rejoin_match(match: Match, player: Player) -> bool:
    """The player plays their own seat again; False where it is not theirs or the match is over."""
    return _change_seat(match, player, fold.BACK)


def plays_in(match: Match, player: Player) -> bool:
    """Has the player a seat in the match, whoever plays it now?"""
    return match.seats.filter(player=player).exists()


def _change_seat(match: Match, player: Player, kind: str) -> bool:
    for _try in range(TRIES):
        try:
            return _try_to_change_seat(match, player, kind)
        except IntegrityError:
            continue  # a move was faster: look again
    raise IntegrityError(f"match {match.pk}: no version was free in {TRIES} tries")


def _try_to_change_seat(match: Match, player: Player, kind: str) -> bool:
    live = matches.read(match.pk)
    seat, position = live.seat_of.get(player.pk), live.position
    away = position.absent | position.left
    if seat is None or position.over or (seat in position.left if kind == fold.LEFT else seat not in away):
        return False
    change = Change(kind, seat, fold.now())
    after = live.after(change)
    due = play.next_due(live, after)
    with transaction.atomic():
        commit([Append(live.id, after.version, kind, after.ply, seat, None, "", "", change.at, due)])
    transaction.on_commit(lambda: _tell(live.id, after.version, due))
    return True


def _tell(match: int, version: int, due: float | None) -> None:
    bus.publish("matches", moved=[[match, version]])
    if due is not None:
        bus.publish("due", at=due)

"""Waiting for the next match."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tafelrunde import games
from tafelrunde.matches.seats import seat_of

from .. import queueing
from ..calls import CHANGE, PLAY, PLAYER, RoomCall
from ..registry import command


def _can_wait(call: RoomCall) -> bool:
    game = games.find(call.room.game)
    if game is None or call.seated is not None or call.caller.pk in call.room.queue:
        return False
    if not call.playing:
        return len(call.seats) >= max(game.seats)
    return seat_of(call.match_seats, call.caller.pk) is None


def _waits(call: RoomCall) -> bool:
    return call.caller.pk in call.room.queue


@command(
    "queue",
    "wait",
    about=PLAY,
    who=PLAYER,
    does=CHANGE,
    button=gettext_lazy("Join the next match"),
    offered=_can_wait,
    expected=False,
)
def queue(call: RoomCall) -> str:
    """/queue: wait for the next match; a seat that is free goes to the first who waits."""
    n = queueing.line_up(call.room, call.caller)
    return _("You are number {n} in the queue.").format(n=n)


@command(
    "unqueue",
    about=PLAY,
    who=PLAYER,
    does=CHANGE,
    button=gettext_lazy("Leave the queue"),
    offered=_waits,
    expected=False,
)
def unqueue(call: RoomCall) -> None:
    """/unqueue: do not wait any longer."""
    queueing.step_out(call.room, call.caller)

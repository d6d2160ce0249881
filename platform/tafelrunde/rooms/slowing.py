"""Slowing down who is too fast: first with a word how long to wait, then, if that does not help, by closing.

Lines and commands are counted by person, wherever and in however many tabs they are, by address for who has no name.
Moves are counted by socket, and those that are good cost nothing: the game itself says how many there may be.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import Final

from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from tafelrunde.live.limits import Limit, milliseconds, seconds
from tafelrunde.live.sockets import FLOOD, Socket
from tafelrunde.refusals import Refusal

from .calls import Effect

MOST_REFUSED = 200
_CHANGES: Final = Limit(rate=0.5, burst=20.0)
LIMITS: Final[Mapping[Effect, Limit]] = {
    Effect.TALK: Limit(rate=1.0, burst=8.0),
    Effect.SHOW: Limit(rate=2.0, burst=20.0),
    Effect.CHANGE: _CHANGES,
    Effect.BEGIN: _CHANGES,
}


class Brake:
    """Of one socket."""

    def __init__(self, socket: Socket) -> None:
        self.socket = socket
        self.refused = 0

    def slow_down(self, wait: float) -> None:
        """Refusal `too_fast` where one has to wait; who does not listen is cut off."""
        if not wait:
            self.refused = max(0, self.refused - 1)
            return
        self.refused += 1
        if self.refused > MOST_REFUSED:
            self.socket.close(FLOOD)
        raise too_fast(wait)


def refuse_too_many(effect: Effect, whose: Hashable) -> None:
    """Refusal `too_fast` for who has done such things too often: pages and commands count alike."""
    if wait := LIMITS[effect].take(whose):
        raise too_fast(wait)


def too_fast(wait: float) -> Refusal:
    """The refusal that says how long to wait."""
    left = milliseconds(wait)
    return Refusal("too_fast", format_lazy(_("Not so fast: wait {n} s, then go on."), n=seconds(left)), wait=left)

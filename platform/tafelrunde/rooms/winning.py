"""Who has won a match, as a line of its room: written in the transaction of the end, so once."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext_noop

from tafelrunde.live.prepared import Prepared
from tafelrunde.matches import log

from . import chat
from .models import Room

_PLAYED_IN = Prepared[Room](lambda match: Room.objects.filter(match=match))


def listen() -> None:
    """Tell rooms, from the start of the process."""
    log.when_played_out(_tell)


def _tell(match: int, winners: Sequence[str]) -> None:
    room = _PLAYED_IN.first(match)
    if room is None:
        return
    if len(winners) == 1:
        chat.system(room, gettext_noop("{name} has won the match."), name=winners[0])
    else:
        chat.system(room, gettext_noop("The win is shared: {names}."), names=", ".join(winners))

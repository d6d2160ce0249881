"""A match that rests, as those at its table hear of it."""

from __future__ import annotations

from django.utils.translation import gettext as _

from tafelrunde import games
from tafelrunde.matches import suspending
from tafelrunde.matches.live import LiveMatch
from tafelrunde.matches.models import Match

from . import chat
from .changes import RUNNING
from .models import Room


def listen() -> None:
    """Tell rooms, from the start of the process."""
    suspending.when_suspended(_tell)


def word(match: Match | None, live: LiveMatch | None) -> str:
    """What somebody who looks at the room is told, in the language that is active now; empty where the match goes on.

    `live` is None where it cannot be made. Asks no database.
    """
    if match is None or match.status not in RUNNING:
        return ""
    if live is None and games.find(match.game, match.ruleset) is None:
        why = _("{why} It goes on when they are back.").format(why=suspending.not_installed().text)
    elif live is None or live.suspended:
        why = str(suspending.rests().text)
    else:
        return ""
    return _("{why} You may leave the table and open another room meanwhile.").format(why=why)


def _tell(match: Match) -> None:
    room = Room.objects.filter(match=match).first()
    if room is not None:
        chat.system(room, suspending.WRONG)

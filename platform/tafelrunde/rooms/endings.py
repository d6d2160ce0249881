"""Who wants to watch a match as if it were played now: how it ended is hidden from them until they get there.

That is everybody who has not chosen otherwise and has not played in it. ``?end=shown`` shows it once.
"""

from __future__ import annotations

from typing import Final

from django.http import HttpRequest

from tafelrunde.accounts.models import Player
from tafelrunde.accounts.preferences import preferences_of
from tafelrunde.matches.models import Match

from .changes import RUNNING
from .seeing import has_played

SHOWN: Final = "shown"


def wants_hidden(request: HttpRequest | None) -> bool:
    """Would the reader rather not know how matches ended?"""
    if request is None or request.GET.get("end") == SHOWN:
        return False
    reader = request.user if isinstance(request.user, Player) else None
    return preferences_of(reader)["endings"] == "on"


def is_hidden(match: Match, player: int | None, wanted: bool) -> bool:
    """Is its end to be hidden from this player, who wants that or not?"""
    return wanted and match.status not in RUNNING and not has_played(match, player)

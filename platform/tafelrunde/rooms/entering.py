"""Who may come into a room, as somebody who is invited or not."""

from __future__ import annotations

from tafelrunde.accounts.models import Player
from tafelrunde.people.models import Invitation

from .models import Room


def may_enter(room: Room, player: Player | None, invitation: Invitation | None = None) -> bool:
    """May they come in? `invitation` is a valid one that they have brought; one by name is `inviting.is_invited`.

    Every room is open to all. Who is banned from the site is nobody before this is asked.
    """
    return True

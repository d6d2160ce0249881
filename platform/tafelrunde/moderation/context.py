"""What every page is given: whether its reader is a moderator, what they were warned of, what is announced."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from tafelrunde.accounts import moderators
from tafelrunde.accounts.models import Player
from tafelrunde.house import announcements

from . import reports, warnings


def for_all(request: HttpRequest) -> dict[str, Any]:
    """`moderates` and `announcements`, by what this process has heard; `waiting_reports` and `warnings`, read where a
    page shows them.
    """
    asks = getattr(request, "user", None)
    player = asks if isinstance(asks, Player) else None
    return {
        "moderates": player is not None and (moderators.is_admin(player) or player.pk in moderators.heard.value),
        "waiting_reports": SimpleLazyObject(lambda: reports.waiting(player).count()) if player is not None else 0,
        "warnings": SimpleLazyObject(lambda: warnings.unread(player)) if player is not None else (),
        "announcements": announcements.heard.value,
    }

"""What the head of every page is given: how much its reader has not read."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from tafelrunde.accounts.models import Player

from . import conversations


def unread(request: HttpRequest) -> dict[str, Any]:
    """`unread`, which is counted only where a page shows it."""
    player = getattr(request, "user", None)
    return {"unread": SimpleLazyObject(lambda: conversations.unread(player) if isinstance(player, Player) else 0)}

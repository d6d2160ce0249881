"""What every template is given about who asks."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest

from . import sanctions
from .middleware import banned
from .models import Player
from .preferences import preferences_of


def you(request: HttpRequest) -> dict[str, Any]:
    """`preferences` by name, and `banned`: what to tell who is."""
    player = getattr(request, "user", None)
    ban = banned(request)
    return {
        "preferences": preferences_of(player if isinstance(player, Player) else None),
        "banned": sanctions.refusal(ban).text if ban else None,
    }

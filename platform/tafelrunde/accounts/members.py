"""Members as others may look them up: guests are gone tomorrow and have no page."""

from __future__ import annotations

from .models import Player


def find_member(name: str) -> Player | None:
    """The member with this name, however it is written; None for guests and unknown names."""
    if "\0" in name:  # PostgreSQL takes no NUL, not even to look for
        return None
    try:
        player = Player.objects.get_by_natural_key(name)
    except Player.DoesNotExist:
        return None
    return None if player.guest else player

"""Words for one person, told at once wherever they are here; what waits for them is on their pages."""

from __future__ import annotations

from django.db import transaction

from tafelrunde.accounts.models import Player
from tafelrunde.live import bus

from .models import Ignoring


def tell(player: Player, about: Player, message: str, address: str | None = None, **values: str) -> None:
    """After the commit: an English message with values, which they read in their language, unless they ignore whom it
    is about. `address` is where it leads.
    """
    if Ignoring.objects.filter(by=player, ignored=about).exists():
        return
    content = {"player": player.pk, "by": about.pk, "message": message, "values": values, "address": address}
    transaction.on_commit(lambda: bus.publish("notice", **content))

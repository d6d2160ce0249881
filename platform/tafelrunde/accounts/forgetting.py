"""Guests who came by, never played and have not been back for a week are forgotten, and sessions that are over.

Who ever had a seat in a match stays, since the match's record names them; what a forgotten guest has said in a room
stays there under their name, which is free again. Guests who sit at a table, are online or under a sanction wait for
another day.
"""

from __future__ import annotations

import datetime as dt
import logging
from importlib import import_module
from typing import Final

from django.conf import settings
from django.db import IntegrityError, transaction
from django.db.models import Exists, OuterRef, ProtectedError
from django.utils import timezone

from tafelrunde.live import presence

from .models import Player, Sanction, in_force
from .revocation import revoke_player

AFTER: Final = dt.timedelta(days=7)
log = logging.getLogger(__name__)
_traces: Final[set[str]] = set()


def keep_who_has(*relations: str) -> None:
    """A guest with any row in these relations to Player is not forgotten. Parts say so in their AppConfig.ready()."""
    _traces.update(relations)


def forget(after: dt.timedelta = AFTER) -> int:
    """Forget the guests of before then, and old sessions. Gives the number of guests."""
    import_module(settings.SESSION_ENGINE).SessionStore.clear_expired()
    holding = Sanction.objects.filter(in_force(), player=OuterRef("pk"))
    old = Player.objects.filter(~Exists(holding), guest=True, joined__lt=timezone.now() - after)
    old = old.filter(**{f"{relation}__isnull": True for relation in _traces})
    forgotten = sum(_forget(guest) for guest in old.exclude(pk__in=presence.online()).iterator())
    if forgotten:
        log.info("%d guests are forgotten", forgotten)
    return forgotten


def _forget(guest: Player) -> bool:
    """They may sit down, or become a member, at this very moment: then they stay."""
    try:
        with transaction.atomic():
            pk = guest.pk
            found = Player.objects.select_for_update().filter(pk=pk, guest=True).first()
            if found is None:
                return False
            found.delete()
            guest.pk = pk
            revoke_player(guest)
    except (IntegrityError, ProtectedError):
        return False
    return True

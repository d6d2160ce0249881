"""What a person may ask of us: all that is kept of them, and that it goes.

Deleting an account has two steps. First they are signed out everywhere and can come in no more; then each part of the
platform erases what it holds, and the row is emptied at last. A process that ends in between costs nothing: the daily
task goes on with it.
"""

from __future__ import annotations

import datetime as dt
import logging
from typing import Any, Final

from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from tafelrunde.live import bus
from tafelrunde.refusals import Refusal

from . import holdings, revocation
from .models import BlockedName, Player
from .names import FORMER

BLOCKED_FOR: Final = dt.timedelta(days=90)
DAYS_IN_ROOMS: Final = 30
"""For how long lines are kept that are said in rooms; those of two people between themselves for a year."""
LOOKED_AFTER: Final = dt.timedelta(days=3)
"""For so long what is held of a former player is erased again: something of theirs may have been on its way."""
log = logging.getLogger(__name__)


def export(player: Player) -> dict[str, Any]:
    """All that is kept of the player and theirs to know, as JSON: a section for each part of the platform."""
    kept = {holding.name: holding.export(player) for holding in holdings.registered()}
    return {"tafelrunde": 1, "exported": timezone.now(), **kept}


def delete_account(player: Player) -> None:
    """Nothing is left of the player but a number. Refusal `not_allowed_now` for the last admin."""
    _close(player)
    erase(player)


def refuse_last_admin(player: Player) -> None:
    """Refusal for who is the only admin: nobody could make another."""
    if player.is_superuser and not Player.objects.filter(is_superuser=True).exclude(pk=player.pk).exists():
        text = _("You are the only admin: make another one first.")
        raise Refusal("not_allowed_now", text)


@transaction.atomic
def _close(player: Player) -> None:
    """Nobody comes in as this player any more, and nobody takes the name for a while."""
    list(Player.objects.select_for_update(no_key=True).filter(is_superuser=True).order_by("pk"))
    found = Player.objects.select_for_update(no_key=True).get(pk=player.pk)
    refuse_last_admin(found)
    if found.erased is not None:
        return
    now = timezone.now()
    found.erased, found.is_active, found.is_staff, found.is_superuser = now, False, False, False
    found.sessions_ended += 1
    found.set_unusable_password()
    found.save(
        update_fields=["erased", "is_active", "is_staff", "is_superuser", "sessions_ended", "password"],
    )
    BlockedName.objects.update_or_create(key=found.key, defaults={"name": found.name, "until": now + BLOCKED_FOR})
    revocation.revoke_player(found)


def erase(player: Player) -> None:
    """Let go of all that is held of somebody who comes in no more, the highest layers first, and empty the row."""
    player = Player.objects.get(pk=player.pk)
    for holding in reversed(holdings.registered()):
        with transaction.atomic():
            holding.erase(player)
    bus.publish("former", player=player.pk)
    log.info("nothing is held of player %s any more", player.pk)


def clear() -> int:
    """Once a day: what has been kept for long enough goes, and so does what a deletion has left behind."""
    now = timezone.now()
    lately = Q(erased__gt=now - LOOKED_AFTER)
    for player in Player.objects.filter(~Q(name=FORMER) | lately, erased__isnull=False):
        try:
            erase(player)
        except Exception:  # whatever it was, all else goes in time
            log.exception("what is held of player %s does not go yet", player.pk)
    cleared = sum(holding.clear(now) for holding in holdings.registered())
    if cleared:
        log.info("%d things have been kept for long enough", cleared)
    return cleared

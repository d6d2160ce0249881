"""A word of warning: told at once, and on every page until its reader says that they have read it."""

from __future__ import annotations

from typing import Final

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from tafelrunde.accounts.models import Player
from tafelrunde.house import acts
from tafelrunde.house.plain import tidy
from tafelrunde.live import bus
from tafelrunde.live.prepared import Prepared
from tafelrunde.refusals import Refusal

from .models import LONGEST_WHY, Warned

_UNREAD: Final = Prepared[Warned](lambda player: Warned.objects.filter(player=player, read=None).order_by("pk"))


@transaction.atomic
def warn(player: Player, by: Player | None, reason: str) -> Warned:
    """Warn the player. Refusal `bad_argument` without a reason, which they read."""
    reason = tidy(reason)
    if not 0 < len(reason) <= LONGEST_WHY:
        text = _("Give a reason of at most {n} characters: the player reads it.")
        raise Refusal("bad_argument", text.format(n=LONGEST_WHY))
    made = Warned.objects.create(player=player, by=by, reason=reason)
    acts.record(acts.What.WARNED, by, acts.on_player(player), reason)
    content = {"message": gettext_noop("A moderator warns you: {reason}"), "values": {"reason": reason}}
    transaction.on_commit(lambda: bus.publish("notice", player=player.pk, by=player.pk, address=None, **content))
    return made


def unread(player: Player) -> list[Warned]:
    """What the player has not yet said to have read, the oldest first."""
    return _UNREAD.all(player.pk)


def read(player: Player) -> None:
    """The player has read what there is."""
    Warned.objects.filter(player=player, read=None).update(read=timezone.now())

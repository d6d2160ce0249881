"""How often people may turn to others who have not asked for it: to be friends, by letters and by invitations."""

from __future__ import annotations

from typing import Final

from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from tafelrunde.accounts.models import Player
from tafelrunde.live.limits import Limit, milliseconds, seconds
from tafelrunde.refusals import Refusal

ASKS: Final = Limit(rate=1 / 30, burst=10.0)
LETTERS: Final = Limit(rate=1 / 20, burst=10.0)
INVITATIONS: Final = Limit(rate=1 / 15, burst=10.0)
ALL: Final = (ASKS, LETTERS, INVITATIONS)


def refuse_too_many(limit: Limit, player: Player) -> None:
    """Refusal `too_fast` says how long to wait; what is refused costs nothing."""
    if wait := limit.take(player.pk):
        left = milliseconds(wait)
        raise Refusal("too_fast", format_lazy(_("Not so fast: wait {n} s, then go on."), n=seconds(left)), wait=left)

"""How fast programs may ask: by address before anything else is looked at, and by player once it is known who asks.

What only reads may be asked more often than what opens rooms. A club, or a load generator, behind one address is
welcome. Each process counts for itself (see `live/limits.py`).
"""

from __future__ import annotations

from typing import Final

from django.http import HttpRequest, HttpResponse
from django.utils.deprecation import MiddlewareMixin
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from tafelrunde.accounts.models import Player
from tafelrunde.live.limits import Limit, milliseconds, seconds, source
from tafelrunde.refusals import Refusal

from . import errors

READS_OF_ADDRESS: Final = Limit(rate=50.0, burst=1000.0)
WRITES_OF_ADDRESS: Final = Limit(rate=10.0, burst=400.0)
READS_OF_PLAYER: Final = Limit(rate=10.0, burst=200.0)
WRITES_OF_PLAYER: Final = Limit(rate=1.0, burst=40.0)
ALL: Final = (READS_OF_ADDRESS, WRITES_OF_ADDRESS, READS_OF_PLAYER, WRITES_OF_PLAYER)


class NobodyTooFast(MiddlewareMixin):
    """Answers 429 under /api/ to an address that asks too often."""

    def process_request(self, request: HttpRequest) -> HttpResponse | None:
        if not errors.for_programs(request):
            return None
        limit = READS_OF_ADDRESS if _reads(request) else WRITES_OF_ADDRESS
        wait = limit.take(source(request.META.get("REMOTE_ADDR")))
        return errors.refused(request, _too_fast(wait)) if wait else None


def refuse_too_fast(request: HttpRequest, player: Player) -> None:
    """Refusal `too_fast` for a player who asks too often."""
    limit = READS_OF_PLAYER if _reads(request) else WRITES_OF_PLAYER
    if wait := limit.take(player.pk):
        raise _too_fast(wait)


def _reads(request: HttpRequest) -> bool:
    return request.method in ("GET", "HEAD", "OPTIONS")


def _too_fast(wait: float) -> Refusal:
    left = milliseconds(wait)
    text = format_lazy(_("Too many requests: wait {n} s, then go on."), n=seconds(left))
    return Refusal("too_fast", text, wait=left)

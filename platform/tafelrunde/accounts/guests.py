"""Playing without an account: one click makes a player with a name, known by the session."""

from __future__ import annotations

from allauth.core import ratelimit
from django.contrib.auth import login
from django.db import IntegrityError, transaction
from django.http import HttpRequest
from django.utils.translation import gettext as _

from tafelrunde.refusals import Refusal

from .banquet import candidates
from .middleware import turn_away_banned
from .models import Player

_MINUTE = 60_000


def make_guest(request: HttpRequest) -> Player:
    """A new guest, signed in with this request's session. Refusal ``too_fast`` when the address has made many, `banned`
    for who has been sent away under another name.

    The limits are ``ACCOUNT_RATE_LIMITS["guest"]`` and ``["guests_of_an_hour"]``.
    """
    turn_away_banned(request)
    if not ratelimit.consume(request, action="guest"):
        text = _("Many guests have just come in from your address. Wait a minute, then try again.")
        raise Refusal("too_fast", text, wait=_MINUTE)
    if not ratelimit.consume(request, action="guests_of_an_hour"):
        text = _("Very many guests have come in from your address within an hour. Wait a while, then try again.")
        raise Refusal("too_fast", text, wait=15 * _MINUTE)
    player = _new_guest()
    login(request, player)
    return player


def _new_guest() -> Player:
    for name in candidates():
        try:
            with transaction.atomic():
                return Player.objects.create_user(name, guest=True)
        except IntegrityError:
            continue
    raise AssertionError("candidates never end")

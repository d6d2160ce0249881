"""Playing without an account: one click makes a player with a name, known by the session."""

from __future__ import annotations

from allauth.core import ratelimit
from django.contrib.auth import login
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.http import HttpRequest
from django.utils.translation import gettext as _

from tafelrunde.refusals import Refusal

from .banquet import candidates
from .middleware import turn_away_banned
from .models import NAME_TAKEN, Player
from .names import tidy_name, validate_name

_MINUTE = 60_000


def make_guest(request: HttpRequest, name: str = "") -> Player:
    """A new guest, signed in with this request's session, with a name of our choice or, if it is a good one and free,
    this one: else Refusal `bad_argument`. Refusal ``too_fast`` when the address has made many, `banned` for who has
    been sent away under another name.

    The limits are ``ACCOUNT_RATE_LIMITS["guest"]`` and ``["guests_of_an_hour"]``.
    """
    turn_away_banned(request)
    name = tidy_name(name)
    if name:
        _refuse_name(name)
    if not ratelimit.consume(request, action="guest"):
        text = _("Many guests have just come in from your address. Wait a minute, then try again.")
        raise Refusal("too_fast", text, wait=_MINUTE)
    if not ratelimit.consume(request, action="guests_of_an_hour"):
        text = _("Very many guests have come in from your address within an hour. Wait a while, then try again.")
        raise Refusal("too_fast", text, wait=15 * _MINUTE)
    player = _named_guest(name) if name else _new_guest()
    login(request, player)
    return player


def _refuse_name(name: str) -> None:
    try:
        validate_name(name)
    except ValidationError as error:
        raise Refusal("bad_argument", error.messages[0]) from None


def _named_guest(name: str) -> Player:
    try:
        with transaction.atomic():
            return Player.objects.create_user(name, guest=True)
    except IntegrityError:
        raise Refusal("bad_argument", NAME_TAKEN) from None


def _new_guest() -> Player:
    for name in candidates():
        try:
            with transaction.atomic():
                return Player.objects.create_user(name, guest=True)
        except IntegrityError:
            continue
    raise AssertionError("candidates never end")

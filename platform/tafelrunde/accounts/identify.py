"""Who it is: the player behind a program's bearer token, or behind a session."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Mapping
from importlib import import_module
from typing import Final

from django.conf import settings
from django.contrib.auth import get_user
from django.http import HttpRequest
from django.utils import timezone

from tafelrunde.live.prepared import Prepared

from .models import Player, Token, digest

_TOKENS = Prepared[Token](
    lambda digest: Token.objects.select_related("player").filter(digest=digest, player__is_active=True)
)
_USED_EVERY: Final = dt.timedelta(minutes=1)


def bearer(headers: Mapping[str, str] | Iterable[tuple[bytes, bytes]]) -> str | None:
    """The token in ``Authorization: Bearer …``, empty if it has none; None without such a header.

    Takes the headers of a Django request or of an ASGI scope. A token that is given but wrong is a reason to refuse,
    not to go on as nobody, so callers tell None from a token without a player.
    """
    scheme, _, token = _authorization(headers).strip().partition(" ")
    return token.strip() if scheme.casefold() == "bearer" else None


def player_of_token(text: str) -> Player | None:
    """The active player whose token this is; the token has been used now. Reads the database."""
    token = find_token(text)
    if token is None:
        return None
    now = timezone.now()
    if token.used is None or now - token.used > _USED_EVERY:
        Token.objects.filter(pk=token.pk).update(used=now)
    return token.player


def find_token(text: str) -> Token | None:
    """The token, with its player, if it belongs to an active one. Reads the database."""
    return _TOKENS.first(digest(text))


def player_of_session(key: str) -> Player | None:
    """The player who is signed in with this session now. Reads the database."""
    request = HttpRequest()
    request.session = import_module(settings.SESSION_ENGINE).SessionStore(key)
    player = get_user(request)
    return player if isinstance(player, Player) else None


def _authorization(headers: Mapping[str, str] | Iterable[tuple[bytes, bytes]]) -> str:
    if isinstance(headers, Mapping):
        return headers.get("Authorization", "")
    return next((value.decode("latin-1") for name, value in headers if name.lower() == b"authorization"), "")

"""Who a program is: its bearer token, and the player behind it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from .models import Player, Token, digest


def bearer(headers: Mapping[str, str] | Iterable[tuple[bytes, bytes]]) -> str | None:
    """The token in ``Authorization: Bearer …``, empty if it has none; None without such a header.

    Takes the headers of a Django request or of an ASGI scope. A token that is given but wrong is a reason to refuse,
    not to go on as nobody, so callers tell None from a token without a player.
    """
    scheme, _, token = _authorization(headers).strip().partition(" ")
    return token.strip() if scheme.casefold() == "bearer" else None


def player_of_token(text: str) -> Player | None:
    """The active player whose token this is. Reads the database."""
    token = Token.objects.select_related("player").filter(digest=digest(text), player__is_active=True).first()
    return token.player if token else None


def _authorization(headers: Mapping[str, str] | Iterable[tuple[bytes, bytes]]) -> str:
    if isinstance(headers, Mapping):
        return headers.get("Authorization", "")
    return next((value.decode("latin-1") for name, value in headers if name.lower() == b"authorization"), "")

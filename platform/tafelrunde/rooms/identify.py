"""Who opens a socket: the owner of a bearer token, whoever the session cookie says, or a visitor without a name."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from channels.db import database_sync_to_async
from django.conf import settings

from tafelrunde.accounts.identify import bearer, player_of_token
from tafelrunde.accounts.models import Player, digest
from tafelrunde.accounts.revocation import Proof, session_digest
from tafelrunde.live.sockets import Person


@dataclass(frozen=True, slots=True)
class Visitor:
    """A player, or nobody; `session` names their session without giving it away."""

    player: Player | None
    session: str | None
    unknown_token: bool = False
    proof: Proof | None = None

    @property
    def person(self) -> Person | None:
        """What the sockets know of the player."""
        return Person(self.player.pk, self.player.name, self.player.guest) if self.player else None


async def identify(scope: dict[str, Any]) -> Visitor:
    """Who it is. A token that is no good makes nobody a visitor: they are told."""
    text = bearer(scope["headers"])
    if text is not None:
        player = await database_sync_to_async(player_of_token, thread_sensitive=False)(text)
        proof = Proof(player.pk, token=digest(text)) if player else None
        return Visitor(player, None, unknown_token=player is None, proof=proof)
    user = scope.get("user")
    if isinstance(user, Player) or (user is not None and user.is_authenticated):
        player = await database_sync_to_async(Player.objects.get, thread_sensitive=False)(pk=user.pk)
        key: str = scope["session"].session_key or ""
        if not player.is_active:
            return Visitor(None, session_digest(key))
        return Visitor(player, session_digest(key), proof=Proof(player.pk, key, player.get_session_auth_hash()))
    return Visitor(None, None)


def origin_is_ours(scope: dict[str, Any]) -> bool:
    """May this page open a socket with the cookie? Programs with a token, or without a browser, have no origin."""
    headers = dict(scope["headers"])
    origin = headers.get(b"origin", b"").decode("latin-1")
    if not origin or bearer(scope["headers"]) is not None:
        return True
    if settings.CSRF_TRUSTED_ORIGINS:
        return origin in settings.CSRF_TRUSTED_ORIGINS
    parts = urlsplit(origin)
    return (
        parts.scheme in {"http", "https"}
        and parts.netloc.casefold() == headers.get(b"host", b"").decode("latin-1").casefold()
    )

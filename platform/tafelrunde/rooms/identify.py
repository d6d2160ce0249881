"""Who opens a socket: the owner of a bearer token, whoever the session cookie says, or a visitor without a name."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.utils.translation import gettext_lazy as _

from tafelrunde.accounts.identify import bearer, find_token, player_of_session, player_of_token
from tafelrunde.accounts.models import Player, digest
from tafelrunde.accounts.revocation import Proof, session_digest, token_name
from tafelrunde.accounts.sanctions import refuse_banned
from tafelrunde.live.sockets import Person
from tafelrunde.live.threads import ask
from tafelrunde.refusals import Refusal

from .admitting import Comer, comer


@dataclass(frozen=True, slots=True)
class Visitor:
    """A player, or nobody; `session` names their session, or token, without giving it away; `comer` is what
    they may show at the door of a room.
    """

    player: Player | None
    session: str | None
    token: str | None = field(default=None, repr=False)
    session_key: str | None = field(default=None, repr=False)
    proof: Proof | None = None
    comer: Comer = field(default_factory=Comer)

    @property
    def person(self) -> Person | None:
        """What the sockets know of the player."""
        return Person(self.player.pk, self.player.name, self.player.guest) if self.player else None


async def identify(scope: dict[str, Any]) -> Visitor:
    """Who it seems to be. What comes of a sign-out or a ban meanwhile, `confirm` finds."""
    text = bearer(scope["headers"])
    if text is not None:
        token = await ask(find_token, text)
        if token is None:
            return Visitor(None, None, token=text)
        proof = Proof(token.player.pk, token=digest(text))
        return Visitor(
            token.player, token_name(token), token=text, proof=proof, comer=comer(token.player, token=token.pk)
        )
    session, user = scope.get("session"), scope.get("user")
    if user is not None and session is not None and user.is_authenticated:
        key = session.session_key or ""
        proof = Proof(user.pk, key, user.get_session_auth_hash())
        there = await ask(comer, user, session)
        return Visitor(user, session_digest(key), session_key=key, proof=proof, comer=there)
    return Visitor(None, None, comer=await ask(comer, None, session))


async def confirm(visitor: Visitor) -> Player | None:
    """The player, if it is still who it seemed to be: Refusal `signed_out` or `banned`.

    To be asked when the socket can be found by a revocation. Whoever is signed out before this has left no session to
    be found here; whoever is signed out after it has a socket that is closed. There is no moment between.
    """
    return await ask(_confirm, visitor)


def _confirm(visitor: Visitor) -> Player | None:
    player: Player | None = None
    if visitor.token is not None:
        player = player_of_token(visitor.token)
        if player is None:
            raise Refusal("signed_out", _("This token is not valid."))
    elif visitor.session_key is not None:
        player = player_of_session(visitor.session_key)
        if player is None:
            raise Refusal("signed_out", _("You are signed out."))
    if player is not None:
        refuse_banned(player)
    return player


def origin_is_ours(scope: dict[str, Any]) -> bool:
    """May this page open a socket with the cookie? Programs with a token, or without a browser, have no origin.

    A page is one of ours by scheme, host and port: of the origins in the settings or, without any, the one that was
    asked, as the trusted proxy says that it was.
    """
    headers = dict(scope["headers"])
    origin = headers.get(b"origin", b"").decode("latin-1")
    if not origin or bearer(scope["headers"]) is not None:
        return True
    if settings.CSRF_TRUSTED_ORIGINS:
        ours = settings.CSRF_TRUSTED_ORIGINS
    else:
        scheme = "https" if scope.get("scheme") == "wss" else "http"
        ours = [f"{scheme}://{headers.get(b'host', b'').decode('latin-1')}"]
    place = _place(origin)
    return place is not None and place in map(_place, ours)


def _place(origin: str) -> tuple[str, str, int] | None:
    """Scheme, host and port; None of what has none."""
    try:
        parts = urlsplit(origin)
        port = parts.port or {"http": 80, "https": 443}[parts.scheme]
    except (ValueError, KeyError):
        return None
    return (parts.scheme, parts.hostname, port) if parts.hostname else None

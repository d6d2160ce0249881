"""Closing the sockets of people who are signed out: the session is over for HTTP at once, and for sockets by this."""

from __future__ import annotations

import hashlib
from typing import Any

from django.db import transaction
from django.http import HttpRequest

from tafelrunde.live.bus import publish
from tafelrunde.live.sockets import SIGNED_OUT

from .models import Player, Token


def session_digest(session_key: str) -> str:
    """The name of a session on the bus and in groups: whoever reads it there cannot sign in with it."""
    return hashlib.sha256(session_key.encode()).hexdigest()


def token_name(token: Token) -> str:
    """What stands for a session where a token opened the socket."""
    return f"token {token.pk}"


def revoke_token(token: Token) -> None:
    """Close the sockets that were opened with this token, in all processes, once the transaction is through."""
    _publish(session=token_name(token), code=SIGNED_OUT)


def revoke_session(session_key: str, code: int = SIGNED_OUT) -> None:
    """Close the sockets that were opened with this session, in all processes, once the transaction is through."""
    _publish(session=session_digest(session_key), code=code)


def revoke_player(player: Player, code: int = SIGNED_OUT) -> None:
    """Close all sockets of this player, in all processes, once the transaction is through."""
    _publish(player=player.pk, code=code)


def on_signed_out(request: HttpRequest, **_: Any) -> None:
    """For Django's `user_logged_out`, which comes before the session is flushed."""
    if request.session.session_key:
        revoke_session(request.session.session_key)


def on_new_password(user: Player, **_: Any) -> None:
    """For allauth's signals of a new password: it signs out everywhere else; here sockets come back by themselves."""
    revoke_player(user)


def _publish(**message: Any) -> None:
    transaction.on_commit(lambda: publish("revoke", **message))

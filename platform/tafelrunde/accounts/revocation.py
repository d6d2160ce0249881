"""Closing the sockets of people who are signed out: the session is over for HTTP at once, and for sockets by this."""

from __future__ import annotations

import datetime as dt
import hashlib
from collections.abc import Set
from dataclasses import dataclass
from typing import Any, Final

from django.contrib.sessions.models import Session
from django.db import transaction
from django.http import HttpRequest
from django.utils import timezone

from tafelrunde.live import sockets
from tafelrunde.live.bus import publish
from tafelrunde.live.portions import in_portions
from tafelrunde.live.prepared import Prepared
from tafelrunde.live.sockets import SIGNED_OUT
from tafelrunde.live.threads import ask

from .models import Player, Token

BEAT: Final = 30.0
_PLAYERS = Prepared[Player](lambda players: Player.objects.filter(pk__in=players, is_active=True))
_TOKENS = Prepared[str](lambda tokens: Token.objects.filter(digest__in=tokens).values_list("digest", flat=True))
_SESSIONS = Prepared[tuple[str, dt.datetime]](
    lambda sessions: Session.objects.filter(session_key__in=sessions).values_list("session_key", "expire_date")
)


@dataclass(frozen=True, slots=True)
class Proof:
    """By what a socket's player was known: a session and the password it began with, or a token's digest."""

    player: int
    session: str = ""
    password: str = ""
    token: str = ""


async def beat() -> None:
    """Now and then close the sockets that nobody has told us to, as long as the process serves."""
    while True:
        await look_around(BEAT)


async def look_around(over: float = 0.0) -> None:
    """Close the sockets whose proof holds no longer: a command ended a token or a session, or a hint was lost."""
    known = [(socket, socket.proof) for socket in sockets.all_open() if isinstance(socket.proof, Proof)]
    async for portion in in_portions(known, over):
        good = await ask(_good, {proof for _socket, proof in portion})
        for socket, proof in portion:
            if proof not in good:
                socket.close(SIGNED_OUT)


def _good(proofs: Set[Proof]) -> set[Proof]:
    now = timezone.now()
    players = _PLAYERS.all([proof.player for proof in proofs])
    passwords = {player.pk: player.get_session_auth_hash() for player in players}
    ways = {("", token) for token in _TOKENS.all([proof.token for proof in proofs])}
    ways |= {(session, "") for session, until in _SESSIONS.all([proof.session for proof in proofs]) if until > now}
    return {
        proof
        for proof in proofs
        if (proof.session, proof.token) in ways
        and proof.player in passwords
        and proof.password in ("", passwords[proof.player])
    }


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

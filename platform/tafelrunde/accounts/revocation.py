"""Closing the sockets of people who are signed out: the session is over for HTTP at once, and for sockets by this."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Collection
from dataclasses import dataclass
from typing import Any, Final

from django.contrib.sessions.models import Session
from django.db import transaction
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone

from tafelrunde.live import sockets
from tafelrunde.live.bus import publish
from tafelrunde.live.sockets import SIGNED_OUT
from tafelrunde.live.threads import ask

from .models import Player, Token

BEAT: Final = 30.0


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
        await asyncio.sleep(BEAT)
        await look_around()


async def look_around() -> None:
    """Close the sockets whose proof holds no longer: a command ended a token or a session, or a hint was lost."""
    known = {socket: socket.proof for socket in sockets.all_open() if isinstance(socket.proof, Proof)}
    good = await ask(_good, set(known.values()))
    for socket, proof in known.items():
        if proof not in good:
            socket.close(SIGNED_OUT)


def _good(proofs: Collection[Proof]) -> set[Proof]:
    players = Player.objects.filter(pk__in={proof.player for proof in proofs}, is_active=True)
    passwords = {player.pk: player.get_session_auth_hash() for player in players}
    tokens = {("", token) for token in _known(Token.objects.filter(digest__in={p.token for p in proofs}), "digest")}
    running = Session.objects.filter(session_key__in={p.session for p in proofs}, expire_date__gt=timezone.now())
    ways = tokens | {(session, "") for session in _known(running, "session_key")}
    return {
        proof
        for proof in proofs
        if (proof.session, proof.token) in ways
        and proof.player in passwords
        and proof.password in ("", passwords[proof.player])
    }


def _known(rows: QuerySet[Any], column: str) -> set[str]:
    return set(rows.values_list(column, flat=True))


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

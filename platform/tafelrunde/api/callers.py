"""Who calls: a bearer token, or the session of a browser (which must prove with a CSRF token that it means it)."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest
from django.utils.translation import gettext as _
from ninja.security import APIKeyCookie, HttpBearer
from ninja.utils import check_csrf
from structlog.contextvars import bind_contextvars

from tafelrunde.accounts.identify import bearer, player_of_token
from tafelrunde.accounts.middleware import turn_away_banned
from tafelrunde.accounts.models import Player, digest
from tafelrunde.accounts.models import Token as KnownToken
from tafelrunde.accounts.sanctions import refuse_banned
from tafelrunde.refusals import Refusal
from tafelrunde.rooms import admitting
from tafelrunde.rooms.admitting import Comer

from .errors import Forbidden
from .limits import refuse_too_fast

Caller = Player | AnonymousUser


class Token(HttpBearer):
    """``Authorization: Bearer tr_…``. A token that is wrong is refused everywhere, also where none is needed."""

    openapi_description = (
        "A token of the player's, sent as “Authorization: Bearer tr_…”. It is shown once, when it is made, and opens "
        "what its player may. One that is wrong or revoked is refused also where none is needed."
    )

    def __call__(self, request: HttpRequest) -> Player | None:
        token = bearer(request.headers)
        return None if token is None else self.authenticate(request, token)

    def authenticate(self, request: HttpRequest, token: str) -> Player:
        player = player_of_token(token)
        if player is None:
            raise Refusal("signed_out", _("This token is not, or no longer, valid."))
        bind_contextvars(player=player.pk)
        refuse_banned(player)
        refuse_too_fast(request, player)
        return player


class Session(APIKeyCookie):
    """The session cookie."""

    param_name = "sessionid"
    openapi_description = (
        "The session of a browser, for pages of this site. What changes something needs the CSRF token in X-CSRFToken."
    )

    def __call__(self, request: HttpRequest) -> Player | None:
        if not isinstance(request.user, Player):
            return None
        if check_csrf(request):
            raise Forbidden(_("With a session, this needs the CSRF token in X-CSRFToken. Programs use a bearer token."))
        refuse_too_fast(request, request.user)
        return request.user

    def authenticate(self, request: HttpRequest, key: str | None) -> Any:
        raise NotImplementedError  # what APIKeyCookie asks of others; here the session middleware has done it


def anybody(request: HttpRequest) -> AnonymousUser:
    """For what is open to all."""
    return AnonymousUser()


def nobody_banned(request: HttpRequest) -> None:
    """Behind the others, for what needs a player: who has a banned one's session is told so."""
    turn_away_banned(request)


PLAYERS = [Token(), Session(), nobody_banned]
ALL = [Token(), Session(), anybody]


def comer(request: HttpRequest) -> Comer:
    """Who calls, with what their session or token may show at the door of a room."""
    token = bearer(request.headers)
    if token is None:
        return admitting.comer(caller(request), request.session)
    known = KnownToken.objects.filter(digest=digest(token)).values_list("pk", flat=True).first()
    return admitting.comer(caller(request), token=known)


def caller(request: HttpRequest) -> Player | None:
    """Who calls an endpoint that is open to all."""
    auth = request.auth  # type: ignore[attr-defined]
    return auth if isinstance(auth, Player) else None

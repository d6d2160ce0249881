"""What holds for every request with a session: who is banned is nobody, and pages are in the player's language."""

from __future__ import annotations

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest
from django.utils import translation
from django.utils.deprecation import MiddlewareMixin
from structlog.contextvars import bind_contextvars

from .models import Player, Sanction
from .preferences import language_of
from .sanctions import BAN, in_force_on, refusal


class Visitors(MiddlewareMixin):
    """Behind the authentication. Sets `request.banned`, the sanction of whose session this is, and `LANGUAGE_CODE`.

    A banned person's session stays, so that they are told why, and are back when the ban ends.
    """

    def process_request(self, request: HttpRequest) -> None:
        request.banned = None  # type: ignore[attr-defined]
        if settings.SESSION_COOKIE_NAME not in request.COOKIES or not isinstance(request.user, Player):
            return
        bind_contextvars(player=request.user.pk)
        if language := language_of(request.user):
            translation.activate(language)
            request.LANGUAGE_CODE = language
        if banned := in_force_on(request.user, BAN):
            request.banned = banned  # type: ignore[attr-defined]
            request.user = AnonymousUser()


def banned(request: HttpRequest) -> Sanction | None:
    """The ban of whoever asks."""
    found: Sanction | None = getattr(request, "banned", None)
    return found


def turn_away_banned(request: HttpRequest) -> None:
    """Refusal `banned` for who is: before anybody gets a new name here."""
    if found := banned(request):
        raise refusal(found)

"""The entrance: sign up, sign in, play as a guest."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from http import HTTPStatus
from typing import Any

from allauth.account.views import LoginView, SignupView
from django.conf import settings
from django.contrib import messages
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse, HttpResponseBase, HttpResponseRedirect
from django.shortcuts import redirect, render, resolve_url
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tafelrunde.live import refusing
from tafelrunde.live.limits import seconds
from tafelrunde.refusals import Refusal

from . import merging
from .adapter import AlreadyMember, NameTaken, guest_of
from .attempts import told_to_wait
from .guests import make_guest
from .middleware import turn_away_banned
from .models import NAME_TAKEN
from .revocation import revoke_session


@contextmanager
def leaving_guest(request: HttpRequest) -> Iterator[None]:
    """Around what signs somebody in: a guest's session ends with it, and its sockets come back under the new one. Who
    it was may be taken over by the member.
    """
    guest, left = guest_of(request), request.session.session_key
    yield
    if guest is not None and left and left != request.session.session_key:
        revoke_session(left)
        merging.remember(request, guest.pk)


class _Entrance:
    """Open to strangers and guests. Members are in already, and go on to where they wanted to."""

    request: HttpRequest

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if request.user.is_authenticated and not guest_of(request):
            return HttpResponseRedirect(next_address(request))
        response: HttpResponseBase = super().dispatch(request, *args, **kwargs)  # type: ignore[misc]
        return response

    def form_valid(self, form: BaseForm) -> HttpResponse:
        with leaving_guest(self.request):
            response: HttpResponse = super().form_valid(form)  # type: ignore[misc]
        return response


class SignIn(_Entrance, LoginView):
    """With name and password. Who has tried too often reads how long to wait, by 429 as everywhere."""

    def form_invalid(self, form: BaseForm) -> HttpResponse:
        response: HttpResponse = super().form_invalid(form)
        wait = told_to_wait(form)
        if wait is not None:
            response.status_code = HTTPStatus.TOO_MANY_REQUESTS
            response["Retry-After"] = str(wait)
        return response


class SignUp(_Entrance, SignupView):
    """A new member; a guest becomes one and keeps name, seats and matches. Who is banned gets no other name."""

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        try:
            turn_away_banned(request)
        except Refusal as refusal:
            return turned_away(request, refusal)
        return super().dispatch(request, *args, **kwargs)

    def get_initial(self) -> dict[str, Any]:
        initial: dict[str, Any] = super().get_initial()
        if guest := guest_of(self.request):
            initial["username"] = guest.name
        return initial

    def form_valid(self, form: BaseForm) -> HttpResponse:
        try:
            return super().form_valid(form)
        except NameTaken:
            form.add_error("username", NAME_TAKEN)
            response: HttpResponse = self.form_invalid(form)
            return response
        except AlreadyMember:
            messages.info(self.request, _("You are a member already. Sign in with your name and password."))
            return redirect("account_login")


@require_POST
def guest(request: HttpRequest) -> HttpResponse:
    """One click, and one has a name to play under; who has one already keeps it."""
    if not request.user.is_authenticated:
        try:
            make_guest(request)
        except Refusal as refusal:
            return turned_away(request, refusal) if refusal.code == "banned" else too_fast(request, refusal)
    return HttpResponseRedirect(next_address(request))


def turned_away(request: HttpRequest, refusal: Refusal) -> HttpResponse:
    """The page for who is banned, with why and until when."""
    return render(request, "403.html", {"text": refusing.shown(refusal)}, status=403)


def too_fast(request: HttpRequest, refusal: Refusal | None = None) -> HttpResponse:
    """The page for who has to wait; also allauth's answer (`handler429`)."""
    response = render(request, "429.html", {"text": refusal and refusing.shown(refusal)}, status=429)
    response["Retry-After"] = str(seconds(refusal.more.get("wait", 60_000) if refusal else 60_000))
    return response


def next_address(request: HttpRequest) -> str:
    """``next`` as it was sent, if it is a whole address of this site; else the lobby."""
    asked = request.POST.get("next") or request.GET.get("next") or ""
    whole = asked.startswith(("/", "http:", "https:"))  # not one of a word, which `redirect` takes for a view's name
    if whole and url_has_allowed_host_and_scheme(asked, {request.get_host()}, require_https=request.is_secure()):
        return asked
    return resolve_url(settings.LOGIN_REDIRECT_URL)

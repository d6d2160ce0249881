"""Pages about oneself: what there is, preferences, and the tokens of one's programs."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, Final

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import override
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_variables
from django.views.decorators.http import require_GET, require_POST

from tafelrunde.live import refusing
from tafelrunde.refusals import Refusal

from . import merging, sanctions, two_factor
from .forms import PreferencesForm, TokenForm
from .models import Player, Token
from .preferences import language_of, set_preferences
from .revocation import revoke_token

MOST_TOKENS: Final = 20
View = Callable[..., HttpResponse]


def for_players(view: View) -> View:
    """Strangers are asked to sign in first."""

    @wraps(view)
    def asked(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if not isinstance(request.user, Player):
            return redirect_to_login(request.get_full_path())
        return view(request, request.user, *args, **kwargs)

    return never_cache(asked)


def for_members(view: View) -> View:
    """Guests are asked to become members first."""

    @wraps(view)
    def asked(request: HttpRequest, player: Player, *args: Any, **kwargs: Any) -> HttpResponse:
        return redirect("account_signup") if player.guest else view(request, player, *args, **kwargs)

    return for_players(asked)


def members_only(view: View) -> View:
    """A view of allauth's that guests have no use for: without a password they have nothing to lose."""

    def ours(request: HttpRequest, player: Player, *args: Any, **kwargs: Any) -> HttpResponse:
        return view(request, *args, **kwargs)

    return for_members(ours)


@require_GET
@for_players
def overview(request: HttpRequest, player: Player) -> HttpResponse:
    """Who one is here, with the way to everything that can be changed."""
    muted = sanctions.in_force_on(player, sanctions.MUTE)
    given = {
        "addresses": player.emailaddress_set.order_by("-verified"),  # type: ignore[attr-defined]
        "tokens": player.tokens.count(),
        "two_factor": two_factor.is_on(player),
        "guest_before": None if player.guest else merging.guest_before(request),
        "muted": sanctions.refusal(muted).text if muted else None,
    }
    return render(request, "me/overview.html", given)


@for_players
def preferences(request: HttpRequest, player: Player) -> HttpResponse:
    """What one likes."""
    form = PreferencesForm(player, request.POST or None)
    if request.method == "POST" and form.is_valid():
        set_preferences(player, form.cleaned_data)
        with override(language_of(player) or request.LANGUAGE_CODE):
            messages.success(request, _("That is kept."))
        return redirect("preferences")
    return render(request, "me/preferences.html", {"form": form})


@sensitive_variables("made")
@for_members
def tokens(request: HttpRequest, player: Player) -> HttpResponse:
    """The tokens of one's programs. A new one is shown once, in the answer to the form, and never again."""
    made = None
    form = TokenForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            made = make_token(player, form.cleaned_data["name"])
            form = TokenForm()
        except Refusal as refusal:
            form.add_error("name", refusing.shown(refusal))
    given = {"form": form, "made": made, "tokens": player.tokens.order_by("-created")}
    return render(request, "me/tokens.html", given)


@require_POST
@for_members
def revoke(request: HttpRequest, player: Player, pk: int) -> HttpResponse:
    """A token that opens nothing any more; the sockets that it opened are closed."""
    token = get_object_or_404(player.tokens, pk=pk)
    end_token(token)
    messages.success(request, _("The token {name} is revoked.").format(name=token.name))
    return redirect("tokens")


def make_token(player: Player, name: str) -> str:
    """A new token: the text that is shown once. Refusal `not_allowed_now` where there are enough."""
    with transaction.atomic():
        Player.objects.select_for_update(no_key=True).get(pk=player.pk)
        if player.tokens.count() >= MOST_TOKENS:
            text = _("You have {n} tokens, and that is enough: revoke one first.")
            raise Refusal("not_allowed_now", text.format(n=MOST_TOKENS))
        return Token.make(player, name)


@transaction.atomic
def end_token(token: Token) -> None:
    """Revoke it, and close what it has opened."""
    revoke_token(token)
    Token.objects.filter(pk=token.pk).delete()

"""Pages about what is kept of oneself: what it is, all of it in one file, and that it goes."""

from __future__ import annotations

from allauth.core import ratelimit
from django.contrib import messages
from django.contrib.auth import logout
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_GET

from tafelrunde.live import refusing
from tafelrunde.refusals import Refusal

from . import merging, rights
from .forms import DeleteForm
from .me import for_members, for_players
from .models import Player
from .rights import DAYS_IN_ROOMS
from .views import too_fast


@require_GET
@for_players
def overview(request: HttpRequest, player: Player) -> HttpResponse:
    """What is kept, for how long, and what one can do about it."""
    return render(request, "me/data.html", {"days_in_rooms": DAYS_IN_ROOMS})


@require_GET
@for_players
def export(request: HttpRequest, player: Player) -> HttpResponse:
    """All that is kept of oneself, as a file."""
    if not ratelimit.consume(request, action="export", user=player):
        return too_fast(request)
    response = JsonResponse(rights.export(player), json_dumps_params={"indent": 1, "ensure_ascii": False})
    response["Content-Disposition"] = f'attachment; filename="tafelrunde-{player.pk}.json"'
    return response


@sensitive_post_parameters("password")
@for_players
def delete(request: HttpRequest, player: Player) -> HttpResponse:
    """Say what happens, ask for the password, and do it."""
    form = DeleteForm(player, request.POST or None)
    if request.method == "POST":
        if not ratelimit.consume(request, action="delete", user=player):
            return too_fast(request)
        if form.is_valid():
            try:
                rights.delete_account(player)
            except Refusal as refusal:
                form.add_error(None, refusing.shown(refusal))
            else:
                logout(request)
                messages.success(request, _("Your account is deleted. Thank you for having played here."))
                return redirect("lobby")
    return render(request, "me/delete.html", {"form": form, "export_address": reverse("export")})


@for_members
def merge(request: HttpRequest, player: Player) -> HttpResponse:
    """Take over the guest that one has been in this browser."""
    guest = merging.guest_before(request)
    if guest is None:
        messages.info(request, _("There is no guest to take over in this browser."))
        return redirect("me")
    if request.method == "POST":
        try:
            merging.merge(guest, player)
        except Refusal as refusal:
            messages.error(request, refusing.shown(refusal))
            return redirect("me")
        messages.success(request, _("What you did as {name} is yours now.").format(name=guest.name))
        return redirect("player_matches", player.name)
    return render(request, "me/merge.html", {"guest": guest})

"""The moderators' page of figures: as they are at this moment, and kept so by its socket."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from tafelrunde.accounts.models import Player
from tafelrunde.moderation import reports
from tafelrunde.moderation.pages import for_moderators

from . import figures


@require_GET
@for_moderators
def page(request: HttpRequest, player: Player) -> HttpResponse:
    """Who is here, what is played, and how all processes do."""
    waiting = reports.waiting(player).count()
    found = figures.together(figures.gathered(), figures.read_house(), waiting)
    return render(request, "moderation/figures.html", figures.for_template(found))

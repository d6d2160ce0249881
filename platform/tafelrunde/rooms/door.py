"""The door of a room: what who may not come in gets to see, and where a password is tried."""

from __future__ import annotations

import math

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_POST

from tafelrunde.accounts import moderators
from tafelrunde.accounts.models import Player
from tafelrunde.live import refusing
from tafelrunde.live.limits import source
from tafelrunde.refusals import Refusal

from . import admitting, entering
from .admitting import Comer
from .models import Room


def refused(request: HttpRequest, room: Room) -> Refusal | None:
    """Why who asks may not come in, None where they may."""
    return entering.come_in(room, who_asks(request))


def who_asks(request: HttpRequest) -> Comer:
    """Who is at the door."""
    return admitting.comer(request.user if isinstance(request.user, Player) else None, request.session)


def page(request: HttpRequest, room: Room, refusal: Refusal, wrong: Refusal | None = None) -> HttpResponse:
    """The door, with a field for the password where that would open it; `wrong` is what has become of one."""
    wait = wrong.more.get("wait") if wrong is not None else None
    needs = refusal.code == "password_needed"
    given = {
        "room": room,
        "needs": needs,
        "why": refusing.shown(refusal),
        "wrong": wrong and refusing.shown(wrong),
        "looks": moderators.is_moderator(request.user),
    }
    response = render(request, "rooms/door.html", given, status=403 if wait is None else 429)
    response["Cache-Control"] = "private, no-store"
    if wait is not None:
        response["Retry-After"] = str(math.ceil(wait / 1000))
    return response


@sensitive_post_parameters("password")
@require_POST
def enter(request: HttpRequest, slug: str) -> HttpResponse:
    """Try a password, and go in."""
    room = Room.objects.select_related("host").filter(slug=slug).first()
    if room is None:
        raise Http404
    who = who_asks(request)
    try:
        admitting.enter(room, who, source(request.META.get("REMOTE_ADDR", "")), request.POST.get("password", ""))
    except Refusal as no:
        closed = refused(request, room)
        if closed is None or closed.code != "password_needed":
            return page(request, room, no)
        return page(request, room, closed, wrong=no)
    admitting.remember(request.session, room, who.player)
    return redirect("room", room.slug)

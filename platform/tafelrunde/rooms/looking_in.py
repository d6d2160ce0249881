"""A moderator looks into a room that is not open to them. It is never done unseen: the room reads who has come."""

from __future__ import annotations

from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from django.views.decorators.http import require_POST

from tafelrunde.accounts import moderators, two_factor
from tafelrunde.accounts.me import for_players
from tafelrunde.accounts.models import Player
from tafelrunde.house import acts
from tafelrunde.live import refusing
from tafelrunde.refusals import Refusal

from . import admitting, chat
from .changes import changed, locked
from .models import Room


@transaction.atomic
def look_in(room: Room, by: Player) -> None:
    """Let a moderator in, whatever holds others, tell the room and the log. Refusal for who is none."""
    if not moderators.is_moderator(by):
        raise Refusal("not_allowed_now", _("Only a moderator may do that."))
    room = locked(room)
    if admitting.refusal(room, admitting.Comer(by.pk), admitting.seated_in(room)) is None:
        return
    admitting.let_in(room, by.pk, looks_in=True)
    room.banned = [player for player in room.banned if player != by.pk]
    changed(room)
    chat.system(room, gettext_noop("{name}, who is a moderator, has come to look in."), name=by.name)
    acts.record(acts.What.LOOKED_IN, by, acts.On(acts.Kind.ROOM, room.slug, room.name))


def end(player: Player) -> None:
    """Who is no moderator any more may look into no room."""
    if moderators.is_moderator(player):
        return
    for found in Room.objects.filter(entered__icontains=f'"moderator {player.pk}"'):
        with transaction.atomic():
            room = locked(found)
            if admitting.looks_in(room, player.pk):
                admitting.let_out(room, player.pk)
                changed(room)


@require_POST
@for_players
def page(request: HttpRequest, player: Player, slug: str) -> HttpResponse:
    """The button at the door, for who has shown their second factor."""
    room = Room.objects.filter(slug=slug).first()
    if room is None:
        raise Http404
    address = reverse("room", args=[slug])
    if moderators.is_moderator(player) and (led := two_factor.staff_or_led(request, address)) is not None:
        return led
    try:
        look_in(room, player)
    except Refusal as refusal:
        return render(request, "403.html", {"text": refusing.shown(refusal)}, status=403)
    return redirect(address)

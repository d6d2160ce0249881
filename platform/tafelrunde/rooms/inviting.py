"""Inviting to a table: by name, which is a whisper with the way there, or by a link, also for who has no account."""

from __future__ import annotations

from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from tafelrunde.accounts.guests import make_guest
from tafelrunde.accounts.models import Player
from tafelrunde.accounts.views import too_fast, turned_away
from tafelrunde.live import refusing
from tafelrunde.live.greeting import site_address
from tafelrunde.people import floods, ignoring, seeing
from tafelrunde.people import inviting as invitations
from tafelrunde.people.models import Invitation
from tafelrunde.refusals import Refusal

from . import admitting, chat, door, entering, seating, whispers
from .changes import game_name, game_of, is_played, refuse_unless_host
from .models import Room


def invite(room: Room, by: Player, name: str) -> bool:
    """Invite somebody by name, wherever they are: True if they seem to be here, else they find it when they come."""
    _refuse_unless_may(room, by)
    by = chat.speaker(by)
    to = chat.player_named(name)
    if to == by:
        raise Refusal("bad_argument", _("You are here already."))
    ignoring.refuse_ignored(by, to)
    if admitting.is_banned(room, to.pk):
        raise Refusal("not_allowed_now", _("{name} is banned from this room.").format(name=to.name))
    here = bool(seeing.places(to, by))
    if to.guest and not here:
        raise Refusal(
            "no_such_player", _("{name} is a guest who has gone, and may not come back.").format(name=to.name)
        )
    floods.refuse_too_many(floods.INVITATIONS, by)
    with transaction.atomic():
        invitations.invite(room.pk, by, to)
        table = {"slug": room.slug, "name": room.name, "game": room.game}
        whispers.send(by, to, f"/goto {room.slug}", room=table)
    return here


def link(room: Room, by: Player) -> str:
    """The address that lets whoever has it come in for a day. Its owner gets the same again while it is new.

    Into a room with a password only the host gives one: it is as good as the password.
    """
    _refuse_unless_may(room, by)
    if not gives_links(room, by):
        text = _("Into a room with a password only its host gives a link: you may invite by name, with /invite NAME.")
        raise Refusal("host_only", text)
    chat.speaker(by)
    floods.refuse_too_many(floods.INVITATIONS, by)
    return site_address() + reverse("invited", args=[invitations.token(invitations.link(room.pk, by))])


def gives_links(room: Room, by: Player) -> bool:
    """Into a room with a password only the host gives links."""
    return room.entry != Room.Entry.PASSWORD or room.host_id == by.pk


def revoke(room: Room, by: Player) -> int:
    """The host ends all invitations into the room: how many there were."""
    refuse_unless_host(room, by)
    return invitations.revoke(room.pk)


@never_cache
@require_http_methods(["GET", "POST"])
def page(request: HttpRequest, token: str) -> HttpResponse:
    """Where a link leads: who has no name chooses one, and with one click one is at the table."""
    invitation = invitations.find(token)
    room = Room.objects.select_related("host", "match").filter(pk=invitation.room).first() if invitation else None
    if invitation is None or room is None:
        return render(request, "people/invited.html", {"room": None}, status=410)
    given = {"room": room, "by": invitation.by, "game_name": game_name(game_of(room)), "name": ""}
    if request.method == "GET":
        return render(request, "people/invited.html", given)
    if (refused := entering.come_in(room, door.who_asks(request), invitation)) is not None:
        return door.page(request, room, refused)
    try:
        player = _somebody(request)
    except Refusal as refusal:
        if refusal.code == "banned":
            return turned_away(request, refusal)
        if refusal.code == "too_fast":
            return too_fast(request, refusal)
        given |= {"error": refusal.text, "name": request.POST.get("name", "")}
        return render(request, "people/invited.html", given)
    return _come_in(request, room, player, invitation)


def _somebody(request: HttpRequest) -> Player:
    if isinstance(request.user, Player):
        return request.user
    return make_guest(request, request.POST.get("name", ""))


def _come_in(request: HttpRequest, room: Room, player: Player, invitation: Invitation) -> HttpResponse:
    if (refused := entering.come_in(room, admitting.comer(player, request.session), invitation)) is not None:
        return door.page(request, room, refused)
    try:
        if not is_played(room):
            seating.sit(room, player)
    except Refusal as refusal:
        messages.info(request, refusing.shown(refusal))  # all seats are taken: they watch
    return redirect("room", room.slug)


def _refuse_unless_may(room: Room, by: Player) -> None:
    """Refusal `not_seated` for who neither sits here nor is host, `host_only` while the host has locked the room."""
    if room.host_id == by.pk:
        return
    if not room.seats.filter(player=by).exists():
        raise Refusal("not_seated", _("Who sits at this table, or is its host, may invite: with /join you sit down."))
    if room.locked:
        raise Refusal("host_only", _("The room is locked: only its host lets anybody in."))

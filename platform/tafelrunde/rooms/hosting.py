"""Who is host: the one who opened the room, until they hand over, leave or have been gone for too long."""

from __future__ import annotations

import time

from django.conf import settings
from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from tafelrunde.accounts.models import Player
from tafelrunde.live import presence
from tafelrunde.refusals import Refusal

from . import admitting, chat
from .changes import changed, is_daily, locked, refuse_unless_host
from .models import Room


def hand_over(room: Room, by: Player, name: str) -> None:
    """The host makes somebody host who is here or sits here; the owner of a room may always become host again."""
    with transaction.atomic():
        room = locked(room)
        player = chat.player_named(name)
        if by.pk != room.owner_id or player != by:
            refuse_unless_host(room, by)
        if player.pk == room.host_id:
            raise Refusal("bad_argument", _("You are the host."))
        admitting.refuse_banned(room, player)
        if not (presence.is_here(room.slug, player.pk) or room.seats.filter(player=player).exists()):
            raise Refusal("no_such_player", _("{name} is not here.").format(name=player.name))
        make_host(room, player)
        changed(room)


def make_host(room: Room, player: Player) -> None:
    """In a locked room, saved by the caller: this is the host from now on."""
    room.host = player
    chat.system(room, gettext_noop("{who} is host now."), who=player.name)


def pass_on(room: Room) -> None:
    """In a locked room, saved by the caller: to the person who has sat for longest; to nobody where only bots sit."""
    sitting = room.seats.filter(player__isnull=False).select_related("player").order_by("pk")
    next_one = next((row.player for row in sitting), None)
    if next_one is None:
        room.host = None
    else:
        make_host(room, next_one)


def is_gone(room: Room) -> bool:
    """Has the host had no socket here, in any process, for `HOST_AFTER` seconds? Also where there is no host.

    Of a daily match the host need not be here, as nobody need.
    """
    if room.host_id is None:
        return True
    if is_daily(room):
        return False
    gone = presence.gone_since(room.slug, room.host_id)
    return gone is not None and time.time() - gone >= settings.HOST_AFTER


def succeed(room: Room) -> Player | None:
    """Where the host has been gone for too long: of those who sit and are here, who has sat for longest is host."""
    with transaction.atomic():
        room = locked(room)
        if not is_gone(room):
            return None
        here = presence.here(room.slug) - {room.host_id}
        row = room.seats.filter(player__in=here).select_related("player").order_by("pk").first()
        if row is None or row.player is None:
            return None
        make_host(room, row.player)
        changed(room)
        return row.player

"""Rooms that last: one that somebody owns is kept when it is empty; any other vanishes some time after that."""

from __future__ import annotations

import datetime as dt
from typing import Final

from django.conf import settings
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from tafelrunde.accounts.models import Player
from tafelrunde.live import presence
from tafelrunde.refusals import Refusal

from . import chat
from .changes import changed, is_played, locked, refuse_unless_host
from .models import Room

RESTS_AFTER: Final = dt.timedelta(minutes=10)
"""After so long without anybody the table is cleared, and the owner is host again."""


def keep(room: Room, by: Player) -> None:
    """The host, a member, makes the room their own, and it lasts. Refusal `not_allowed_now` for one room too many."""
    most = settings.ROOMS_OWNED
    with transaction.atomic():
        room = locked(room)
        refuse_unless_host(room, by)
        if by.guest:
            raise Refusal("not_allowed_now", _("Only members can own a room."))
        if room.owner_id == by.pk:
            return
        if room.owner_id is not None:
            raise Refusal("not_allowed_now", _("This room has an owner already."))
        Player.objects.select_for_update(no_key=True).get(pk=by.pk)  # of two rooms at once the second counts the first
        if Room.objects.filter(owner=by).count() >= most:
            text = ngettext(
                "You own {n} room, which is the most: let one go with /keep off.",
                "You own {n} rooms, which is the most: let one go with /keep off.",
                most,
            )
            raise Refusal("not_allowed_now", text.format(n=most))
        room.owner = by
        changed(room)
        chat.system(room, gettext_noop("This room lasts: it belongs to {who}."), who=by.name)


def let_go(room: Room, by: Player) -> None:
    """The owner does not keep the room any longer: it vanishes when it has been empty."""
    with transaction.atomic():
        room = locked(room)
        if room.owner_id is None:
            refuse_unless_host(room, by)
            return
        if room.owner_id != by.pk:
            name = room.owner.name if room.owner else ""
            raise Refusal("not_allowed_now", _("Only the owner can do that, and that is {name}.").format(name=name))
        room.owner = None
        changed(room)
        chat.system(room, gettext_noop("This room does not last any more: it vanishes when it is empty."))


def clear_resting() -> list[str]:
    """Clear the tables of lasting rooms that have been empty for long, and make their owners host. Gives slugs."""
    before = timezone.now() - RESTS_AFTER
    waiting = Room.objects.filter(owner__isnull=False, emptied__lte=before)
    return [room.slug for room in waiting if not _is_clear(room) and _clear(room)]


def _is_clear(room: Room) -> bool:
    return (
        room.host_id == room.owner_id and not (room.locked or room.queue or room.starts_at) and not room.seats.exists()
    )


def _clear(room: Room) -> bool:
    with transaction.atomic():
        room = locked(room)
        if room.owner_id is None or presence.here(room.slug) or is_played(room):
            return False
        room.seats.all().delete()
        room.host_id, room.queue, room.starts_at = room.owner_id, [], None
        room.locked, room.insiders = False, []
        changed(room)
    return True

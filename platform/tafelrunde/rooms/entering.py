"""Coming in by invitation: who is invited needs no password, and a lock does not hold them. Whom the host has banned
stays out.

This asks the database, and only where `admitting` says no.
"""

from __future__ import annotations

from django.db import transaction

from tafelrunde.people import inviting
from tafelrunde.people.models import Invitation
from tafelrunde.refusals import Refusal

from . import admitting
from .admitting import Comer
from .changes import changed, locked
from .models import Room


def come_in(room: Room, who: Comer, link: Invitation | None = None) -> Refusal | None:
    """Why somebody may not come in, None where they may; `link` is the one that they have brought, if it is valid.

    Who is invited is let in here, and may come again without an invitation as if they had shown the password. Who has
    no name yet is told what they would be told with one.
    """
    refused = admitting.refusal(room, who, ())
    if refused is None or refused.code == "banned":
        return refused
    refused = admitting.refusal(room, who, admitting.seated_in(room))
    if refused is None or not _is_invited(room, who, link):
        return refused
    return None if who.player is None else _let_in(room, who.player, link)


def _is_invited(room: Room, who: Comer, link: Invitation | None) -> bool:
    if link is not None and inviting.is_valid(link, room.pk):
        return True
    return who.player is not None and inviting.is_invited(room.pk, who.player)


def _let_in(room: Room, player: int, link: Invitation | None) -> Refusal | None:
    """In the locked room, where it may have been decided otherwise meanwhile."""
    who = Comer(player)
    with transaction.atomic():
        room = locked(room)
        refused = admitting.refusal(room, who, admitting.seated_in(room))
        if refused is None or refused.code == "banned" or not _is_invited(room, who, link):
            return refused
        admitting.let_in(room, player)
        changed(room)
    return None

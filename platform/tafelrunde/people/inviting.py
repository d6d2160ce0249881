"""Invitations into a room: for one person, or a link for whoever has it; valid for a day, or until they are revoked.

The link holds the invitation's number, signed: it can be shown again, and nobody can make one up.
"""

from __future__ import annotations

import datetime as dt
from typing import Final

from django.core import signing
from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from tafelrunde.accounts.models import Player

from .models import Invitation
from .pairs import locked

VALID: Final = dt.timedelta(days=1)
_SIGNER: Final = signing.Signer(salt="tafelrunde.people.invitation")


def invite(room: int, by: Player, to: Player) -> Invitation:
    """Somebody may come into the room for a day from now."""
    return Invitation.objects.create(room=room, by=by, to=to, until=timezone.now() + VALID)


def link(room: int, by: Player) -> Invitation:
    """The link of somebody into the room: the one they have, or, where it ends soon, a new one."""
    with transaction.atomic():
        locked(by)
        found = Invitation.objects.filter(
            _valid(), room=room, by=by, to=None, until__gt=timezone.now() + VALID / 2
        ).last()
        return found or Invitation.objects.create(room=room, by=by, until=timezone.now() + VALID)


def revoke(room: int) -> int:
    """No invitation into the room is valid any more; how many were."""
    return Invitation.objects.filter(_valid(), room=room).update(revoked=timezone.now())


def end_links(room: int) -> None:
    """No link into the room is valid any more; who is invited by name still is."""
    Invitation.objects.filter(_valid(), room=room, to=None).update(revoked=timezone.now())


def end_invitations_of(room: int, by: Player) -> None:
    """Nothing with which somebody has invited others into the room is valid any more."""
    Invitation.objects.filter(_valid(), room=room, by=by).update(revoked=timezone.now())


def is_valid(link: Invitation, room: int) -> bool:
    """Does this link, which was found some time ago, still lead into the room?"""
    return Invitation.objects.filter(_valid(), pk=link.pk, room=room, to=None).exists()


def is_invited(room: int, player: int) -> bool:
    """Has somebody invited the player by name?"""
    return Invitation.objects.filter(_valid(), room=room, to=player).exists()


def token(invitation: Invitation) -> str:
    """What stands in its link."""
    return _SIGNER.sign(str(invitation.pk))


def find(text: str) -> Invitation | None:
    """The link's invitation, if it is valid."""
    try:
        number = int(_SIGNER.unsign(text))
    except (signing.BadSignature, ValueError):
        return None
    return Invitation.objects.filter(_valid(), pk=number, to=None, by__is_active=True).select_related("by").first()


def _valid() -> Q:
    return Q(revoked__isnull=True, until__gt=timezone.now())

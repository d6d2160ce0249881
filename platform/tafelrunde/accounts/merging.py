"""A member takes over what they have done as a guest: matches, words, rooms, and what was decided about them.

The guest's row goes, and their name is free. Which guest somebody was in this browser is known by the session in which
they signed in; an admin may say it as well, by an act.
"""

from __future__ import annotations

from typing import Final

from django.db import IntegrityError, transaction
from django.db.models import ProtectedError
from django.http import HttpRequest
from django.utils.translation import gettext as _

from tafelrunde.house import acts
from tafelrunde.live import bus
from tafelrunde.refusals import Refusal

from . import holdings, revocation
from .models import Player

KEPT_IN: Final = "played_as"


def merge(guest: Player, member: Player, by: Player | None = None, reason: str = "") -> None:
    """What was the guest's is the member's; an admin's act where one does it (`by`). Refusal where they cannot be one.

    The highest layers first: rooms are locked before people, as everywhere.
    """
    try:
        with transaction.atomic():
            found = Player.objects.select_for_update(no_key=True).filter(pk=guest.pk, guest=True, erased=None).first()
            if found is None or member.guest or not member.is_active:
                raise Refusal("not_allowed_now", _("Only a guest can be taken over, and only by a member."))
            for holding in reversed(holdings.registered()):
                holding.hand_on(found, member)
            if not Player.objects.select_for_update(no_key=True).filter(pk=member.pk, is_active=True).exists():
                raise Refusal("not_allowed_now", _("Only a guest can be taken over, and only by a member."))
            if by is not None:
                acts.record(acts.What.MERGED, by, acts.on_player(member), reason, guest=found.name)
            revocation.revoke_player(Player(pk=found.pk))
            found.delete()
            transaction.on_commit(lambda: bus.publish("renamed", player=member.pk))
    except (IntegrityError, ProtectedError):
        text = _("{name} is sitting down somewhere just now: try again in a moment.")
        raise Refusal("not_allowed_now", text.format(name=guest.name)) from None


def remember(request: HttpRequest, guest: int) -> None:
    """Who is signed in now was this guest in this browser a moment ago."""
    if isinstance(request.user, Player) and not request.user.guest:
        request.session[KEPT_IN] = guest


def guest_before(request: HttpRequest) -> Player | None:
    """The guest who this member has been in this browser, as long as there is one to take over."""
    number = request.session.get(KEPT_IN)
    return Player.objects.filter(pk=number, guest=True, erased=None).first() if number else None

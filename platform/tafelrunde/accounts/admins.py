"""Who is an admin. Each decision asks not who calls, and writes its act into the log in the same transaction."""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext as _

from tafelrunde.house import acts
from tafelrunde.refusals import Refusal

from .models import Player


@transaction.atomic
def make_admin(player: Player, by: Player | None, reason: str = "") -> None:
    """The member is an admin from now on. Refusal for a guest, and for who is one already."""
    found = Player.objects.select_for_update(no_key=True).get(pk=player.pk)
    if found.guest:
        raise Refusal("not_allowed_now", _("A guest cannot be an admin: they have to become a member first."))
    if found.is_superuser:
        raise Refusal("not_allowed_now", _("That is so already."))
    _set(found, True)
    acts.record(acts.What.MADE_ADMIN, by, acts.on_player(found), reason)


@transaction.atomic
def take_admin(player: Player, by: Player | None, reason: str = "") -> None:
    """The player is no admin any more. Refusal for the last one, without whom nobody could make another."""
    admins = list(Player.objects.select_for_update(no_key=True).filter(is_superuser=True).order_by("pk"))
    if player.pk not in {admin.pk for admin in admins}:
        raise Refusal("not_allowed_now", _("That is so already."))
    if len(admins) == 1:
        raise Refusal("not_allowed_now", _("There is no other admin: make another one first."))
    _set(player, False)
    acts.record(acts.What.NO_ADMIN, by, acts.on_player(player), reason)


def _set(player: Player, admin: bool) -> None:
    player.is_staff = player.is_superuser = admin
    player.save(update_fields=["is_staff", "is_superuser"])

"""Who is a moderator: a member who looks after others. Admins may all that moderators may.

Each decision asks not who calls, and writes its act into the log in the same transaction. What holds between people
(`refuse_unless_may`) is asked by whoever lets a moderator decide about somebody.
"""

from __future__ import annotations

from typing import Final

from django.db import transaction
from django.utils.translation import gettext as _

from tafelrunde.house import acts
from tafelrunde.house.heard import Kept, changed
from tafelrunde.house.models import Moderator
from tafelrunde.live.prepared import Prepared
from tafelrunde.refusals import Refusal

from .models import Player

_MODERATOR = Prepared[int](lambda player: Moderator.objects.filter(player=player).values_list("player", flat=True))
_MODERATORS = Prepared[int](lambda: Moderator.objects.order_by("player").values_list("player", flat=True))
_ADMINS = Prepared[int](
    lambda: Player.objects.filter(is_superuser=True, is_active=True).order_by("pk").values_list("pk", flat=True)
)


def is_moderator(player: object) -> bool:
    """Is this a moderator, or an admin, now?"""
    return isinstance(player, Player) and (is_admin(player) or _MODERATOR.first(player.pk) is not None)


def is_admin(player: object) -> bool:
    """Is this an admin?"""
    return isinstance(player, Player) and player.is_superuser and player.is_active


def may_decide_about(by: Player, player: Player) -> bool:
    """May `by` decide something about the player? A moderator not about themselves, another moderator or an admin."""
    if is_admin(by):
        return True
    return is_moderator(by) and not is_moderator(player) and by.pk != player.pk


def refuse_unless_may(by: Player, player: Player) -> None:
    """Refusal `not_allowed_now` for who may not decide anything about the player."""
    if not may_decide_about(by, player):
        text = _("Only an admin decides about moderators, admins and oneself.")
        raise Refusal("not_allowed_now", text if is_moderator(by) else _("Only a moderator may do that."))


@transaction.atomic
def make_moderator(player: Player, by: Player | None, reason: str = "") -> None:
    """The member is a moderator from now on. Refusal for a guest, and for who is one already."""
    found = Player.objects.select_for_update(no_key=True).get(pk=player.pk)
    if found.guest:
        raise Refusal("not_allowed_now", _("A guest cannot be a moderator: they have to become a member first."))
    if found.is_superuser:
        raise Refusal("not_allowed_now", _("An admin may do all that a moderator may."))
    _row, made = Moderator.objects.get_or_create(player=found, defaults={"by": by})
    if not made:
        raise Refusal("not_allowed_now", _("That is so already."))
    acts.record(acts.What.MADE_MODERATOR, by, acts.on_player(found), reason)
    changed()


@transaction.atomic
def take_moderator(player: Player, by: Player | None, reason: str = "") -> None:
    """The player is no moderator any more."""
    if not Moderator.objects.filter(player=player).delete()[0]:
        raise Refusal("not_allowed_now", _("That is so already."))
    acts.record(acts.What.NO_MODERATOR, by, acts.on_player(player), reason)
    changed()


def all_of_them() -> frozenset[int]:
    """The moderators and admins, by number."""
    return admins().union(_MODERATORS.all())


def admins() -> frozenset[int]:
    """The admins, by number."""
    return frozenset(_ADMINS.all())


heard: Final = Kept[frozenset[int]](all_of_them, frozenset())
"""Who is one, as this process last heard; asks no database."""

"""Friends: one asks, the other accepts, either may end it. Guests, who are gone tomorrow, have none."""

from __future__ import annotations

from collections.abc import Sequence

from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from tafelrunde.accounts import sanctions
from tafelrunde.accounts.models import Player
from tafelrunde.refusals import Refusal

from . import ignoring, notices
from .floods import ASKS, refuse_too_many
from .models import Friendship
from .pairs import MOST, both, locked, refuse_guests, refuse_oneself


def befriend(player: Player, other: Player) -> bool:
    """Ask to be friends, or accept what the other has asked: True where they are friends now.

    Who is ignored may ask, and never learns that nobody hears of it.
    """
    refuse_oneself(player, other, _("You are your own friend already."))
    refuse_guests(player, other)
    ignoring.refuse_ignored(player, other)
    with transaction.atomic():
        locked(player, other)
        found = between(player, other)
        if found is None:
            _ask(player, other)
            return False
        if found.asked_id != player.pk or found.accepted:
            text = _("You are friends with {name} already.") if found.accepted else _("You have asked {name} already.")
            raise Refusal("not_allowed_now", text.format(name=other.name))
        found.accepted = timezone.now()
        found.save(update_fields=["accepted"])
        notices.tell(other, player, gettext_noop("{name} is your friend now."), name=player.name)
    return True


def part(player: Player, other: Player) -> str:
    """End a friendship, take back what was asked, or decline it: what there was, in a word of `PARTED`.

    The other is not told.
    """
    with transaction.atomic():
        locked(player, other)
        found = between(player, other)
        if found is None:
            raise Refusal("not_allowed_now", _("You are not friends with {name}.").format(name=other.name))
        found.delete()
    return "ended" if found.accepted else "taken back" if found.asker_id == player.pk else "declined"


def between(player: Player, other: Player) -> Friendship | None:
    """What there is between these two."""
    return Friendship.objects.filter(both("asker", "asked", player, other)).first()


def friends(player: Player) -> list[Player]:
    """The player's friends, in order."""
    ties = Friendship.objects.filter(Q(asker=player) | Q(asked=player), accepted__isnull=False)
    pairs = ties.values_list("asker", "asked")
    found = Player.objects.filter(pk__in={one for pair in pairs for one in pair} - {player.pk}, is_active=True)
    return list(found.order_by("key"))


def asking(player: Player) -> Sequence[Player]:
    """Who asks the player to be friends; not those whom the player ignores."""
    asks = Friendship.objects.filter(asked=player, accepted=None, asker__is_active=True)
    return [tie.asker for tie in asks.exclude(asker__ignored_by__by=player).select_related("asker").order_by("at")]


def asked(player: Player) -> Sequence[Player]:
    """Whom the player has asked, and who has not answered."""
    asks = Friendship.objects.filter(asker=player, accepted=None, asked__is_active=True)
    return [tie.asked for tie in asks.select_related("asked").order_by("at")]


def _ask(player: Player, other: Player) -> None:
    sanctions.refuse_silenced(player)
    if Friendship.objects.filter(Q(asker=player) | Q(asked=player, accepted__isnull=False)).count() >= MOST:
        raise Refusal("not_allowed_now", _("{n} friends are enough: part from one first.").format(n=MOST))
    refuse_too_many(ASKS, player)
    Friendship.objects.create(asker=player, asked=other)
    text = gettext_noop("{name} asks to be your friend: /friend {name} accepts, /unfriend {name} declines.")
    notices.tell(other, player, text, name=player.name)

"""What holds for everything between two people."""

from __future__ import annotations

from typing import Final

from django.db.models import Q
from django.utils.translation import gettext as _

from tafelrunde.accounts.models import Player
from tafelrunde.refusals import Refusal

MOST: Final = 500
"""How long a list of people may get."""


def both(one: str, other: str, player: Player, second: Player) -> Q:
    """Rows of these two, whichever way round."""
    return Q(**{one: player, other: second}) | Q(**{one: second, other: player})


def locked(*players: Player) -> None:
    """One decision about these at a time, until the transaction ends; always in the same order."""
    list(
        Player.objects.select_for_update(no_key=True)
        .filter(pk__in=[one.pk for one in players])
        .order_by("pk")
        .values_list("pk")
    )


def refuse_oneself(player: Player, other: Player, text: str) -> None:
    """Refusal `bad_argument` where somebody means themselves."""
    if player.pk == other.pk:
        raise Refusal("bad_argument", text)


def refuse_guests(player: Player, other: Player) -> None:
    """Refusal `not_allowed_now` where one of them is a guest."""
    if player.guest:
        text = _("That is for members: you are a guest. Become a member, and your name and matches stay yours.")
        raise Refusal("not_allowed_now", text)
    if other.guest:
        text = _("{name} is a guest, who may be gone tomorrow: that is for members.")
        raise Refusal("not_allowed_now", text.format(name=other.name))

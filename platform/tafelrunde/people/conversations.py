"""Who has whispered and written with whom, and how much of it has not been read. The lines themselves are rooms'."""

from __future__ import annotations

from django.db import transaction
from django.db.models import F, QuerySet, Sum

from tafelrunde.accounts.models import Player
from tafelrunde.live import bus

from .models import Conversation


def said(by: Player, to: Player, line: int) -> None:
    """A line from one to the other; in the transaction that keeps it."""
    pairs = {(by.pk, to.pk): {"newest": line}, (to.pk, by.pk): {"newest": line, "newest_heard": line}}
    for player, other in sorted(pairs):  # always in the same order: nobody waits for each other
        Conversation.objects.get_or_create(player_id=player, other_id=other)
        more = {"unread": F("unread") + 1} if player == to.pk else {}
        Conversation.objects.filter(player=player, other=other).update(**pairs[player, other], **more)
    _changed(to)


def read(player: Player, other: Player, until: int) -> None:
    """The player has seen the other's lines up to this one. One that has come since keeps all of them unread."""
    seen = Conversation.objects.filter(player=player, other=other, newest_heard__lte=until, unread__gt=0)
    with transaction.atomic():
        if seen.update(unread=0):
            _changed(player)


def of(player: Player) -> QuerySet[Conversation]:
    """The player's conversations, the newest first; those with whom they ignore are not among them."""
    heeded = Conversation.objects.filter(player=player).exclude(other__ignored_by__by=player)
    return heeded.select_related("other").order_by("-newest")


def unread(player: Player) -> int:
    """How many lines the player has not read, but for those of people whom they ignore."""
    counted = Conversation.objects.filter(player=player, unread__gt=0).exclude(other__ignored_by__by=player)
    found: int | None = counted.aggregate(n=Sum("unread"))["n"]
    return found or 0


def _changed(player: Player) -> None:
    transaction.on_commit(lambda: bus.publish("unread", player=player.pk))

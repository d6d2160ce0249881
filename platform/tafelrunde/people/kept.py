"""What is kept of what people are to each other. What others have decided about somebody is in the others' export."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from django.db.models import F, Q
from django.db.models.functions import Greatest

from tafelrunde.accounts.holdings import Holding
from tafelrunde.accounts.models import Player

from .models import Conversation, Friendship, Ignoring, Invitation, Watch


def _friends(player: Player) -> list[dict[str, Any]]:
    rows = Friendship.objects.filter(Q(asker=player) | Q(asked=player)).select_related("asker", "asked").order_by("pk")
    return [
        {
            "with": (row.asked if row.asker_id == player.pk else row.asker).name,
            "asked_by_you": row.asker_id == player.pk,
            "at": row.at,
            "accepted": row.accepted,
        }
        for row in rows
    ]


def _names(rows: Iterable[Player]) -> list[str]:
    return [row.name for row in rows]


def _forget_ignoring(player: Player) -> None:
    Ignoring.objects.filter(Q(by=player) | Q(ignored=player)).delete()


def _hand_on_ignoring(guest: Player, member: Player) -> None:
    """Whom a guest has ignored, and who has ignored them: it stays so."""
    for row in Ignoring.objects.filter(by=guest).exclude(ignored=member):
        Ignoring.objects.get_or_create(by=member, ignored=row.ignored)
    for row in Ignoring.objects.filter(ignored=guest).exclude(by=member):
        Ignoring.objects.get_or_create(by=row.by, ignored=member)


def _conversations(player: Player) -> list[dict[str, Any]]:
    rows = Conversation.objects.filter(player=player).select_related("other").order_by("pk")
    return [{"with": row.other.name, "unread": row.unread} for row in rows]


def _hand_on_conversations(guest: Player, member: Player) -> None:
    """Both sides of each; where both have talked with the same person, it is one conversation from now on."""
    for row in Conversation.objects.filter(player=guest).exclude(other=member):
        _join(row, player=member.pk, other=row.other_id)
    for row in Conversation.objects.filter(other=guest).exclude(player=member):
        _join(row, player=row.player_id, other=member.pk)


def _join(row: Conversation, **of: int) -> None:
    found, _new = Conversation.objects.get_or_create(player_id=of["player"], other_id=of["other"])
    Conversation.objects.filter(pk=found.pk).update(
        newest=Greatest("newest", row.newest),
        newest_heard=Greatest("newest_heard", row.newest_heard),
        unread=F("unread") + row.unread,
    )


def _invitations(player: Player) -> list[dict[str, Any]]:
    rows = Invitation.objects.filter(Q(by=player) | Q(to=player)).select_related("by", "to").order_by("pk")
    return [
        {
            "by": row.by.name,
            "to": row.to.name if row.to else None,
            "at": row.at,
            "until": row.until,
            "revoked": row.revoked,
        }
        for row in rows
    ]


def _hand_on_invitations(guest: Player, member: Player) -> None:
    Invitation.objects.filter(by=guest).update(by=member)
    Invitation.objects.filter(to=guest).update(to=member)


def _forget_watches(player: Player) -> None:
    Watch.objects.filter(Q(watcher=player) | Q(watched=player)).delete()


HOLDINGS: Final = (
    Holding(
        "friends",
        ("people.Friendship.asker", "people.Friendship.asked"),
        _friends,
        lambda player: Friendship.objects.filter(Q(asker=player) | Q(asked=player)).delete(),
    ),
    Holding(
        "watching",
        ("people.Watch.watcher", "people.Watch.watched"),
        lambda player: _names(Player.objects.filter(watched_by__watcher=player).order_by("key")),
        _forget_watches,
    ),
    Holding(
        "ignoring",
        ("people.Ignoring.by", "people.Ignoring.ignored"),
        lambda player: _names(Player.objects.filter(ignored_by__by=player).order_by("key")),
        _forget_ignoring,
        _hand_on_ignoring,
    ),
    Holding(
        "conversations",
        ("people.Conversation.player", "people.Conversation.other"),
        _conversations,
        lambda player: Conversation.objects.filter(Q(player=player) | Q(other=player)).delete(),
        _hand_on_conversations,
    ),
    Holding(
        "invitations",
        ("people.Invitation.by", "people.Invitation.to"),
        _invitations,
        lambda player: Invitation.objects.filter(Q(by=player) | Q(to=player)).delete(),
        _hand_on_invitations,
    ),
)

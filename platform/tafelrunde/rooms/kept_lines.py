"""What is kept of what people have said: lines in rooms and channels, whispers and letters; and for how long."""

from __future__ import annotations

import datetime as dt
from typing import Any, Final

from django.db.models import Exists, OuterRef, Q

from tafelrunde.accounts.holdings import Holding
from tafelrunde.accounts.models import Player
from tafelrunde.accounts.names import FORMER
from tafelrunde.accounts.rights import DAYS_IN_ROOMS
from tafelrunde.people.models import Conversation

from . import chat
from .models import ChannelMember, ChatLine

IN_ROOMS: Final = dt.timedelta(days=DAYS_IN_ROOMS)
BETWEEN_TWO: Final = dt.timedelta(days=365)


def _said(player: Player) -> dict[str, Any]:
    rows = ChatLine.objects.filter(Q(player=player) | Q(to=player)).select_related("room", "to").order_by("pk")
    lines: dict[str, list[dict[str, Any]]] = {"in_rooms": [], "in_channels": [], "whispers_and_letters": []}
    for row in rows:
        told = {"at": row.at, "from": row.name, "text": chat.shown(chat.stored(row))["text"]}
        if row.room is not None:
            lines["in_rooms"].append({**told, "room": row.room.name})
        elif row.channel:
            lines["in_channels"].append({**told, "channel": row.channel})
        else:
            lines["whispers_and_letters"].append({**told, "to": row.to.name if row.to else None})
    return lines


def _forget(player: Player) -> None:
    """What they have said goes, and what was said to them alone; what rooms say of them is said of nobody."""
    ChatLine.objects.filter(Q(player=player) | Q(to=player)).delete()
    for row in ChatLine.objects.filter(kind__in=chat.OWN_WORDS).iterator():
        without = _without_name(row.values, player.name)
        if without != row.values:
            ChatLine.objects.filter(pk=row.pk).update(values=without)


def _without_name(value: Any, name: str) -> Any:
    if isinstance(value, dict):
        return {key: _without_name(one, name) for key, one in value.items()}
    if isinstance(value, list):
        return [value[0], *(_without_name(one, name) for one in value[1:])]
    return FORMER if value == name else value


def _hand_on(guest: Player, member: Player) -> None:
    ChatLine.objects.filter(Q(player=guest, to=member) | Q(player=member, to=guest)).delete()
    ChatLine.objects.filter(player=guest).update(player=member)
    ChatLine.objects.filter(to=guest).update(to=member)


def _clear(now: dt.datetime) -> int:
    for_all = Q(room__isnull=False) | Q(kind=ChatLine.Kind.CHANNEL)
    old = (for_all & Q(at__lt=now - IN_ROOMS)) | Q(at__lt=now - BETWEEN_TWO)
    gone = ChatLine.objects.filter(old).delete()[0]
    if gone:
        _forget_empty_conversations()
    return gone


def _forget_empty_conversations() -> None:
    """Of two people whose last line has gone there is nothing left to read."""
    last = ChatLine.objects.filter(pk=OuterRef("newest"))
    Conversation.objects.filter(~Exists(last)).delete()
    heard = ChatLine.objects.filter(pk=OuterRef("newest_heard"))
    Conversation.objects.filter(~Exists(heard), unread__gt=0).update(unread=0)


def _hand_on_channels(guest: Player, member: Player) -> None:
    for channel in ChannelMember.objects.filter(player=guest).values_list("channel", flat=True):
        ChannelMember.objects.get_or_create(player=member, channel=channel)


CHANNELS: Final = Holding(
    "channels",
    ("rooms.ChannelMember.player",),
    lambda player: list(player.channels.order_by("pk").values_list("channel", flat=True)),
    lambda player: ChannelMember.objects.filter(player=player).delete(),
    _hand_on_channels,
)
LINES: Final = Holding(
    "lines",
    ("rooms.ChatLine.player", "rooms.ChatLine.to", "rooms.ChatLine.values"),
    _said,
    _forget,
    _hand_on,
    _clear,
)

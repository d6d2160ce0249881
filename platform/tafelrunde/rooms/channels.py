"""Channels: what is said to everybody who has joined, in whatever rooms they are, or in the lobby.

There is one for the town and one for each language of the site. Who is muted says nothing there, and who is ignored is
not heard, as everywhere. A line is kept like others; who has joined, too, until they leave.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, Final

from django.conf import settings
from django.db import transaction
from django.db.models import Count
from django.utils.translation import gettext as _

from tafelrunde.accounts.models import Player
from tafelrunde.live import bus
from tafelrunde.live.prepared import Prepared
from tafelrunde.people import ignoring
from tafelrunde.refusals import Refusal

from . import chat, measures
from .models import ChannelMember, ChatLine
from .typed import fold, one_line

TOWN: Final = "town"
NAMES: Final = (TOWN, *(code for code, _name in settings.LANGUAGES))
HISTORY: Final = 20
"""How many lines are shown to who joins or asks."""
_MEMBERS = Prepared[tuple[int, str]](
    lambda players: ChannelMember.objects.filter(player__in=players).values_list("player", "channel")
)


def join(player: Player, name: str) -> str:
    """From now on the player hears the channel; gives its name. Refusal `bad_argument` where there is none."""
    channel = find(name)
    ChannelMember.objects.get_or_create(player=player, channel=channel)
    return channel


def leave(player: Player, name: str) -> str:
    """The player hears it no longer."""
    channel = find(name)
    if not ChannelMember.objects.filter(player=player, channel=channel).delete()[0]:
        raise Refusal("not_allowed_now", _("You are not in {channel}.").format(channel=f"#{channel}"))
    return channel


def say(player: Player | None, channel: str, text: str) -> chat.Stored:
    """Say something to all who are in it, as the speaker must be, too. Refusal `muted`, `not_allowed_now`."""
    speaker = chat.speaker(player)
    if channel not in joined(speaker):
        text = _("You are not in {channel}: /channel join {name}.")
        raise Refusal("not_allowed_now", text.format(channel=f"#{channel}", name=channel))
    with transaction.atomic():
        row = ChatLine.objects.create(
            kind=ChatLine.Kind.CHANNEL,
            channel=channel,
            player=speaker,
            name=speaker.name,
            text=chat.clean(text),
            values={"channel": channel},
        )
        line = chat.stored(row)
        transaction.on_commit(lambda: bus.publish("channel", line=line))
        transaction.on_commit(lambda: measures.said(line["kind"]))
    return line


def find(name: str) -> str:
    """The channel of that name, also as ``#de`` or by what the language is called. Refusal `bad_argument`."""
    wanted = fold(name.strip().removeprefix("#"))
    for channel in NAMES:
        if wanted in (channel, fold(title(channel))):
            return channel
    text = _("There is no channel {name}. Channels: {names}.")
    raise Refusal("bad_argument", text.format(name=one_line(name)[:40], names=", ".join(NAMES)))


def is_one(name: str) -> bool:
    """Is there a channel of that name?"""
    try:
        find(name)
    except Refusal:
        return False
    return True


def title(channel: str) -> str:
    """What a channel is for, in the language that is active now."""
    return _("the whole town") if channel == TOWN else str(dict(settings.LANGUAGES)[channel])


def joined(player: Player) -> list[str]:
    """The channels that a player is in, the one they have joined last behind."""
    rows = ChannelMember.objects.filter(player=player).order_by("pk")
    return [channel for channel in rows.values_list("channel", flat=True) if channel in NAMES]


def listed() -> dict[str, int]:
    """All channels, and how many are in each."""
    rows = ChannelMember.objects.values_list("channel").annotate(n=Count("pk"))
    counted = dict(rows.order_by())
    return {channel: counted.get(channel, 0) for channel in NAMES}


def last_lines(player: Player | None, channel: str) -> list[dict[str, Any]]:
    """What was said there last, the oldest first, but for what those have said whom the player ignores."""
    rows = chat.of_channels([channel], ignoring.ignored_by(player), HISTORY)
    return [chat.shown(chat.stored(row)) for row in reversed(rows)]


def members_among(players: Collection[int]) -> Mapping[int, set[str]]:
    """The channels that each of these players is in."""
    found: dict[int, set[str]] = {player: set() for player in players}
    for player, channel in _MEMBERS.all(list(players)):
        found[player].add(channel)
    return found

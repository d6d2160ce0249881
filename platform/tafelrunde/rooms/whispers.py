"""What two people say to each other alone: whispers while both are here, letters to who is away, and all of before.

A letter is a whisper that waits. What somebody sends who is ignored is kept and not told: they see what they would see
anyway.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from tafelrunde.accounts.models import Player
from tafelrunde.live import bus, presence
from tafelrunde.people import conversations, floods, ignoring, mailing, seeing
from tafelrunde.refusals import Refusal

from . import chat, measures
from .models import ChatLine

PER_PAGE = 50


def whisper(player: Player | None, to_name: str, text: str) -> chat.Stored:
    """Say something to one person who is online, wherever they are; nobody else ever gets the line.

    Refusal `no_such_player` for who is away, or lets the speaker not see that they are here; its `hint` is the letter.
    """
    speaker, to, words = _ready(player, to_name, text)
    if not seeing.places(to, speaker):
        raise _away(speaker, to, words)
    return send(speaker, to, words)


def reply(player: Player | None, text: str) -> chat.Stored:
    """Whisper to whoever has whispered to the player last, and so has shown that they are here."""
    speaker = chat.speaker(player)
    heard = ChatLine.objects.filter(room=None, to=speaker, player__is_active=True).order_by("-id")
    last = heard.exclude(player__in=ignoring.ignored_by(speaker)).select_related("player").first()
    if last is None or last.player is None:
        raise Refusal("not_allowed_now", _("Nobody has whispered to you yet."))
    words = chat.clean(text)
    if not presence.places(last.player.pk):
        raise _away(speaker, last.player, words)
    return send(speaker, last.player, words)


def letter(player: Player | None, to_name: str, text: str) -> bool:
    """Leave something for a member to read when they come; who is here gets it at once: True if they seem to be."""
    speaker, to, words = _ready(player, to_name, text)
    here = bool(seeing.places(to, speaker))
    if speaker.guest and not here:
        raise Refusal("not_allowed_now", _("Letters are written by members: become one, and your name stays yours."))
    if to.guest and not here:
        raise Refusal(
            "no_such_player", _("{name} is a guest who has gone, and may not come back.").format(name=to.name)
        )
    floods.refuse_too_many(floods.LETTERS, speaker)
    with transaction.atomic():
        send(speaker, to, words, letter=True)
        if not presence.places(to.pk) and not ignoring.does(to, speaker):
            mailing.letter_waits(to, speaker)
    return here


def send(speaker: Player, to: Player, words: str, **values: Any) -> chat.Stored:
    """Keep a line between two people, and tell both, wherever they are."""
    with transaction.atomic():
        row = ChatLine.objects.create(
            kind=ChatLine.Kind.WHISPER, player=speaker, name=speaker.name, to=to, text=words, values=values
        )
        conversations.said(speaker, to, row.pk)
        line, players = chat.stored(row), [speaker.pk, to.pk]
        transaction.on_commit(lambda: bus.publish("whisper", players=players, line=line))
        transaction.on_commit(lambda: measures.said(line["kind"]))
    return line


def seen(player: Player, line: int) -> None:
    """The player has seen this whisper or letter to them, and with it what its sender had written before."""
    row = ChatLine.objects.filter(pk=line, room=None, to=player, player__isnull=False).select_related("player").first()
    if row is not None and row.player is not None:
        conversations.read(player, row.player, line)


@dataclass(frozen=True, slots=True)
class Thread:
    """What two people have said to each other, the oldest first; `older` is what to ask for as `before` to go on."""

    lines: list[dict[str, Any]]
    older: int | None
    newest: bool


def thread(player: Player, other: Player, before: int | None = None, most: int = PER_PAGE) -> Thread:
    """A page of it as the player may read it: of somebody whom they ignore only their own lines."""
    mine, theirs = Q(player=player, to=other), Q(player=other, to=player)
    rows = ChatLine.objects.filter(mine if ignoring.does(player, other) else mine | theirs, room=None)
    if before is not None:
        rows = rows.filter(pk__lt=before)
    found = list(rows.select_related("to").order_by("-pk")[: most + 1])
    shown = found[:most]
    lines = [_on_a_page(row) for row in reversed(shown)]
    return Thread(lines, older=shown[-1].pk if len(found) > most else None, newest=before is None)


def newest_of(lines: list[int]) -> Mapping[int, dict[str, Any]]:
    """These lines by number, for a list of conversations."""
    return {row.pk: _on_a_page(row) for row in ChatLine.objects.filter(pk__in=lines).select_related("to")}


def _on_a_page(row: ChatLine) -> dict[str, Any]:
    return {**chat.shown(chat.stored(row)), "time": row.at}


def _ready(player: Player | None, to_name: str, text: str) -> tuple[Player, Player, str]:
    """Who speaks, to whom, and what. A Refusal where that cannot be."""
    speaker = chat.speaker(player)
    to = chat.player_named(to_name)
    if to == speaker:
        raise Refusal("bad_argument", _("You are talking to yourself."))
    ignoring.refuse_ignored(speaker, to)
    return speaker, to, chat.clean(text)


def _away(speaker: Player, to: Player, words: str) -> Refusal:
    text = _("{name} is not online.").format(name=to.name)
    if speaker.guest or to.guest:
        return Refusal("no_such_player", text)
    more = _("Send it once more to leave it as a letter.")
    return Refusal("no_such_player", f"{text} {more}", hint=f"/letter {to.name} {words}")

"""What is said: in a room by people and by the room itself; and what is alike with whispers between two people.

A line is kept and told as it is stored, `values` beside the text; `shown` makes of it what a reader gets, in the
reader's language. Nothing that people typed is ever taken for a message or for markup.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection, Sequence
from typing import Any, Final, NamedTuple

from django.db import transaction
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from tafelrunde import games
from tafelrunde.accounts import sanctions
from tafelrunde.accounts.models import Player
from tafelrunde.accounts.names import FORMER, name_key
from tafelrunde.game import Line, plural
from tafelrunde.house import words
from tafelrunde.live import bus
from tafelrunde.live.prepared import Prepared, insert
from tafelrunde.matches.texts import render
from tafelrunde.people import ignoring
from tafelrunde.refusals import Refusal

from . import measures
from .models import ChannelMember, ChatLine, Room
from .typed import one_line

LONGEST, NEWEST = 500, 100
EVENING: Final = dt.timedelta(hours=6)
"""For how long whispers are shown to who comes anew: an answer may be waiting for them."""
Stored = dict[str, Any]
_LINES = ChatLine.objects.select_related("to").order_by("-id")
_FOR_ALL = Prepared[ChatLine](lambda room: _LINES.filter(room=room, to=None)[:NEWEST])
_FOR_ONE = Prepared[ChatLine](lambda room, player: _LINES.filter(Q(to=None) | Q(to=player), room=room)[:NEWEST])
_WHISPERED = Prepared[ChatLine](lambda player: _LINES.filter(kind="whisper", room=None, player=player)[:NEWEST])
_HEARD = Prepared[ChatLine](lambda player: _LINES.filter(room=None, to=player)[:NEWEST])
_CHANNELS = Prepared[str](lambda player: ChannelMember.objects.filter(player=player).values_list("channel", flat=True))
_SAID_AFTER = Prepared[tuple[Any, ...]](
    lambda floor: (
        ChatLine.objects.filter(pk__gt=floor).order_by("pk").values_list("pk", "room__slug", "player", "to", "channel")
    )
)
OWN_WORDS = (ChatLine.Kind.SYSTEM, ChatLine.Kind.STORY)


def say(room: Room, player: Player | None, text: str) -> Stored:
    """Say something to everybody in the room."""
    return _speak(room, player, ChatLine.Kind.SAY, text)


def emote(room: Room, player: Player | None, text: str) -> Stored:
    """Do something, in words: ``waves`` is shown after the player's name."""
    return _speak(room, player, ChatLine.Kind.EMOTE, text)


def system(room: Room, message: str | Line, **values: str | int | Line) -> Stored:
    """A line of the room itself: an English message with named values, which each reader gets in their language."""
    line = message if isinstance(message, Line) else Line(message, **values)
    row = ChatLine(room_id=room.pk, kind=ChatLine.Kind.SYSTEM, text=line.message, values=_packed(line))
    with transaction.atomic(savepoint=False):
        insert(row)
        return _tell(room, row)


def note(slug: str, player: int, message: str) -> None:
    """A line of the room itself that one player alone ever gets, now or when they come."""
    with transaction.atomic():
        room = Room.objects.select_for_update(no_key=True).filter(slug=slug).first()
        if room is not None:
            _tell(room, room.lines.create(kind=ChatLine.Kind.SYSTEM, to_id=player, text=message), player)


def last_lines(room: Room | None, player: Player | None) -> list[dict[str, Any]]:
    """The `NEWEST` lines that the player may read, the oldest first, in the language that is active now.

    Those of the room, and the whispers to and from the player of this evening, wherever they were; in the lobby
    (None) only these; and what was said meanwhile in the channels that the player is in. Nothing is among them that
    somebody has said whom the player ignores.
    """
    rows: list[ChatLine] = []
    ignored = ignoring.ignored_by(player)
    if room is not None:
        rows += _lines_of(room, player, ignored)
    if player is not None:
        evening = timezone.now() - EVENING
        whispers = [*_WHISPERED.all(player.pk), *_heard(player, ignored)]
        rows += [row for row in whispers if row.at >= evening]
        heard = _CHANNELS.all(player.pk)
        rows += [row for row in of_channels(heard, ignored) if row.at >= evening] if heard else []
    newest = sorted(rows, key=lambda row: row.pk)[-NEWEST:]
    return [shown(stored(row)) for row in newest]


def _lines_of(room: Room, player: Player | None, ignored: Collection[int]) -> list[ChatLine]:
    """The newest lines of a room for somebody. Hardly anybody ignores anybody: then it is a query that is compiled."""
    if player is None:
        return _FOR_ALL.all(room.pk)
    if not ignored:
        return _FOR_ONE.all(room.pk, player.pk)
    rows = room.lines.filter(Q(to=None) | Q(to=player)).exclude(player__in=ignored)
    return list(rows.select_related("to").order_by("-id")[:NEWEST])


def _heard(player: Player, ignored: Collection[int]) -> list[ChatLine]:
    """The newest whispers to somebody."""
    if not ignored:
        return _HEARD.all(player.pk)
    rows = ChatLine.objects.filter(room=None, to=player).exclude(player__in=ignored)
    return list(rows.select_related("to").order_by("-id")[:NEWEST])


def of_channels(names: Sequence[str], ignored: Collection[int], most: int = NEWEST) -> list[ChatLine]:
    """The newest lines of these channels, the newest first."""
    rows = ChatLine.objects.filter(kind=ChatLine.Kind.CHANNEL, channel__in=names).select_related("to").order_by("-id")
    return list((rows.exclude(player__in=ignored) if ignored else rows)[:most])


def newest_line() -> int:
    """The number of the line that was said last, anywhere."""
    return ChatLine.objects.order_by("-id").values_list("id", flat=True).first() or 0


class Said(NamedTuple):
    """That something has been said: in which room or channel, or to whom from whom. What it was is not read yet."""

    line: int
    slug: str | None
    player: int | None
    to: int | None
    channel: str = ""


def said_after(floor: int) -> list[Said]:
    """What has been said anywhere with a number above `floor`, the oldest first."""
    return [Said(*row) for row in _SAID_AFTER.all(floor)]


def lines(numbers: Sequence[int]) -> list[bus.Message]:
    """Lines of rooms and channels, and whispers, as they are published, the oldest first."""
    rows = ChatLine.objects.filter(pk__in=numbers).select_related("room", "to").order_by("id")
    return [
        {"slug": row.room.slug, "line": stored(row), "player": row.to_id}
        if row.room is not None
        else {"line": stored(row)}
        if row.channel
        else {"players": [row.player_id, row.to_id], "line": stored(row)}
        for row in rows
    ]


def shown(line: Stored) -> dict[str, Any]:
    """A stored line as the wire has it, in the language that is active now."""
    values = line["values"]
    text = render(_unpacked(line["text"], values)) if line["kind"] in OWN_WORDS else line["text"]
    whispered: dict[str, Any] = {}
    if line["kind"] == ChatLine.Kind.CHANNEL:
        whispered = {"channel": values["channel"]}
    if line["kind"] == ChatLine.Kind.WHISPER:
        whispered = {"to": line["to"], **({"letter": True} if values.get("letter") else {})}
        if table := values.get("room"):
            text, whispered["address"] = _invitation(table), reverse("room", args=[table["slug"]])
    return {"id": line["id"], "at": line["at"], "kind": line["kind"], "from": line["from"], "text": text, **whispered}


def _invitation(table: dict[str, str]) -> str:
    game = games.find(table["game"])
    name = render(game.name) if game else table["game"]
    return _("Come to the table {room}, for {game}: /goto {slug}").format(
        room=table["name"], game=name, slug=table["slug"]
    )


def player_named(name: str) -> Player:
    """The player of that name, however it is written, also as ``@Ann``. Refusal `no_such_player`."""
    bare = name.strip().removeprefix("@").removeprefix("＠")
    player = Player.objects.filter(key=name_key(bare), is_active=True).first() if "\0" not in bare else None
    if player is None:
        raise Refusal("no_such_player", _("There is no player {name}.").format(name=one_line(bare)[:40]))
    return player


def clean(text: str) -> str:
    """What is kept of a typed text. Refusal `bad_argument` where nothing is left, too much is, or a word that is not
    said here.
    """
    line = one_line(text)
    if not line:
        raise Refusal("bad_argument", _("There is nothing to say."))
    if len(line) > LONGEST:
        raise Refusal("bad_argument", _("That is too long: at most {n} characters.").format(n=LONGEST))
    words.refuse(line)
    return line


def _speak(room: Room, player: Player | None, kind: ChatLine.Kind, text: str) -> Stored:
    by = speaker(player)
    with transaction.atomic():
        if not Room.objects.filter(pk=room.pk).exists():
            raise Refusal("no_such_room", _("This room is not there any more."))
        return _tell(room, room.lines.create(kind=kind, player=by, name=by.name, text=clean(text)))


def speaker(player: Player | None) -> Player:
    """Who may say something. Refusal `signed_out`, `muted` or `banned`."""
    if player is None:
        raise Refusal("signed_out", _("Sign in or play as a guest, then you can talk."))
    sanctions.refuse_silenced(player)
    return player


def _tell(room: Room, row: ChatLine, player: int | None = None) -> Stored:
    line = stored(row)
    transaction.on_commit(lambda: bus.publish("line", slug=room.slug, line=line, player=player))
    transaction.on_commit(lambda: measures.said(line["kind"]))
    return line


def stored(row: ChatLine) -> Stored:
    """A line as it is told from process to process."""
    return {
        "id": row.pk,
        "at": int(row.at.timestamp() * 1000),
        "kind": str(row.kind),
        "by": row.player_id,
        "from": row.name or None,
        "to": row.to.name if row.to else None,
        "text": row.text,
        "values": row.values,
    }


def _packed(line: Line) -> dict[str, Any]:
    """The values of a line as JSON: a line among them as a list, what makes it plural under the empty name."""
    packed = {name: _packed_value(value) for name, value in line.values.items()}
    return packed if line.plural is None else {**packed, "": [line.plural, line.count]}


def _packed_value(value: Any) -> Any:
    return [value.message, _packed(value)] if isinstance(value, Line) else value


def _unpacked(message: str, packed: dict[str, Any]) -> Line:
    values = {name: _unpacked_value(value) for name, value in packed.items() if name}
    if "" in packed:
        many, count = packed[""]
        return plural(message, many, count, **{name: value for name, value in values.items() if name != "n"})
    return Line(message, **values)


def _unpacked_value(value: Any) -> Any:
    """The name of a former player is a line of its own: it is read in the reader's language."""
    if isinstance(value, list):
        return _unpacked(*value)
    return Line(value) if value == FORMER else value

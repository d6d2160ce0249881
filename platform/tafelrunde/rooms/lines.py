"""Lines of chat, channels and whispers on their way to who may hear them: each once, late where a hint was lost."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from typing import Final

from django.utils import translation

from tafelrunde.live import bus, sockets
from tafelrunde.live.threads import ask
from tafelrunde.people import ignoring

from . import channels, chat, frames, tables
from .models import ChatLine

BEAT: Final = 15.0
log = logging.getLogger(__name__)


class _Heard:
    """All lines up to `floor` have been told, those above it that have been are `whispers` (and lines of
    channels), or told by their tables. `of_channels` are to be told.

    `next_floor` is the newest that was found the last time: a beat later it is the floor, since numbers of lines that
    are committed at once need not come in order.
    """

    floor = 0
    next_floor = 0
    whispers: set[int] = set()
    of_channels: list[chat.Stored] = []
    telling: asyncio.Task[None] | None = None


async def beat() -> None:
    """Every few seconds: tell what a lost hint has hidden, as long as the process serves."""
    _Heard.floor = _Heard.next_floor = await ask(chat.newest_line)
    while True:
        await asyncio.sleep(BEAT)
        await look_around()


async def look_around() -> None:
    """Tell the lines of these rooms, and the whispers to who is here, of which nobody has told this process."""
    floor = _Heard.floor
    said = await ask(chat.said_after, floor)
    for message in await ask(chat.lines, untold) if (untold := _untold(said)) else ():
        if message["line"]["kind"] == ChatLine.Kind.CHANNEL:
            _channel(message)
        elif "slug" not in message:
            _whisper(message)
        elif _misses(message["slug"], message["line"]["id"]):  # still: they may all have come anew meanwhile
            _line(message)
    newest = max((one.line for one in said), default=floor)
    _Heard.floor, _Heard.next_floor = max(floor, _Heard.next_floor), newest
    _Heard.whispers = {line for line in _Heard.whispers if line > _Heard.floor}
    for found in tables.all_tables():
        found.told_lines = {line for line in found.told_lines if line > _Heard.floor}


def _untold(said: Sequence[chat.Said]) -> list[int]:
    """The lines that somebody in this process should have been told and was not."""
    people = {socket.person.id for socket in sockets.all_open() if socket.person is not None}
    missing: list[int] = []
    for one in said:
        if one.channel:
            untold = one.line not in _Heard.whispers and bool(people)
        elif one.slug is None:
            untold = one.line not in _Heard.whispers and one.to in people
        else:
            untold = _misses(one.slug, one.line)
        if untold:
            missing.append(one.line)
    return missing


def _misses(slug: str, line: int) -> bool:
    found = tables.table(slug)
    return found is not None and found.misses_line(line)


def _line(message: bus.Message) -> None:
    found = tables.table(message["slug"])
    if found is not None:
        found.tell_line(message["line"], message["player"])


def _whisper(message: bus.Message) -> None:
    """For its two people alone, in whatever rooms they are, or in the lobby; once. Not for who ignores the other."""
    line = message["line"]
    if line["id"] in _Heard.whispers:
        return
    _Heard.whispers.add(line["id"])
    for socket in sockets.open_to(message["players"]):
        if not ignoring.hears(socket, line["by"]):
            continue
        with translation.override(socket.language):
            socket.write(frames.line(chat.shown(line), socket))


def _channel(message: bus.Message) -> None:
    """For all who are in the channel, soon and in order: who that is of those here, the database is asked."""
    line = message["line"]
    if line["id"] in _Heard.whispers:
        return
    _Heard.whispers.add(line["id"])
    _Heard.of_channels.append(line)
    if _Heard.telling is None:
        _Heard.telling = asyncio.create_task(_tell_channels(), name="tell the channels")


async def _tell_channels() -> None:
    try:
        while _Heard.of_channels:
            told, _Heard.of_channels = _Heard.of_channels, []
            people = {socket.person.id for socket in sockets.all_open() if socket.person is not None}
            members = await ask(channels.members_among, people)
            for line in told:
                _tell_channel(line, [player for player, names in members.items() if line["values"]["channel"] in names])
    except Exception:
        log.exception("lines of channels could not be told")
    finally:
        _Heard.telling = None


def _tell_channel(line: chat.Stored, players: Sequence[int]) -> None:
    for socket in sockets.open_to(players):
        if ignoring.hears(socket, line["by"]):
            socket.write(frames.told_line(line, socket, aloud=False))


def listen() -> None:
    """Hear what is said, from the start of the process."""
    bus.on("line", _line)
    bus.on("whisper", _whisper)
    bus.on("channel", _channel)

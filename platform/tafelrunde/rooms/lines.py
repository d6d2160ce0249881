"""Lines of chat and whispers on their way to who may hear them: each once, and late where a hint was lost."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Final

from django.utils import translation

from tafelrunde.live import bus, sockets
from tafelrunde.live.threads import ask
from tafelrunde.people import ignoring

from . import chat, frames, tables

BEAT: Final = 15.0


class _Heard:
    """All lines up to `floor` have been told, those above it that have been are `whispers`, or told by their tables.

    `next_floor` is the newest that was found the last time: a beat later it is the floor, since numbers of lines that
    are committed at once need not come in order.
    """

    floor = 0
    next_floor = 0
    whispers: set[int] = set()


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
        if "slug" not in message:
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
        if one.slug is None:
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


def listen() -> None:
    """Hear what is said, from the start of the process."""
    bus.on("line", _line)
    bus.on("whisper", _whisper)

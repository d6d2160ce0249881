"""Frames as they go out: JSON for programs, HTML fragments for browsers, both from the same values."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import cache
from typing import Any, Final, Protocol, TypeVar

from django.template.loader import get_template
from django.utils import translation
from django.utils.translation import gettext_lazy as _

from tafelrunde.game import Viewer
from tafelrunde.live.quick import nodes as quick
from tafelrunde.live.sockets import Socket
from tafelrunde.matches import frames as match_frames
from tafelrunde.matches import suspending
from tafelrunde.matches.live import LiveMatch
from tafelrunde.refusals import Refusal

from . import chat, context
from .picture import Picture, room_json
from .wire import frame

Made = TypeVar("Made")
PROTOCOL: Final = 1
TICK: Final = 20.0
NO_SUCH_ROOM, NO_ENTRY = 4404, 4423
"""Close codes: there is no such room (any more); this reader may not be in it (any more)."""
Lines = list[dict[str, Any]]


class Shown(Protocol):
    """A room with its match, as a `Table` is one."""

    picture: Picture
    match: LiveMatch | None

    def viewer(self, socket: Socket) -> Viewer:
        """What the reader is in the match."""

    def eyes(self, socket: Socket) -> int | None:
        """The seat with whose eyes a spectator sees it."""


def kind(table: Shown, socket: Socket) -> tuple[object, ...]:
    """Readers of one kind get the same frames: same seat, same rights, same language, same form, marks or not."""
    person, picture = socket.person, table.picture
    if person is None:
        return (socket.html, socket.language)
    return (
        socket.html,
        socket.language,
        table.viewer(socket),
        table.eyes(socket),
        table.match and table.match.position.seat_of(person.id),
        picture.seat_of(person),
        picture.room.host_id == person.id,
        person.id in picture.room.queue,
        person.guest,
        socket.likes("hook"),
    )


def welcome(table: Shown, socket: Socket, lines: Lines) -> str:
    """Everything, as the first frame and after `sync`."""
    viewer, v = table.viewer(socket), context.version(table.picture, table.match)
    eyes = table.eyes(socket)

    def html(live: LiveMatch | None) -> str:
        given = context.whole(table.picture, live, viewer, socket.person, socket.likes("hook"), eyes)
        given |= {"v": v, "lines": lines}
        return _fragments(given, "board", "seats", "text", "players", "story", "tool", "lines")

    def json(live: LiveMatch | None) -> str:
        return frame(
            "welcome",
            protocol=PROTOCOL,
            me=context.me(table.picture, socket.person),
            room=room_json(table.picture),
            match=live and match_frames.match_json(live, viewer, eyes),
            chat=lines,
        )

    return told(table.match, viewer if eyes is None else eyes, html if socket.html else json)


def room(table: Shown, viewer: Viewer, socket: Socket) -> str:
    """The room has changed."""
    v, eyes = context.version(table.picture, table.match), table.eyes(socket)

    def html(live: LiveMatch | None) -> str:
        given = {**context.whole(table.picture, live, viewer, socket.person, socket.likes("hook"), eyes), "v": v}
        return _fragments(given, "board", "seats", "text", "players", "story", "tool")

    with translation.override(socket.language):
        seen_by = viewer if eyes is None else eyes
        return told(table.match, seen_by, html) if socket.html else frame("room", room=room_json(table.picture))


def match(table: Shown, viewer: Viewer, socket: Socket) -> str:
    """The match has changed. For a program that cannot be told of it that is no frame."""
    eyes = table.eyes(socket)

    def html(live: LiveMatch | None) -> str:
        with translation.override(socket.language):
            given = {
                "v": context.version(table.picture, table.match),
                "room": context.beside(table.picture, socket.person),
                "me": context.me(table.picture, socket.person),
                "match": context.match(live, viewer, socket.person, socket.likes("hook"), eyes),
                "rests": context.rests(table.picture, live),
            }
            return _fragments(given, "board", "players", "story")

    def json(live: LiveMatch | None) -> str:
        return (
            f'{{"type":"match","match":{match_frames.match_text(live, viewer, socket.language, eyes)}}}' if live else ""
        )

    return told(table.match, viewer if eyes is None else eyes, html if socket.html else json)


def told(live: LiveMatch | None, viewer: Viewer, make: Callable[[LiveMatch | None], Made]) -> Made:
    """What `make` gives; where the rules cannot tell this viewer of the match, without it: then it rests."""
    if live is not None and viewer not in live.untold:
        try:
            return make(live)
        except Exception as error:  # noqa: BLE001  it is logged
            suspending.cannot_tell(live, viewer, error)
    return make(None)


def line(shown: dict[str, Any], socket: Socket, *, aloud: bool = False) -> str:
    """A line of chat, or an answer to one person, which has no id. On a page one that is `aloud` is a notice, too."""
    return lines([{**shown, "aloud": aloud}]) if socket.html else frame("chat", line=shown)


def told_line(stored: chat.Stored, socket: Socket, *, aloud: bool) -> str:
    """A line as it is kept, in the reader's language."""
    with translation.override(socket.language):
        return line(chat.shown(stored), socket, aloud=aloud)


def lines(shown: Lines) -> str:
    """Several at once, for a browser."""
    return _fragments({"lines": shown}, "lines")


def go(address: str) -> str:
    """The way to another page of this site."""
    return frame("go", address=address)


def tick(table: Shown, socket: Socket) -> str:
    """The heartbeat: what version the match has by now; for a page, that of its fragments, too."""
    v = {"v": context.version(table.picture, table.match)} if socket.html else {}
    return heartbeat(table.match.position.version if table.match else None, **v)


def heartbeat(version: int | None, **more: str) -> str:
    """What time it is here, and the version that a client should have."""
    return frame("tick", version=version, now=int(time.time() * 1000), **more)


def ok(ref: str | None, ply: int | None) -> str:
    """Done; for a move: committed as this ply."""
    return frame("ok", ref=ref, ply=ply)


def refusal(refused: Refusal, ref: str | None) -> str:
    """No, and why."""
    return frame("refusal", **refused.as_json(), ref=ref)


def no_such_room() -> Refusal:
    """There is none."""
    return Refusal("no_such_room", _("There is no such room, or it is not there any more."))


def answer_line(text: str) -> dict[str, Any]:
    """A command's answer as a line for one person, which is kept nowhere."""
    return {"id": None, "at": int(time.time() * 1000), "kind": "system", "from": None, "text": text}


def _fragments(given: dict[str, Any], *names: str) -> str:
    return "\n".join([text.strip() for text in quick.render(*map(_template, names), given=given)])


@cache
def _template(name: str) -> Any:
    return get_template(f"rooms/_{name}.html")

"""What is announced, in all rooms and in the lobby: at once, and to who comes while it lasts."""

from __future__ import annotations

from functools import cache
from typing import Any

from django.template.loader import get_template
from django.utils import translation

from tafelrunde.house import announcements
from tafelrunde.live import sockets
from tafelrunde.live.sockets import Socket

from . import wire


def frame(socket: Socket) -> str:
    """All that is announced now: for a page the element above it."""
    now = announcements.heard.value
    if not socket.html:
        return wire.frame("announcements", announcements=[one.as_json() for one in now])
    with translation.override(socket.language):
        text: str = _template().render({"announcements": now})
        return text.strip()


def welcome(socket: Socket) -> None:
    """After its first frame: a page takes on what has changed while it had no socket; a program is told of any."""
    if socket.html or announcements.heard.value:
        socket.write(frame(socket))


def listen() -> None:
    """Hear what is announced, from the start of the process."""
    announcements.heard.listen(_tell_all)


def _tell_all() -> None:
    for socket in sockets.all_open():
        socket.write(frame(socket))


@cache
def _template() -> Any:
    return get_template("moderation/_announcements.html")

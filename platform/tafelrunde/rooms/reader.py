"""In which language somebody at a socket reads, and what else they like."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.utils import translation

from tafelrunde.accounts.models import Player
from tafelrunde.accounts.preferences import language_of
from tafelrunde.live import bus, sockets

from . import tables, wire


def language(scope: dict[str, Any], query: dict[str, list[str]], player: Player | None) -> str:
    """Asked for by ``?lang=``, else the player's preference, the language cookie's, the browser's, the site's."""
    headers = dict(scope["headers"])
    accepted = headers.get(b"accept-language", b"").decode("latin-1").split(",")
    cookie = scope.get("cookies", {}).get(settings.LANGUAGE_COOKIE_NAME, "")
    chosen = language_of(player) or ""
    for code in (*query.get("lang", []), chosen, cookie, *(part.partition(";")[0].strip() for part in accepted)):
        try:
            if code:
                return translation.get_supported_language_variant(code)
        except LookupError:
            continue
    return settings.LANGUAGE_CODE


def _preferences_changed(message: bus.Message) -> None:
    """The player's pages take them on; a page in another language is loaded anew by itself.

    With marks switched on or off the board is another one, and they are another kind of reader.
    """
    frame = wire.frame("preferences", values=message["values"])
    for socket in sockets.open_to([message["player"]]):
        marked, socket.preferences = socket.likes("hook"), message["values"]
        if socket.html:
            socket.write(frame)
        if socket.likes("hook") != marked:
            tables.tell_match_to(socket)


def listen() -> None:
    """Hear what people have chosen, from the start of the process."""
    bus.on("preferences", _preferences_changed)

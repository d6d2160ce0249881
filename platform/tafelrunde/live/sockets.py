"""One process's open WebSockets. Writing never waits and never raises: a client that does not read is let go."""

from __future__ import annotations

import logging
import time
from collections import Counter, deque
from collections.abc import Awaitable, Callable, Collection, Coroutine, Mapping
from dataclasses import dataclass
from typing import Any, Final, cast

from django.conf import settings

from . import bus, presence

log = logging.getLogger(__name__)
Send = Callable[[Any], Awaitable[None]]
Application = Callable[[dict[str, Any], Any, Any], Awaitable[None]]

SEND_TEXT: Final = "tafelrunde.text"
"""The ASGI extension by which our server takes the text of a frame directly, beside `send`."""
SIGNED_OUT, BANNED, FLOOD, BROKEN = 4401, 4003, 4008, 4500
"""Close codes of the wire; after BROKEN something went wrong here, and a client comes back."""


@dataclass(frozen=True, slots=True)
class Person:
    """Who is at the other end: a member or a guest."""

    id: int
    name: str
    guest: bool


class Socket:
    """An accepted socket: who is there, in which language and form they read, and a way to write to them.

    What is written before `release` waits, so that the first frame can be the whole truth and nothing after it is lost.
    `send_text`, where the server has it, is the shorter way for frames.
    `proof` is by what the person was known, for whoever looks whether that still holds, `comer` what they may show at
    the door of a room. `source` is from where it came,
    `here_as` what they count as among those who are here.
    `preferences` is what they have chosen, None until it is known.
    """

    __slots__ = (
        "_held",
        "_send",
        "_send_text",
        "closed",
        "comer",
        "here_as",
        "html",
        "language",
        "person",
        "preferences",
        "proof",
        "session",
        "source",
    )

    def __init__(
        self,
        send: Send,
        person: Person | None,
        session: str | None,
        language: str,
        html: bool,
        source: str = "",
        send_text: Callable[[str, bool], None] | None = None,
    ) -> None:
        self._send, self._send_text, self.source = send, send_text, source
        self.person, self.session, self.language, self.html = person, session, language, html
        self.here_as = person.id if person else presence.nameless()
        self.closed = False
        self.proof: object = None
        self.comer: object = None
        self.preferences: Mapping[str, str] | None = None
        self._held: list[tuple[str, bool]] | None = []

    def likes(self, name: str) -> bool:
        """Has the person a switch on?"""
        return self.preferences is not None and self.preferences.get(name) == "on"

    def hold(self) -> None:
        """Let what is written wait for `release` again: the next frame is to be the whole truth once more."""
        if self._held is None:
            self._held = []

    def release(self, first: str) -> None:
        """Send this frame, then what has waited and is not in it; without a first frame all that has waited."""
        held, self._held = self._held or [], None
        self.write(first)
        for text, whole in held:
            if not (first and whole):
                self.write(text)

    def write(self, text: str, *, whole: bool = False, more: bool = False) -> None:
        """Send a frame, unless the socket is closed. One that is `whole` says nothing that a later first one lacks.

        With `more` another one is likely to follow at once, and they may go together.
        """
        if not text or self.closed:
            return
        if self._held is not None:
            self._held.append((text, whole))
        elif self._send_text is not None:
            try:
                self._send_text(text, more)
            except Exception:
                log.debug("writing to a socket that has gone", exc_info=True)
                self.closed = True
        else:
            self._step({"type": "websocket.send", "text": text})

    def close(self, code: int) -> None:
        """Close with a code of the wire: 1000 or 3000 to 4999."""
        if not self.closed:
            self._step({"type": "websocket.close", "code": code})
            self.closed = True

    def end(self, last: str, code: int) -> None:
        """Send a last frame, whatever waits, and close."""
        self._held = None
        self.write(last)
        self.close(code)

    def _step(self, event: dict[str, Any]) -> None:
        # The server's send buffers and never really waits, so one step of its coroutine is the whole of it: no task,
        # no await, and what is written to several sockets in one go cannot be overtaken.
        coroutine = cast("Coroutine[Any, Any, None]", self._send(event))
        try:
            coroutine.send(None)
        except StopIteration:
            return
        except Exception:
            log.debug("writing to a socket that has gone", exc_info=True)
        else:
            coroutine.close()
            log.info("a client does not read and is let go")
        self.closed = True


_open: set[Socket] = set()
_of_whom: Counter[int | str] = Counter()
_revoked: deque[tuple[float, bus.Message]] = deque()

REMEMBER: Final = 60.0
"""Seconds for which a revocation is remembered: longer than it takes to find out who opens a socket."""


def arriving(application: Any) -> Application:
    """Notes in the scope when a socket arrives, before anybody asks who it is."""

    async def noted(scope: dict[str, Any], receive: Any, send: Any) -> None:
        await application({**scope, "arrived": time.monotonic()}, receive, send)

    return noted


def opened(socket: Socket, arrived: float | None = None) -> None:
    """From now on a revocation reaches this socket, and so does one that came since it has arrived."""
    _open.add(socket)
    _of_whom.update(_owners(socket))
    for at, message in _revoked:
        if arrived is not None and at >= arrived:
            _close_if_meant(socket, message)


def open_to(players: Collection[int]) -> list[Socket]:
    """The open sockets of these players, wherever they are on the site."""
    return [socket for socket in _open if socket.person is not None and socket.person.id in players]


def gone(socket: Socket) -> None:
    """The socket has closed."""
    socket.closed = True
    if socket not in _open:
        return
    _open.discard(socket)
    _of_whom.subtract(_owners(socket))
    for owner in _owners(socket):
        if not _of_whom[owner]:
            del _of_whom[owner]


def is_one_too_many(socket: Socket) -> bool:
    """Has the player, or the address, more sockets open in this process than they may have? Who was first stays."""
    if _of_whom[socket.source] > int(settings.SOCKETS_PER_ADDRESS):
        return True
    return socket.person is not None and _of_whom[socket.person.id] > int(settings.SOCKETS_PER_PLAYER)


def _owners(socket: Socket) -> list[int | str]:
    return [socket.source] if socket.person is None else [socket.source, socket.person.id]


def all_open() -> frozenset[Socket]:
    """All open sockets of this process."""
    return frozenset(_open)


def _revoke(message: bus.Message) -> None:
    """Close the sockets of a player or of a session: signed out, banned, password changed."""
    now = time.monotonic()
    while _revoked and _revoked[0][0] < now - REMEMBER:
        _revoked.popleft()
    _revoked.append((now, message))
    for socket in all_open():
        _close_if_meant(socket, message)


def _close_if_meant(socket: Socket, message: bus.Message) -> None:
    player, session = message.get("player"), message.get("session")
    if (session is not None and socket.session == session) or (
        player is not None and socket.person is not None and socket.person.id == player
    ):
        socket.close(message["code"])


bus.on("revoke", _revoke)

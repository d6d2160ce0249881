"""One socket from its welcome to its end: what the sockets of rooms and of the lobby have in common.

Frames of one socket are handled one after the other. A frame that is no good is answered, never fatal; only a flood, a
revocation or a stopping server closes.
"""

from __future__ import annotations

import asyncio
import logging
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any
from urllib.parse import parse_qs

from channels.db import database_sync_to_async
from django.db import DatabaseError
from django.utils import translation
from django.utils.translation import gettext_lazy as _

from tafelrunde.live import sockets
from tafelrunde.live.limits import Bucket
from tafelrunde.live.sockets import BROKEN, FLOOD, SIGNED_OUT, Socket
from tafelrunde.refusals import Refusal

from . import chat, frames, registry, wire
from .calls import Call
from .identify import Visitor, identify, origin_is_ours
from .models import Room
from .reader import language
from .registry import Answer

log = logging.getLogger(__name__)
FRAMES_PER_SECOND, FRAMES_AT_ONCE, MOST_REFUSED = 20.0, 60.0, 200
LINES_PER_SECOND, LINES_AT_ONCE = 1.0, 8.0


async def accepted(scope: dict[str, Any], receive: Any, send: Any) -> tuple[Socket, Visitor] | None:
    """The opened socket and who is there; None if a page of another site asked for it."""
    await receive()
    if not origin_is_ours(scope):
        await send({"type": "websocket.close", "code": 4403})
        return None
    visitor = await identify(scope)
    await send({"type": "websocket.accept"})
    query = parse_qs(scope["query_string"].decode(errors="replace"))
    html = query.get("format") == ["html"]
    return Socket(send, visitor.person, visitor.session, language(scope, query), html), visitor


class Connection(ABC):
    """One socket, of a room or of the lobby; `place` names it in the log."""

    def __init__(self, socket: Socket, visitor: Visitor, place: str) -> None:
        self.socket, self.visitor, self.place = socket, visitor, place
        self.frames = Bucket(FRAMES_PER_SECOND, FRAMES_AT_ONCE)
        self.lines = Bucket(LINES_PER_SECOND, LINES_AT_ONCE)
        self.refused = 0

    async def serve(self, receive: Any) -> None:
        """From the welcome to the end of the connection."""
        sockets.opened(self.socket)
        try:
            if self.visitor.unknown_token:
                raise Refusal("signed_out", _("This token is not valid."))
            await self.enter()
            ticking = asyncio.create_task(self._tick())
            try:
                while (event := await receive())["type"] == "websocket.receive":
                    await self.handle(event.get("text"))
            finally:
                ticking.cancel()
        except Refusal as refusal:
            self.socket.release("")
            self.refuse(refusal, None)
            self.socket.close(frames.NO_SUCH_ROOM if refusal.code == "no_such_room" else SIGNED_OUT)
        except Exception:
            log.exception("the socket of %s in %s failed", self.socket.person, self.place)
            self.socket.close(BROKEN)
        finally:
            sockets.gone(self.socket)
            self.leave()

    # --- what differs ---------------------------------------------------------------------------------------------

    @abstractmethod
    async def enter(self) -> None:
        """Go in, and release the socket with a welcome."""

    @abstractmethod
    def leave(self) -> None:
        """The connection has ended; it may never have entered."""

    @abstractmethod
    async def do(self, frame: wire.Frame) -> None:
        """Do what a good frame asks for, and answer it."""

    @abstractmethod
    def tick(self) -> str:
        """The heartbeat."""

    # --- what is alike --------------------------------------------------------------------------------------------

    async def handle(self, text: str | None) -> None:
        """Do what one frame asks for."""
        ref: str | None = None
        try:
            self.slow_down(self.frames)
            frame = wire.decode(text)
            ref = frame.ref
            await self.do(frame)
        except Refusal as refusal:
            self.refuse(refusal, ref)
        except DatabaseError:
            log.exception("%s: a frame of %s could not be saved", self.place, self.socket.person)
            self.refuse(Refusal("not_saved", _("That could not be saved: try again in a moment.")), ref)

    async def say(self, make: Callable[[str], Call], text: str, ref: str | None) -> None:
        """A line of chat or a command; `make` gives the call in the language of the socket, in a thread."""
        self.slow_down(self.lines)
        answer = await database_sync_to_async(self._say, thread_sensitive=False)(make, text)
        for line in answer.lines if answer else ():
            self.socket.write(frames.line(frames.answer_line(line), self.socket))
        if answer and answer.go:
            self.socket.write(frames.go(answer.go))
        self.socket.write(frames.ok(ref, None))

    def _say(self, make: Callable[[str], Call], text: str) -> Answer | None:
        language = self.socket.language
        with translation.override(language):
            return registry.run(make(language), text)

    async def last_lines(self, room: Room | None) -> list[dict[str, Any]]:
        """What has been said lately, as far as this reader may know."""
        return await database_sync_to_async(self._last_lines, thread_sensitive=False)(room)

    def _last_lines(self, room: Room | None) -> list[dict[str, Any]]:
        with translation.override(self.socket.language):
            return chat.last_lines(room, self.visitor.player)

    def slow_down(self, bucket: Bucket) -> None:
        """Refuse with a word how long to wait; who does not listen is cut off."""
        wait = bucket.take()
        if not wait:
            self.refused = max(0, self.refused - 1)
            return
        self.refused += 1
        if self.refused > MOST_REFUSED:
            self.socket.close(FLOOD)
        milliseconds = max(1, round(wait * 1000))
        text = _("Not so fast: wait a moment, then go on.")
        raise Refusal("too_fast", text, wait=milliseconds)

    def refuse(self, refusal: Refusal, ref: str | None) -> None:
        """Tell this reader alone."""
        with translation.override(self.socket.language):
            self.socket.write(frames.refusal(refusal, ref))

    async def _tick(self) -> None:
        """Tell the time and the version, so that a lost frame is noticed."""
        while True:
            await asyncio.sleep(frames.TICK)
            self.socket.write(self.tick())

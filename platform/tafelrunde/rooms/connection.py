"""One socket from its welcome to its end: what the sockets of rooms and of the lobby have in common.

Frames of one socket are handled one after the other. A frame that is no good is answered, never fatal; only a flood, a
revocation or a stopping server closes.
"""

from __future__ import annotations

import asyncio
import logging
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import parse_qs

from django.db import DatabaseError
from django.utils import translation
from django.utils.translation import gettext_lazy as _
from structlog.contextvars import bind_contextvars

from tafelrunde.accounts.models import Player
from tafelrunde.accounts.preferences import preferences_of
from tafelrunde.live import refusing, sockets
from tafelrunde.live.limits import Bucket, Limit, milliseconds, source
from tafelrunde.live.sockets import BANNED, BROKEN, FLOOD, SIGNED_OUT, Socket
from tafelrunde.live.threads import ask
from tafelrunde.moderation import traces
from tafelrunde.people import ignoring
from tafelrunde.refusals import Refusal

from . import chat, frames, registry, whispers, wire
from .calls import Call, Effect, signed_out
from .identify import Visitor, confirm, identify, origin_is_ours
from .models import Room
from .reader import language
from .registry import Answer
from .slowing import LIMITS, Brake, too_fast

log = logging.getLogger(__name__)
FRAMES_PER_SECOND, FRAMES_AT_ONCE = 20.0, 60.0
OPENINGS: Final = Limit(rate=1.0, burst=60.0)
"""How often a person may open a socket: others see each as a coming and a going."""
LATER: Final = 5.0
"""Seconds after which who has too many sockets open may try again."""
ENDS: Final = {
    "no_such_room": frames.NO_SUCH_ROOM,
    "banned": BANNED,
    "too_fast": FLOOD,
    "password_needed": frames.NO_ENTRY,
    "not_allowed_now": frames.NO_ENTRY,
}
CONFIRMED: Final = {**ENDS, "banned": frames.NO_ENTRY}
"""The same for who is known not to be banned from the site: then it is the room's host who does not let them in."""


@dataclass(frozen=True, slots=True)
class Accepted:
    """An opened socket, who seems to be there, when it arrived, and what its address asks for."""

    socket: Socket
    visitor: Visitor
    arrived: float | None
    query: dict[str, list[str]]


async def accepted(scope: dict[str, Any], receive: Any, send: Any) -> Accepted | None:
    """The opened socket; None if a page of another site asked for it."""
    await receive()
    if not origin_is_ours(scope):
        await send({"type": "websocket.close", "code": 4403})
        return None
    visitor = await identify(scope)
    await send({"type": "websocket.accept"})
    query = parse_qs(scope["query_string"].decode(errors="replace"))
    html = query.get("format") == ["html"]
    reads = language(scope, query, visitor.player)
    address = source(next(iter(scope.get("client") or ()), ""))
    send_text = (scope.get("extensions") or {}).get(sockets.SEND_TEXT)
    socket = Socket(send, visitor.person, visitor.session, reads, html, address, send_text)
    socket.proof, socket.comer = visitor.proof, visitor.comer
    return Accepted(socket, visitor, scope.get("arrived"), query)


class Connection(ABC):
    """One socket, of a room or of the lobby; `place` names it in the log."""

    def __init__(self, opened: Accepted, place: str) -> None:
        self.socket, self.visitor, self.place = opened.socket, opened.visitor, place
        self.player: Player | None = None
        self.frames = Bucket(FRAMES_PER_SECOND, FRAMES_AT_ONCE)
        self.whose = opened.socket.person.id if opened.socket.person else opened.socket.source
        self.brake = Brake(opened.socket)
        sockets.opened(opened.socket, opened.arrived)

    async def serve(self, receive: Any) -> None:
        """From the welcome to the end of the connection."""
        ends = ENDS
        bind_contextvars(place=self.place, **({"player": self.socket.person.id} if self.socket.person else {}))
        try:
            self.refuse_too_many()
            self.player = await confirm(self.visitor)
            ends = CONFIRMED
            if self.player is not None:
                traces.saw(self.player.pk, self.socket.source)
                await ignoring.know(self.player.pk)
            if self.socket.preferences is None:  # else they have changed meanwhile, and that is newer
                self.socket.preferences = preferences_of(self.player)
            await self.enter()
            ticking = asyncio.create_task(self._tick())
            try:
                while (event := await receive())["type"] == "websocket.receive":
                    if not self.socket.closed:  # what still comes from a client that we have closed counts for nothing
                        await self.handle(event.get("text"))
            finally:
                ticking.cancel()
        except Refusal as refusal:
            refusing.count(refusal)
            with translation.override(self.socket.language):
                last = frames.refusal(refusal, None)
            self.socket.end(last, ends.get(refusal.code, SIGNED_OUT))
        except Exception:
            log.exception("the socket of %s in %s failed", self.socket.person, self.place)
            self.socket.close(BROKEN)
        finally:
            sockets.gone(self.socket)
            self.leave()

    def refuse_too_many(self) -> None:
        """Refusal `too_fast` for one socket too many, and for who opens them too often."""
        if sockets.is_one_too_many(self.socket):
            text = _("Too many pages or programs of yours are connected already: close some, then try again.")
            raise Refusal("too_fast", text, wait=milliseconds(LATER))
        if self.socket.person is not None and (wait := OPENINGS.take(self.socket.person.id)):
            raise too_fast(wait)

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

    def wait_for(self, effect: Effect) -> float:
        """0.0 if the reader may type a line that does this to others, else the seconds to wait."""
        return LIMITS[effect].take(self.whose)

    # --- what is alike --------------------------------------------------------------------------------------------

    async def handle(self, text: str | None) -> None:
        """Do what one frame asks for."""
        ref: str | None = None
        try:
            self.brake.slow_down(self.frames.take())
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
        self.brake.slow_down(self.wait_for(registry.effect_of(text)))
        answer = await ask(self._say, make, text)
        for line in answer.lines if answer else ():
            self.socket.write(frames.line(frames.answer_line(line), self.socket))
        if answer and answer.go:
            self.socket.write(frames.go(answer.go))
        self.socket.write(frames.ok(ref, None))

    def _say(self, make: Callable[[str], Call], text: str) -> Answer | None:
        language = self.socket.language
        with translation.override(language):
            return registry.run(make(language), text)

    async def seen(self, line: int, ref: str | None) -> None:
        """The reader has seen a whisper or a letter. Refusal `signed_out` for who has no name, and so gets none."""
        if self.player is None:
            raise signed_out()
        await ask(whispers.seen, self.player, line)
        self.socket.write(frames.ok(ref, None))

    async def last_lines(self, room: Room | None) -> list[dict[str, Any]]:
        """What has been said lately, as far as this reader may know."""
        return await ask(self._last_lines, room)

    def _last_lines(self, room: Room | None) -> list[dict[str, Any]]:
        with translation.override(self.socket.language):
            return chat.last_lines(room, self.player)

    def refuse(self, refusal: Refusal, ref: str | None) -> None:
        """Tell this reader alone."""
        refusing.count(refusal)
        with translation.override(self.socket.language):
            self.socket.write(frames.refusal(refusal, ref))

    async def _tick(self) -> None:
        """Tell the time and the version, so that a lost frame is noticed."""
        while True:
            await asyncio.sleep(frames.TICK)
            self.socket.write(self.tick())

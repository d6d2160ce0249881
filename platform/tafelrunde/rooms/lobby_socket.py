"""The socket of the lobby: rooms as they change, whispers, and the commands that need no room."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy as _

from tafelrunde.live import presence
from tafelrunde.live.limits import Bucket
from tafelrunde.refusals import Refusal

from . import frames, news, wire
from .calls import Call
from .connection import Accepted, Connection, accepted
from .listing import LOBBY
from .lobby import lobby

SYNCS_PER_SECOND, SYNCS_AT_ONCE = 2.0, 20.0
"""For each all rooms are read."""


async def lobby_socket(scope: dict[str, Any], receive: Any, send: Any) -> None:
    """Serve one connection to `/ws/lobby/`."""
    if (opened := await accepted(scope, receive, send)) is not None:
        await LobbyConnection(opened, "the lobby").serve(receive)


class LobbyConnection(Connection):
    """One socket in the lobby."""

    entered = False

    def __init__(self, opened: Accepted, place: str) -> None:
        super().__init__(opened, place)
        self.syncs = Bucket(SYNCS_PER_SECOND, SYNCS_AT_ONCE)

    async def enter(self) -> None:
        self.entered = True
        if self.socket.person is not None:
            presence.enter(LOBBY, self.socket.person.id)
        await self.welcome()
        await news.welcome(self.socket)

    async def welcome(self) -> None:
        """Everything this reader may know."""
        await lobby.enter(self.socket, await self.last_lines(None))

    async def sync(self) -> None:
        """Everything again; a whisper that is told while it is read comes behind it."""
        self.socket.hold()
        try:
            await self.welcome()
        except BaseException:
            self.socket.release("")
            raise

    def leave(self) -> None:
        if not self.entered:
            return
        lobby.leave(self.socket)
        if self.socket.person is not None:
            presence.leave(LOBBY, self.socket.person.id)

    def tick(self) -> str:
        return frames.heartbeat(None)

    async def do(self, frame: wire.Frame) -> None:
        match frame:
            case wire.Say():
                player = self.player
                await self.say(lambda language: Call(player, language), frame.text, frame.ref)
            case wire.Seen():
                await self.seen(frame.line, frame.ref)
            case wire.Sync():
                self.brake.slow_down(self.syncs.take())
                await self.sync()
                self.socket.write(frames.ok(frame.ref, None))
            case _frame:
                raise Refusal("not_allowed_now", _("In the lobby there is nothing to play: enter a room."))

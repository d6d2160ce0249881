"""The process that serves: Daphne in one event loop with the background tasks, drained before it ends.

Import this module before anything else imports Twisted's reactor: it installs it, on uvloop where there is one.
"""

from __future__ import annotations

import asyncio
import gc
import logging
import signal
import socket
import sys
from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from typing import Any

from twisted.internet import asyncioreactor

if "twisted.internet.reactor" not in sys.modules:
    try:
        import uvloop
    except ImportError:
        asyncioreactor.install(asyncio.new_event_loop())
    else:
        asyncioreactor.install(uvloop.new_event_loop())

from daphne.server import Server as Daphne
from django.conf import settings
from django.db import connections
from twisted.internet import defer, reactor

from . import notify
from .background import Background, Run
from .guard import GuardedFactory, GuardedProtocol, Inbox
from .sockets import SEND_TEXT

Application = Callable[[Any, Any, Any], Awaitable[None]]

MAX_FRAME = 64 * 1024
"""Bytes of a WebSocket message the server takes; the rooms refuse smaller ones with a reason."""
DRAIN = 3.0
"""Seconds that requests and consumers have to end by themselves."""
RESTART = 1012
"""The close code of a server that is going away to come back."""

log = logging.getLogger(__name__)


class Server(Daphne):
    """Daphne on one listening socket, with a start and an end.

    `ready` is called once when everything runs. SIGTERM and SIGINT close every WebSocket with 1012, let requests end,
    stop the background tasks, and `run` returns.
    """

    def __init__(
        self,
        application: Application,
        listener: socket.socket,
        *,
        background: Mapping[str, Run] | None = None,
        ready: Callable[[], None] = lambda: None,
    ) -> None:
        super().__init__(
            application,
            endpoints=["adopted in _start"],
            signal_handlers=False,
            websocket_timeout=-1,  # Daphne would close every socket after a day
            ping_interval=float("inf"),  # Daphne would ask and hear no answer: Autobahn does both, see _start
            websocket_max_message_size=MAX_FRAME,
            websocket_max_frame_size=MAX_FRAME,
            application_close_timeout=5,
            server_name=None,
        )
        self.endpoints: list[str] = []
        self.connections: dict[Any, dict[str, Any]] = {}
        self._listener = listener
        self._background = Background(background)
        self._ready = ready
        self._port: Any = None

    def run(self) -> None:
        """Serve until told to stop."""
        reactor.callWhenRunning(self._start)
        super().run()

    def _start(self) -> None:
        loop = asyncio.get_event_loop()
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(number, self.stop)
        self.ws_factory.protocol = GuardedProtocol
        self.ws_factory.setProtocolOptions(
            failByDrop=False,  # who breaks the protocol is told so
            autoPingInterval=settings.PING_SECONDS,
            autoPingTimeout=settings.PING_SECONDS,
            autoPingRestartOnAnyTraffic=True,
        )
        self._port = reactor.adoptStreamPort(self._listener.fileno(), self._listener.family, GuardedFactory(self))
        self._listener.close()  # the port has its own descriptor
        loop.call_soon(self._started)

    def _started(self) -> None:
        self._background.start()
        _calm_garbage_collection()
        self._ready()

    def stop(self) -> None:
        """Drain and let `run` return; a second call changes nothing."""
        if reactor.running:
            reactor.stop()  # type: ignore[misc]  # Twisted declares it on an interface

    def create_application(self, protocol: Any, scope: dict[str, Any]) -> Inbox | None:
        """As Daphne's, with an inbox that knows when its client sends too fast."""
        if protocol not in self.connections:
            return None
        inbox = Inbox(protocol if isinstance(protocol, GuardedProtocol) else None)
        scope.setdefault("asgi", {"version": "3.0"})
        if isinstance(protocol, GuardedProtocol):
            scope["extensions"] = {**scope.get("extensions", {}), SEND_TEXT: protocol.send_text}
        running = self.application(scope, inbox.get, partial(self.handle_reply, protocol))
        self.connections[protocol]["application_instance"] = asyncio.ensure_future(running)
        return inbox

    def kill_all_applications(self) -> defer.Deferred[None]:
        """Called by the reactor before it stops: it waits for what this returns."""
        return defer.Deferred.fromFuture(asyncio.ensure_future(self._drain()))

    async def _drain(self) -> None:
        try:
            notify.tell("STOPPING=1")
            self._port.stopListening()
            await self._end_connections()
            await self._background.stop()
            for connection in connections.all(initialized_only=True):
                getattr(connection, "close_pool", connection.close)()  # only PostgreSQL has a pool
        except Exception:  # the process must end all the same
            log.exception("could not drain in order")

    async def _end_connections(self) -> None:
        end = asyncio.get_running_loop().time() + DRAIN
        while running := self._running():
            for protocol in running.values():
                if isinstance(protocol, GuardedProtocol) and protocol.state == protocol.STATE_OPEN:
                    protocol.sendCloseFrame(code=RESTART, isReply=False)
            rest = end - asyncio.get_running_loop().time()
            if rest <= 0:
                break
            await asyncio.wait(running, timeout=min(rest, 0.1))  # sockets may still open while we wait
        for task in (late := self._running()):
            task.cancel()
        await asyncio.gather(*late, return_exceptions=True)

    def _running(self) -> dict[asyncio.Future[None], Any]:
        """The consumers and requests that have not ended yet, and their connections."""
        tasks = ((details.get("application_instance"), protocol) for protocol, details in self.connections.items())
        return {task: protocol for task, protocol in tasks if task is not None and not task.done()}


def _calm_garbage_collection() -> None:
    """What is here at the start stays: full collections over all of it would only hold up the moves."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 50)

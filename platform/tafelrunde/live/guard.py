"""Bounded buffers: Daphne has none, in neither direction.

Inwards, a client that sends faster than its consumer reads is no longer read from, and TCP slows it down.
Outwards, a client that does not read is dropped once too much waits for it; it comes back and gets the current state.
The body of a request has an end, too.

Frames are most of what a move costs, and the usual way of one through ASGI, Daphne, Autobahn and Twisted's reactor
costs several times as much as the system call at its end. So what nearly all frames are, whole short texts, goes a
shorter way here: out by `send_text`, in by `_whole_text`. Everything else goes the usual one.
"""

from __future__ import annotations

import asyncio
import logging
from typing import Any

from daphne.http_protocol import HTTPFactory, WebRequest
from daphne.ws_protocol import WebSocketProtocol
from twisted.internet.interfaces import IPushProducer
from twisted.internet.tcp import Connection
from zope.interface import implementer

IN_HIGH, IN_LOW = 64, 8
"""Events that wait for a consumer: at how many its client is no longer read from, and from how few on it is again."""
OUT_MAX = 256 * 1024
"""Bytes that may wait for a client beyond those its transport holds anyway (64 KiB)."""
BODY_MAX = 1024 * 1024
"""Bytes of a request's body; people and programs send short forms and messages."""

log = logging.getLogger(__name__)


class Inbox(asyncio.Queue[dict[str, Any]]):
    """What one consumer receives, of a protocol that is told when to pause and to go on."""

    def __init__(self, protocol: GuardedProtocol | None = None) -> None:
        super().__init__()
        self._protocol = protocol

    def put_nowait(self, item: dict[str, Any]) -> None:
        super().put_nowait(item)
        if self._protocol and self.qsize() >= IN_HIGH:
            self._protocol.pause_reading()

    def get_nowait(self) -> dict[str, Any]:
        item = super().get_nowait()  # Queue.get ends here, too
        if self._protocol and self.qsize() <= IN_LOW:
            self._protocol.resume_reading()
        return item


class GuardedProtocol(WebSocketProtocol):
    """Daphne's protocol, with an end to both buffers."""

    application_queue: Inbox
    _paused = False
    _ahead = b""
    _outward: _Outward | None = None

    def onConnect(self, request: Any) -> Any:  # noqa: N802  autobahn's name
        self.transport.unregisterProducer()  # the HTTP channel this connection began as
        self._outward = _Outward()
        self.transport.registerProducer(self._outward, True)
        return super().onConnect(request)

    def dataReceived(self, data: bytes) -> None:  # noqa: N802
        """What has come from the client. (Autobahn's own makes the words of a log line that nobody reads first.)"""
        if self.state == self.STATE_OPEN and not (self.data or self.current_frame or self.inside_message):
            payload = _whole_text(data)
            if payload is not None:
                if self.autoPingTimeoutCall:
                    self._cancelAutoPingTimeoutCall()
                self.onMessage(payload, False)
                return
        self._dataReceived(data)

    def pause_reading(self) -> None:
        """Take nothing more from the client; what its last packet held may still come."""
        if not self._paused:
            self._paused = True
            self.transport.pauseProducing()

    def resume_reading(self) -> None:
        """Go on after `pause_reading`."""
        if self._paused:
            self._paused = False
            if self.state != self.STATE_CLOSED:  # a closing one must still hear the client's goodbye
                self.transport.resumeProducing()

    def send_text(self, text: str, more: bool = False) -> None:
        """Send a text frame; what the connection does not take at once waits in the buffer. Never waits itself.

        With `more` it may go together with the next one of this turn of the loop.
        """
        if self.state != self.STATE_OPEN:
            return
        payload = text.encode()
        if self._perMessageCompress is not None or self.send_queue or not isinstance(self.transport, Connection):
            self.sendMessage(payload)
            return
        data = self._ahead + _header(len(payload)) + payload
        self._ahead = data if more else b""
        if more:
            asyncio.get_running_loop().call_soon(self._send_ahead)
        else:
            self._send_now(data)

    def _send_ahead(self) -> None:
        if self._ahead and self.state == self.STATE_OPEN:
            data, self._ahead = self._ahead, b""
            self._send_now(data)

    def _send_now(self, data: bytes) -> None:
        if not self.transport.dataBuffer and not self.transport._tempDataLen:  # else it would overtake what waits
            sent = self.transport.writeSomeData(data)
            if sent == len(data):
                return
            if not isinstance(sent, int):
                return  # the connection has gone, and whoever reads from it will notice
            data = data[sent:]
        try:
            self.sendData(data)
        except RuntimeError:  # uvloop's, of a connection that is just being taken down
            log.debug("writing to a connection that has gone", exc_info=True)

    def sendData(self, data: bytes, sync: bool = False, chopsize: int | None = None) -> None:  # noqa: N802
        """All that does not go out at once comes through here: frames, pongs, close."""
        if self._ahead:
            data, self._ahead = self._ahead + data, b""
        if self._outward and self._outward.overflows(len(data)):
            log.info("client %s does not read and is dropped", getattr(self, "client_addr", None))
            self._outward = None
            self.dropConnection(abort=True)
            return
        super().sendData(data, sync, chopsize)

    def connectionLost(self, reason: Any) -> None:  # noqa: N802
        self._outward = None
        super().connectionLost(reason)


def _whole_text(data: bytes) -> bytes | None:
    """The payload if this is one whole masked text frame of less than 126 bytes (RFC 6455, 5.2) and nothing else."""
    if len(data) < 7 or data[0] != 0x81 or data[1] - 0x80 != len(data) - 6 or data[1] > 0x80 + 125:
        return None
    size = len(data) - 6
    mask = (data[2:6] * (size // 4 + 1))[:size]
    payload = (int.from_bytes(data[6:], "big") ^ int.from_bytes(mask, "big")).to_bytes(size, "big")
    try:
        payload.decode()
    except UnicodeDecodeError:
        return None
    return payload


def _header(size: int) -> bytes:
    """Of a whole, unmasked text frame (RFC 6455, 5.2)."""
    if size < 126:
        return bytes((0x81, size))
    if size < 1 << 16:
        return b"\x81\x7e" + size.to_bytes(2, "big")
    return b"\x81\x7f" + size.to_bytes(8, "big")


class GuardedFactory(HTTPFactory):
    """Daphne's factory of HTTP channels, for requests with an end."""

    def buildProtocol(self, addr: Any) -> Any:  # noqa: N802
        channel = super().buildProtocol(addr)
        channel.requestFactory = _BoundedRequest
        return channel


class _BoundedRequest(WebRequest):
    """Refused with 413 as soon as its body is, or says it will be, too long."""

    _received = 0

    def gotLength(self, length: int | None) -> None:  # noqa: N802
        super().gotLength(length)
        if length and length > BODY_MAX:
            self._refuse()

    def handleContentChunk(self, data: bytes) -> None:  # noqa: N802
        self._received += len(data)
        if self._received > BODY_MAX:
            self._refuse()
        else:
            super().handleContentChunk(data)

    def _refuse(self) -> None:
        self.channel.transport.write(
            b"HTTP/1.1 413 Content Too Large\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"
        )
        self.channel.loseConnection()


@implementer(IPushProducer)
class _Outward:
    """Counts what is sent while the transport's buffer is full; the transport says when it is."""

    def __init__(self) -> None:
        self._full = False
        self._waiting = 0

    def overflows(self, size: int) -> bool:
        self._waiting = self._waiting + size if self._full else 0
        return self._waiting > OUT_MAX

    def pauseProducing(self) -> None:  # noqa: N802
        self._full = True

    def resumeProducing(self) -> None:  # noqa: N802
        self._full = False

    def stopProducing(self) -> None:  # noqa: N802
        self._full = False

"""Writing to a socket never raises, whatever has become of it: telling one must not keep others from hearing."""

from __future__ import annotations

from typing import Any, cast

import pytest
from twisted.internet.error import ConnectionLost
from twisted.internet.tcp import Connection

from tafelrunde.live.guard import GuardedProtocol
from tafelrunde.live.sockets import Socket


class GoneConnection(Connection):
    """A connection of which the other end has gone."""

    def __init__(self) -> None:
        self.dataBuffer, self._tempDataLen = b"", 0

    def writeSomeData(self, data: bytes) -> Any:  # noqa: N802  Twisted's name
        return ConnectionLost()

    def write(self, data: bytes) -> None:
        pytest.fail("it was written to")


def open_socket(send_text: Any) -> Socket:
    socket = Socket(cast("Any", None), None, None, "en", html=False, send_text=send_text)
    socket.release("")
    return socket


def test_who_has_gone_is_not_written_to() -> None:
    protocol = GuardedProtocol.__new__(GuardedProtocol)
    protocol.state, protocol._perMessageCompress = GuardedProtocol.STATE_OPEN, None
    protocol.send_queue, protocol.transport = [], GoneConnection()
    protocol.send_text("hello")


def test_what_cannot_be_buffered_any_more_is_nobodys_trouble(monkeypatch: pytest.MonkeyPatch) -> None:
    protocol = GuardedProtocol.__new__(GuardedProtocol)
    protocol.state, protocol._perMessageCompress = GuardedProtocol.STATE_OPEN, None
    protocol.send_queue, protocol.transport = [], GoneConnection()
    protocol.transport.dataBuffer = b"waiting"

    def closed(_data: bytes) -> None:
        raise RuntimeError("the handler is closed")

    monkeypatch.setattr(protocol, "sendData", closed)
    protocol.send_text("hello")


def test_a_server_that_cannot_send_counts_as_closed() -> None:
    asked = []

    def send_text(text: str, more: bool) -> None:
        asked.append(text)
        raise RuntimeError("the handler is closed")

    socket = open_socket(send_text)
    socket.write("one")
    socket.write("two")
    assert (socket.closed, asked) == (True, ["one"])

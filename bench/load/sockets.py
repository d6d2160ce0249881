"""A WebSocket client (RFC 6455) that costs little: what a load generator spends, the server cannot have.

Text frames of any length, unfragmented, as Tafelrunde's servers send them. It masks with zeros, which the RFC allows
and which spares turning every byte.
"""

from __future__ import annotations

import asyncio
import base64
import os
from collections.abc import Callable
from time import perf_counter
from typing import cast

TEXT, CLOSE, PING, PONG = 1, 8, 9, 10


class Client(asyncio.Protocol):
    """One socket. `on_text(client, payload, at)` gets each text frame, and when it came in seconds of perf_counter."""

    def __init__(self, path: str, token: str, on_text: Callable[[Client, bytes, float], None]) -> None:
        self.path, self.token, self.on_text = path, token, on_text
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.closed: int | None = None
        self._rest = b""
        self._transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast("asyncio.Transport", transport)
        key = base64.b64encode(os.urandom(16)).decode()
        host, port = transport.get_extra_info("peername")[:2]
        authorization = f"Authorization: Bearer {self.token}\r\n" if self.token else ""
        self._transport.write(
            f"GET {self.path} HTTP/1.1\r\nHost: {host}:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n{authorization}\r\n".encode()
        )

    def data_received(self, data: bytes) -> None:
        at = perf_counter()
        if self._rest:
            data = self._rest + data
        if not self.opened.done():
            head, end, data = data.partition(b"\r\n\r\n")
            if not end:
                self._rest = head
                return
            if b" 101 " not in head.splitlines()[0]:
                self.opened.set_exception(ConnectionError(head.decode(errors="replace")))
                return
            self.opened.set_result(None)
        at_byte, length = 0, len(data)
        while length - at_byte >= 2:
            begin, size = at_byte + 2, data[at_byte + 1]
            if size >= 126:
                wide = 2 if size == 126 else 8
                if length - begin < wide:
                    break
                size = int.from_bytes(data[begin : begin + wide], "big")
                begin += wide
            if length - begin < size:
                break
            self._frame(data[at_byte] & 15, data[begin : begin + size], at)
            at_byte = begin + size
        self._rest = data[at_byte:]

    def _frame(self, kind: int, payload: bytes, at: float) -> None:
        if kind == TEXT:
            self.on_text(self, payload, at)
        elif kind == PING:
            self._send(PONG, payload)
        elif kind == CLOSE:
            self.closed = int.from_bytes(payload[:2], "big")

    def connection_lost(self, error: Exception | None) -> None:
        self.closed = self.closed or 1006
        if not self.opened.done():
            self.opened.set_exception(error or ConnectionError("closed"))

    def send(self, text: bytes) -> None:
        """Send a text frame."""
        self._send(TEXT, text)

    def close(self) -> None:
        """Go, without ceremony."""
        if self._transport is not None:
            self._transport.close()

    def _send(self, kind: int, payload: bytes) -> None:
        assert self._transport is not None
        size = len(payload)
        head = bytes([128 | kind, 128 | size]) if size < 126 else bytes([128 | kind, 254]) + size.to_bytes(2, "big")
        self._transport.write(head + b"\0\0\0\0" + payload)


async def connect(
    port: int, path: str, token: str, on_text: Callable[[Client, bytes, float], None], host: str = "127.0.0.1"
) -> Client:
    """An open socket of a player, or without a token of nobody."""
    loop = asyncio.get_running_loop()
    _transport, client = await loop.create_connection(lambda: Client(path, token, on_text), host, port)
    await client.opened
    return client

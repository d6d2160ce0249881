"""A WebSocket client that does as it is told, however rude: it reads only when asked to, and sends without waiting."""

from __future__ import annotations

import contextlib
import socket
from collections.abc import Iterator

CONTINUATION, TEXT, CLOSE, PING = 0x0, 0x1, 0x8, 0x9


def frame(opcode: int, payload: bytes, mask: bytes = b"\0\0\0\0", *, last: bool = True) -> bytes:
    """A client's frame, masked with zeros unless told otherwise, and the last of its message."""
    assert len(payload) < 65536
    length = bytes([0x80 | len(payload)]) if len(payload) < 126 else b"\xfe" + len(payload).to_bytes(2, "big")
    masked = bytes(byte ^ mask[n % 4] for n, byte in enumerate(payload))
    return bytes([(0x80 if last else 0) | opcode]) + length + mask + masked


class RawSocket:
    """A connection after the handshake."""

    def __init__(self, connection: socket.socket) -> None:
        self._connection = connection
        self._file = connection.makefile("rb")
        self._unsent = b""

    def send(self, data: bytes, patience: float | None = None) -> bool:
        """False if the other side took nothing more for that long; what is left goes out first next time."""
        self._connection.settimeout(patience)
        self._unsent += data
        try:
            while self._unsent:
                self._unsent = self._unsent[self._connection.send(self._unsent) :]
        except TimeoutError:
            return False
        finally:
            self._connection.settimeout(60)
        return True

    def receive(self) -> tuple[int, bytes]:
        """The next frame's opcode and payload."""
        first, second = self._file.read(2)
        length = second & 0x7F
        if length >= 126:
            length = int.from_bytes(self._file.read(2 if length == 126 else 8), "big")
        return first & 0x0F, self._file.read(length)


@contextlib.contextmanager
def connect(
    port: int, path: str, token: str | None = None, *, receive_buffer: int | None = None
) -> Iterator[RawSocket]:
    """Connect to a server of this machine; with a small buffer of the kernel, what is not read waits at the server."""
    authorization = f"Authorization: Bearer {token}\r\n" if token else ""
    with socket.socket() as connection:
        if receive_buffer is not None:
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
        connection.settimeout(60)
        connection.connect(("127.0.0.1", port))
        connection.sendall(
            f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"{authorization}Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
        )
        answer = b""
        while not answer.endswith(b"\r\n\r\n"):
            answer += connection.recv(1)
        assert b" 101 " in answer.partition(b"\r\n")[0]
        yield RawSocket(connection)

"""A socket in this process, for tests on a machine that may be busy: nothing that comes is given up after a second."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from channels.testing import WebsocketCommunicator

from tafelrunde.asgi import application

PATIENCE = 60.0
"""Seconds; only a test that fails waits for so long."""


class Communicator(WebsocketCommunicator):
    """That of Channels at an address of ours, with patience."""

    def __init__(self, path: str, headers: Sequence[tuple[bytes, bytes]] = ()) -> None:
        super().__init__(application, path, headers=list(headers))

    @classmethod
    def of(cls, path: str, token: str | None) -> Communicator:
        """With a member's token, or of a visitor."""
        return cls(path, [(b"authorization", f"Bearer {token}".encode())] if token else [])

    async def connect(self, timeout: float = PATIENCE) -> tuple[bool, Any]:
        """Open it: whether it was accepted."""
        return await super().connect(timeout)

    async def receive_output(self, timeout: float = PATIENCE) -> dict[str, Any]:
        """The next event of the application."""
        event: dict[str, Any] = await super().receive_output(timeout)
        return event

    async def receive_from(self, timeout: float = PATIENCE) -> str | bytes:
        """The next text."""
        return await super().receive_from(timeout)

    async def receive_json_from(self, timeout: float = PATIENCE) -> Any:
        """The next frame."""
        return await super().receive_json_from(timeout)

    async def disconnect(self, code: int = 1000, timeout: float = PATIENCE) -> None:
        """Close it, and wait until the application has ended."""
        await super().disconnect(code, timeout)

    async def wait(self, timeout: float = PATIENCE) -> None:
        """Wait until the application has ended."""
        await super().wait(timeout)

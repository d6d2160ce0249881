"""Behind a proxy: who asked, and how, is in headers that the proxy sets."""

from __future__ import annotations

from typing import Any


class BehindProxy:
    """An ASGI application that believes the last entry of X-Forwarded-For and X-Forwarded-Proto: the proxy's own.

    What stands before it was sent by the client, who may say anything.
    """

    def __init__(self, application: Any) -> None:
        self._application = application

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] in ("http", "websocket"):
            scope = {**scope, **_forwarded(scope)}
        await self._application(scope, receive, send)


def _forwarded(scope: Any) -> dict[str, Any]:
    said: dict[str, Any] = {}
    headers = dict(scope["headers"])
    if address := _last(headers.get(b"x-forwarded-for", b"")):
        said["client"] = [address, 0]
    if _last(headers.get(b"x-forwarded-proto", b"")) in ("https", "wss"):
        said["scheme"] = "https" if scope["type"] == "http" else "wss"
    return said


def _last(value: bytes) -> str:
    return value.decode("latin1").rpartition(",")[2].strip()

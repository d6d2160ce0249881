"""Behind a proxy: who asked, and how, is in headers that the proxy sets."""

from __future__ import annotations

from typing import Any


class BehindProxies:
    """An ASGI application that takes the client's address and scheme from the headers, behind so many proxies.

    Each proxy adds the address it was asked from. What stands before these came from the client, who may say anything.
    """

    def __init__(self, application: Any, proxies: int) -> None:
        self._application = application
        self._proxies = proxies

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] in ("http", "websocket"):
            scope = {**scope, **self._forwarded(scope)}
        await self._application(scope, receive, send)

    def _forwarded(self, scope: Any) -> dict[str, Any]:
        said: dict[str, Any] = {}
        addresses = _values(scope, b"x-forwarded-for")
        if len(addresses) >= self._proxies:
            said["client"] = [addresses[-self._proxies], 0]
        if _values(scope, b"x-forwarded-proto")[-1:] == ["https"]:
            said["scheme"] = "https" if scope["type"] == "http" else "wss"
        return said


def _values(scope: Any, name: bytes) -> list[str]:
    lists = (value.decode("latin1").split(",") for header, value in scope["headers"] if header == name)
    return [value.strip() for values in lists for value in values if value.strip()]

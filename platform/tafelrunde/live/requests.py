"""Each HTTP request: a name by which its lines in the log are found, and how long it took."""

from __future__ import annotations

import re
import secrets
from collections.abc import Iterator
from time import perf_counter
from typing import Any, Final

from django.conf import settings
from prometheus_client.metrics_core import Metric
from structlog.contextvars import bound_contextvars

from . import metrics
from .metrics import Spreads, histogram

_seconds: Final = Spreads()
_GOOD: Final = re.compile(rb"[A-Za-z0-9_-]{8,64}")


class Requests:
    """An ASGI application that names and measures what it passes on. Sockets are named, too, and not measured."""

    def __init__(self, application: Any) -> None:
        self._application = application

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        with bound_contextvars(request=_name(scope)):
            if scope["type"] == "http":
                await self._measured(scope, receive, send)
            else:
                await self._application(scope, receive, send)

    async def _measured(self, scope: Any, receive: Any, send: Any) -> None:
        began, status = perf_counter(), 500

        async def noted(event: Any) -> None:
            nonlocal status
            if event["type"] == "http.response.start":
                status = event["status"]
            await send(event)

        try:
            await self._application(scope, receive, noted)
        finally:
            _seconds[f"{status // 100}xx",].add(perf_counter() - began)


def _name(scope: Any) -> str:
    """As the proxy has named it, where one is trusted; else one of our own."""
    if settings.TRUSTED_PROXIES:
        for header, value in scope.get("headers", ()):
            if header == b"x-request-id" and _GOOD.fullmatch(value):
                return str(value.decode("ascii"))
    return secrets.token_hex(6)


def _collect() -> Iterator[Metric]:
    yield histogram("http_request_seconds", "From a request to the end of its answer.", _seconds, ["status"])


metrics.register(_collect)

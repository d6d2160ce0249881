"""Three addresses for whoever runs the server, answered before anything else is asked: by no session and no template.

``/healthz``: the loop answers. ``/readyz``: what this process needs, by name, with 503 where something is missing.
``/metrics``: figures, for who asks from this machine and not through a proxy, or has the token of the settings.
"""

from __future__ import annotations

import hmac
import ipaddress
from collections.abc import Mapping
from typing import Any, Final

from django.conf import settings

from . import health, metrics

PLAIN: Final = "text/plain; charset=utf-8"
FORWARDED: Final = (b"x-forwarded-for", b"forwarded", b"x-real-ip")


class ForOperators:
    """An ASGI application that answers them and passes on everything else."""

    def __init__(self, application: Any) -> None:
        self._application = application

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        page = PAGES.get(scope.get("path", "")) if scope["type"] == "http" else None
        if page is None:
            await self._application(scope, receive, send)
            return
        if scope["method"] in ("GET", "HEAD"):
            status, body, content_type = await page(scope)
        else:
            status, body, content_type = 405, b"", PLAIN
        headers = {"Content-Type": content_type, "Content-Length": str(len(body)), "Cache-Control": "no-store"}
        if status == 405:
            headers["Allow"] = "GET, HEAD"
        encoded = [(name.encode(), value.encode()) for name, value in headers.items()]
        await send({"type": "http.response.start", "status": status, "headers": encoded})
        await send({"type": "http.response.body", "body": b"" if scope["method"] == "HEAD" else body})


async def _alive(_scope: Any) -> tuple[int, bytes, str]:
    return 200, b"alive\n", PLAIN


async def _ready(_scope: Any) -> tuple[int, bytes, str]:
    reasons = await health.reasons()
    lines = [f"{name}: {reason or 'ok'}\n" for name, reason in reasons.items()]
    return 503 if any(reasons.values()) else 200, "".join(lines).encode(), PLAIN


async def _figures(scope: Any) -> tuple[int, bytes, str]:
    headers = dict(scope["headers"])
    if not (_has_token(headers) or _is_local(scope, headers)):
        return 404, b"", PLAIN  # it is not said what there would be
    body, content_type = await metrics.page(headers.get(b"accept", b"").decode("latin1"))
    return 200, body, content_type


def _has_token(headers: Mapping[bytes, bytes]) -> bool:
    token = str(settings.METRICS_TOKEN)
    return bool(token) and hmac.compare_digest(headers.get(b"authorization", b""), b"Bearer " + token.encode())


def _is_local(scope: Any, headers: Mapping[bytes, bytes]) -> bool:
    """From this machine itself: what a proxy passes on comes from elsewhere, whatever it says."""
    try:
        address = ipaddress.ip_address(next(iter(scope.get("client") or ()), ""))
    except ValueError:
        return False
    return address.is_loopback and not any(name in headers for name in FORWARDED)


PAGES: Final = {"/healthz": _alive, "/readyz": _ready, "/metrics": _figures}

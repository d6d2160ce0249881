"""Headers that make a browser careful, on every answer: also on files, errors, and what Django never sees."""

from __future__ import annotations

from typing import Any, Final

from django.conf import settings

NOTHING: Final = "default-src 'none'; frame-ancestors 'none'"
"""For an answer that is no page: it may load nothing, and nobody may show it inside of something."""
ALWAYS: Final = {
    b"content-security-policy": NOTHING,
    b"cross-origin-opener-policy": "same-origin",
    b"cross-origin-resource-policy": "same-origin",
    b"permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    b"referrer-policy": "same-origin",
    b"x-content-type-options": "nosniff",
    b"x-frame-options": "DENY",
}


class Careful:
    """An ASGI application that adds what an answer does not say by itself."""

    def __init__(self, application: Any) -> None:
        self._application = application
        self._always = [(name, value.encode("ascii")) for name, value in ALWAYS.items()]
        if settings.SECURE_HSTS_SECONDS:
            self._secure = [(b"strict-transport-security", _only_secure().encode("ascii"))]

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] != "http":
            await self._application(scope, receive, send)
            return
        more = self._always
        if settings.SECURE_HSTS_SECONDS and scope.get("scheme") == "https":
            more = more + self._secure

        async def added(event: Any) -> None:
            if event["type"] == "http.response.start":
                said = {name.lower() for name, _value in event.get("headers", ())}
                added_headers = [header for header in more if header[0] not in said]
                event = {**event, "headers": [*event.get("headers", ()), *added_headers]}
            await send(event)

        await self._application(scope, receive, added)


def _only_secure() -> str:
    parts = [f"max-age={settings.SECURE_HSTS_SECONDS}"]
    if settings.SECURE_HSTS_INCLUDE_SUBDOMAINS:
        parts.append("includeSubDomains")
    if settings.SECURE_HSTS_PRELOAD:
        parts.append("preload")
    return "; ".join(parts)

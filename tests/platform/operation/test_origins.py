"""A page of another site opens no socket with our cookie: scheme, host and port have to be ours."""

from __future__ import annotations

import contextlib

import pytest
import websockets
from django.conf import LazySettings
from websockets.typing import Origin

from tafelrunde.rooms.identify import origin_is_ours
from tests.serving import Served, serving

SITE = "https://play.example.org"


def is_ours(origin: str, host: str = "play.example.org", scheme: str = "ws", **headers: str) -> bool:
    """Asked at this host, over TLS or not, by a page of this origin."""
    given = {"origin": origin, "host": host, **headers}
    encoded = [(name.encode(), value.encode("latin-1")) for name, value in given.items()]
    return origin_is_ours({"scheme": scheme, "headers": encoded})


@pytest.mark.parametrize("scheme", ["ws", "wss"])
def test_what_the_settings_say_counts_and_nothing_else(settings: LazySettings, scheme: str) -> None:
    settings.CSRF_TRUSTED_ORIGINS = [SITE, "http://games.example.org:8000"]
    good = [SITE, f"{SITE}:443", "https://PLAY.example.org", "http://games.example.org:8000"]
    bad = ["http://play.example.org", f"{SITE}:8443", "http://games.example.org", "https://games.example.org:8000"]
    bad += [
        "https://example.org",
        "https://play.example.org.evil.example",
        "null",
        "https://",
        "nonsense",
        "https://a:b",
    ]
    assert [origin for origin in good if not is_ours(origin, scheme=scheme)] == []
    assert [origin for origin in bad if is_ours(origin, scheme=scheme)] == []


@pytest.mark.parametrize(
    ("origin", "host", "scheme", "ours"),
    [
        ("http://localhost:8000", "localhost:8000", "ws", True),
        ("http://localhost:8001", "localhost:8000", "ws", False),
        ("http://localhost", "localhost:80", "ws", True),
        ("https://localhost:8000", "localhost:8000", "ws", False),
        (SITE, "play.example.org", "wss", True),
        (f"{SITE}:443", "play.example.org", "wss", True),
        ("http://play.example.org", "play.example.org", "wss", False),
        (f"{SITE}:8443", "play.example.org", "wss", False),
        (f"{SITE}:8443", "play.example.org:8443", "wss", True),
        ("https://evil.example", "play.example.org", "wss", False),
    ],
)
def test_without_settings_it_is_the_one_that_was_asked(origin: str, host: str, scheme: str, ours: bool) -> None:
    assert is_ours(origin, host, scheme) is ours


def test_programs_have_none() -> None:
    assert origin_is_ours({"scheme": "ws", "headers": [(b"host", b"localhost")]})
    assert is_ours("https://evil.example", authorization="Bearer tr_x")


async def opens(server: Served, origin: str, **headers: str) -> bool:
    """Does the lobby open to a page of this origin?"""
    with contextlib.suppress(websockets.InvalidStatus):
        async with websockets.connect(
            f"{server.ws_url}/ws/lobby/", origin=Origin(origin), additional_headers=headers
        ) as socket:
            return '"welcome"' in str(await socket.recv())
    return False


@pytest.mark.once
async def test_behind_a_proxy_that_speaks_tls() -> None:
    with serving({"TRUSTED_PROXIES": "1"}) as served:
        tls = {"X-Forwarded-Proto": "https", "X-Forwarded-For": "192.0.2.7"}
        ours = f"https://127.0.0.1:{served.port}"
        assert await opens(served, ours, **tls)
        assert not await opens(served, ours)
        assert not await opens(served, "https://127.0.0.1", **tls)
        assert not await opens(served, served.url, **tls)

"""Behind proxies the client is who the proxies say, never who the client says."""

from __future__ import annotations

from typing import Any

import pytest

from tafelrunde.live.proxy import BehindProxies


async def seen(proxies: int, *headers: tuple[str, str], kind: str = "http") -> dict[str, Any]:
    """The scope that an application gets of a request with these headers."""
    scopes: list[dict[str, Any]] = []

    async def application(scope: Any, receive: Any, send: Any) -> None:
        scopes.append(scope)

    encoded = [(name.encode(), value.encode()) for name, value in headers]
    scope = {"type": kind, "client": ["10.0.0.1", 1234], "headers": encoded}
    await BehindProxies(application, proxies)(scope, None, None)
    return scopes[0]


@pytest.mark.parametrize(("proxies", "client"), [(1, "3.3.3.3"), (2, "2.2.2.2")])
async def test_the_address_is_the_one_a_proxy_saw(proxies: int, client: str) -> None:
    scope = await seen(proxies, ("x-forwarded-for", "1.1.1.1, 2.2.2.2"), ("x-forwarded-for", "3.3.3.3"))
    assert scope["client"] == [client, 0]


async def test_without_the_header_it_stays_as_it_is() -> None:
    scope = await seen(1)
    assert scope["client"] == ["10.0.0.1", 1234]
    assert "scheme" not in scope


@pytest.mark.parametrize(("kind", "scheme"), [("http", "https"), ("websocket", "wss")])
async def test_the_scheme_is_the_one_the_nearest_proxy_was_asked_by(kind: str, scheme: str) -> None:
    assert (await seen(1, ("x-forwarded-proto", "http, https"), kind=kind))["scheme"] == scheme


async def test_a_client_cannot_claim_a_secure_connection() -> None:
    assert "scheme" not in await seen(1, ("x-forwarded-proto", "https, http"))

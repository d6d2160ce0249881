"""Our nginx configuration before two processes: a match is played through it, and outlives one of them."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import httpx
import pytest
import websockets

from tests import wire
from tests.platform.deploy.nginx import certificate, nginx
from tests.platform.operation.figures import figures
from tests.ports import free_port
from tests.serving import Served, serving

pytestmark = pytest.mark.several


class ThroughNginx(Served):
    """The site as people find it."""

    @property
    def url(self) -> str:
        return f"https://localhost:{self.port}"

    @property
    def ws_url(self) -> str:
        return f"wss://localhost:{self.port}"


@dataclass
class Site:
    """Two processes and what stands before them."""

    front: ThroughNginx
    plain: str
    one: Served
    other: Served


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Site]:
    tmp_path.chmod(0o755)
    https, http = free_port(), free_port()
    production = {"ORIGINS": f"https://localhost:{https}", "TRUSTED_PROXIES": "1"}
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate(tmp_path)))
    with (
        serving(production) as one,
        serving(production, beside=one) as other,
        nginx(tmp_path, https, http, [one.port, other.port]),
    ):
        yield Site(ThroughNginx(one.home, one.own, https), f"http://localhost:{http}", one, other)


def sockets(served: Served) -> float:
    return figures(served).sum("sockets")


async def test_a_match_goes_on_when_a_process_is_killed(site: Site) -> None:
    async with wire.match(site.front, 4) as (slug, seats, people), contextlib.AsyncExitStack() as stack:
        assert [sockets(site.one), sockets(site.other)] == [2, 2], "they share the work"
        await wire.moves(seats, 3)
        site.one.kill()
        lost = [number for number, seat in enumerate(seats) if await has_ended(seat)]
        assert len(lost) == 2
        for number in lost:
            seats[number] = await stack.enter_async_context(wire.connect(site.front, slug, people[number][1]))
        assert [seat.match["ply"] for seat in seats] == [3, 3, 3, 3]
        await asyncio.gather(*(seat.play_to_the_end() for seat in seats))
        assert len({str(seat.match["result"]) for seat in seats}) == 1
        assert sockets(site.other) == 4


async def has_ended(seat: wire.Wire) -> bool:
    """Is its process the one that was killed? The other one answers."""
    try:
        answer = await seat.ask(type="sync")
    except (AssertionError, ConnectionError, websockets.ConnectionClosed):
        return True
    return bool(answer["type"] != "ok")


def test_a_dead_process_is_skipped_and_comes_back(site: Site) -> None:
    site.one.kill()
    with httpx.Client(base_url=site.front.url) as client:
        assert {client.get("/healthz").status_code for _ in range(20)} == {200}
        assert client.post("/api/rooms", json={"game": "king_lui"}).status_code == 401
        site.other.kill()
        answer = client.get("/")
        assert (answer.status_code, answer.headers["retry-after"]) == (503, "5")
        site.one.start()
        asyncio.run(until_well(client))


async def until_well(client: httpx.Client) -> None:
    """What is left alone for three seconds is asked again after them."""
    async with asyncio.timeout(wire.PATIENCE):
        while client.get("/healthz").status_code != 200:
            await asyncio.sleep(0.1)


def test_it_serves_a_site_by_tls(site: Site) -> None:
    with httpx.Client(base_url=site.front.url) as client:
        page = client.get("/")
        assert (page.status_code, page.http_version) == (200, "HTTP/1.1")
        assert page.headers["strict-transport-security"].startswith("max-age=")
        assert page.headers["content-encoding"] == "gzip"
        assert "server" not in page.headers or page.headers["server"] == "nginx"
        assert client.get("/metrics").status_code == 404
        form = client.get("/accounts/signup/")
        assert "; Secure" in form.headers["set-cookie"]
        assert client.post("/api/rooms", content=b"x" * (1024 * 1024 + 1)).status_code == 413
    moved = httpx.get(f"{site.plain}/rules/king_lui/?a=b")
    assert (moved.status_code, moved.headers["location"]) == (301, f"{site.front.url}/rules/king_lui/?a=b")


def test_files_are_kept_for_ever_and_fetched_once(site: Site) -> None:
    with httpx.Client(base_url=site.front.url) as client:
        page = client.get("/").text
        file = page.partition('rel="stylesheet" href="')[2].partition('"')[0]
        for encoding in ("gzip", "identity"):
            answer = client.get(file, headers={"Accept-Encoding": encoding})
            assert (answer.status_code, answer.headers.get("content-encoding", "identity")) == (200, encoding)
            assert "immutable" in answer.headers["cache-control"]
        site.one.kill()
        site.other.kill()
        assert client.get(file, headers={"Accept-Encoding": "gzip"}).status_code == 200
        assert client.get("/static/tafelrunde/nothing.css").status_code == 503


def test_the_client_is_who_nginx_saw_and_the_origin_has_to_be_ours(site: Site) -> None:
    with httpx.Client(base_url=site.front.url) as client:
        form = client.get("/accounts/login/").text
        token = form.partition('name="csrfmiddlewaretoken" value="')[2].partition('"')[0]
        fields = {"csrfmiddlewaretoken": token}
        evil = {"Origin": site.front.url.replace("https:", "http:")}
        assert client.post("/guest/", data=fields, headers=evil).status_code == 403
        assert client.post("/guest/", data=fields, headers={"Origin": site.front.url}).status_code == 302

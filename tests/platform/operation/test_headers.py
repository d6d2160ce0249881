"""Every answer tells browsers to be careful, and with TLS to come by nothing else."""

from __future__ import annotations

from collections.abc import Iterator

import httpx
import pytest

from tafelrunde.live.headers import ALWAYS
from tests.serving import Served, serving

pytestmark = pytest.mark.once
ADDRESSES = {
    "/": 200,
    "/accounts/login/": 200,
    "/no/such/page/": 404,
    "/static/tafelrunde/site.css": 200,
    "/static/no/such/file.css": 404,
    "/api/": 200,
    "/api/games": 200,
    "/api/nothing": 404,
    "/admin/": 302,
    "/healthz": 200,
    "/readyz": 200,
    "/metrics": 404,
}
TLS = {"Host": "play.example.org", "X-Forwarded-Proto": "https", "X-Forwarded-For": "192.0.2.7"}
A_YEAR = "max-age=31536000"


@pytest.fixture(scope="module")
def site() -> Iterator[Served]:
    """In production, behind a proxy that speaks TLS."""
    with serving({"ORIGINS": "https://play.example.org", "TRUSTED_PROXIES": "1"}) as served:
        yield served


@pytest.mark.parametrize("address", list(ADDRESSES))
def test_every_answer_has_them(site: Served, address: str) -> None:
    answer = httpx.get(site.url + address, headers=TLS)
    assert answer.status_code == ADDRESSES[address]
    assert {name.decode() for name in ALWAYS} - set(answer.headers) == set()
    assert "default-src 'none'" in answer.headers["content-security-policy"]
    assert "frame-ancestors 'none'" in answer.headers["content-security-policy"]
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["strict-transport-security"] == A_YEAR
    names = [name for name, _value in answer.headers.multi_items()]
    assert [name for name in ALWAYS if names.count(name.decode()) != 1] == [], "and each once"


def test_a_wrong_host_and_a_form_without_its_proof_have_them_too(site: Served) -> None:
    for answer, status in (
        (httpx.get(f"{site.url}/", headers={**TLS, "Host": "evil.example"}), 400),
        (httpx.post(f"{site.url}/guest/", headers=TLS), 403),
    ):
        assert answer.status_code == status
        assert {name.decode() for name in ALWAYS} - set(answer.headers) == set()
        assert answer.headers["strict-transport-security"] == A_YEAR


def test_who_comes_without_tls_is_sent_to_it(site: Served) -> None:
    plain = {**TLS, "X-Forwarded-Proto": "http"}
    answer = httpx.get(f"{site.url}/rules/king_lui/", headers=plain)
    assert (answer.status_code, answer.headers["location"]) == (301, "https://play.example.org/rules/king_lui/")
    assert "strict-transport-security" not in answer.headers


def test_cookies_come_by_tls_only(site: Served) -> None:
    cookie = httpx.get(f"{site.url}/accounts/login/", headers=TLS).headers["set-cookie"]
    assert "; Secure" in cookie


def test_without_tls_nobody_is_told_to_come_by_it(server: Served) -> None:
    answer = httpx.get(f"{server.url}/accounts/login/", headers={"X-Forwarded-Proto": "https"})
    assert answer.status_code == 200
    assert "strict-transport-security" not in answer.headers
    assert "; Secure" not in answer.headers["set-cookie"]


def test_how_long_and_for_whom_is_a_setting() -> None:
    more = {"HSTS_SECONDS": "600", "HSTS_SUBDOMAINS": "1", "HSTS_PRELOAD": "1"}
    with serving({"ORIGINS": "https://play.example.org", "TRUSTED_PROXIES": "1", **more}) as served:
        for address in ("/", "/static/tafelrunde/site.css"):
            said = httpx.get(served.url + address, headers=TLS).headers["strict-transport-security"]
            assert said == "max-age=600; includeSubDomains; preload"

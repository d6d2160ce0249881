"""Static files: kept for ever under a hashed name, compressed, and never asked for in vain."""

from __future__ import annotations

import json
import re

import httpx
import pytest

from tests.serving import Served

pytestmark = pytest.mark.once


@pytest.fixture
def names(server: Served) -> dict[str, str]:
    """The hashed name of each file."""
    manifest: dict[str, dict[str, str]] = json.loads((server.home / "static" / "staticfiles.json").read_text())
    return manifest["paths"]


def test_a_hashed_name_is_kept_for_ever(server: Served, names: dict[str, str]) -> None:
    answer = httpx.get(f"{server.url}/static/{names['admin/css/base.css']}")
    assert answer.status_code == 200
    assert answer.headers["cache-control"] == "max-age=315360000, public, immutable"
    assert answer.headers["content-type"] == 'text/css; charset="utf-8"'
    assert answer.headers["x-content-type-options"] == "nosniff"


def test_it_comes_compressed_to_who_takes_that(server: Served, names: dict[str, str]) -> None:
    url = f"{server.url}/static/{names['admin/css/base.css']}"
    compressed = httpx.get(url, headers={"accept-encoding": "gzip"})
    plain = httpx.get(url, headers={"accept-encoding": "identity"})
    assert compressed.headers["content-encoding"] == "gzip"
    assert "content-encoding" not in plain.headers
    assert int(compressed.headers["content-length"]) < int(plain.headers["content-length"]) / 2
    assert compressed.content == plain.content
    assert plain.headers["vary"] == "Accept-Encoding"


def test_a_plain_name_is_asked_for_again_soon(server: Served) -> None:
    answer = httpx.get(f"{server.url}/static/admin/css/base.css")
    assert answer.headers["cache-control"] == "max-age=60, public"
    again = httpx.get(f"{server.url}/static/admin/css/base.css", headers={"if-none-match": answer.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


def test_modules_import_each_other_under_hashed_names(server: Served, names: dict[str, str]) -> None:
    modules = [name for name in names if name.startswith("tafelrunde/") and name.endswith(".js")]
    assert modules
    for module in modules:
        text = httpx.get(f"{server.url}/static/{names[module]}").text
        for target in re.findall(r"""^(?:import|export)\b[^"';]*["'](\.[^"']+)["']""", text, re.MULTILINE):
            assert re.search(r"\.[0-9a-f]{12}\.js$", target), f"{module} imports {target}"
            folder = names[module].rpartition("/")[0]
            assert httpx.get(f"{server.url}/static/{folder}/{target}").status_code == 200


@pytest.mark.parametrize("path", ["nothing.css", "../secret_key", "..%2fsecret_key", "admin/", "staticfiles.json.gz/"])
def test_nothing_else_is_found_there(server: Served, path: str) -> None:
    assert httpx.get(f"{server.url}/static/{path}").status_code == 404


def test_only_reading_is_allowed(server: Served) -> None:
    assert httpx.post(f"{server.url}/static/admin/css/base.css").status_code == 405
    answer = httpx.head(f"{server.url}/static/admin/css/base.css")
    assert (answer.status_code, answer.content) == (200, b"")

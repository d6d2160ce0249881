"""The first start makes everything out of nothing; later ones keep it."""

from __future__ import annotations

import sqlite3
import stat
import subprocess
import sys
from collections.abc import Iterator

import httpx
import pytest

from tests import services
from tests.serving import PATHS, ROOT, Served, serving


@pytest.fixture
def new_machine() -> Iterator[Served]:
    """A server with an empty database and no data folder, not started yet."""
    with serving(prepared=False, start=False) as served:
        yield served


def test_it_starts_from_nothing(new_machine: Served) -> None:
    new_machine.start()
    assert httpx.get(f"{new_machine.url}/accounts/login/").status_code == 200


def test_the_secret_key_is_made_once_and_for_nobody_else_to_read(new_machine: Served) -> None:
    new_machine.start()
    key = new_machine.home / "secret_key"
    first = key.read_text()
    assert len(first) >= 50
    assert stat.S_IMODE(key.stat().st_mode) == 0o600
    assert stat.S_IMODE(new_machine.home.stat().st_mode) == 0o700
    new_machine.stop()
    new_machine.start()
    assert key.read_text() == first


def test_the_embedded_database_keeps_a_write_ahead_log(new_machine: Served) -> None:
    new_machine.start()
    if not services.on_postgres():
        with sqlite3.connect(new_machine.home / "tafelrunde.sqlite3") as connection:
            assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)


@pytest.mark.once
def test_several_that_start_at_once_agree_on_one_key(new_machine: Served) -> None:
    environment = {**new_machine.environment, **PATHS}
    command = [sys.executable, "-c", "from tafelrunde import home; print(home.secret_key())"]
    processes = [subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE) for _ in range(8)]
    assert len({process.communicate()[0] for process in processes}) == 1
    assert [file.name for file in new_machine.home.iterdir()] == ["secret_key"]


@pytest.mark.once
def test_a_second_start_does_not_collect_static_files_again(own_server: Served) -> None:
    manifest = own_server.home / "static" / "staticfiles.json"
    before = manifest.stat().st_mtime_ns
    own_server.stop()
    own_server.start()
    assert manifest.stat().st_mtime_ns == before


@pytest.mark.once
def test_it_is_no_debug_server(server: Served) -> None:
    answer = httpx.get(f"{server.url}/nowhere/")
    assert answer.status_code == 404
    assert "urlpatterns" not in answer.text.lower()
    assert "urlconf" not in answer.text.lower()


@pytest.mark.once
@pytest.mark.parametrize("path", ["/", "/accounts/login/", "/nowhere/"])
def test_every_page_carries_a_strict_policy(server: Served, path: str) -> None:
    policy = httpx.get(f"{server.url}{path}").headers["content-security-policy"]
    directives = {part.split()[0]: part.split()[1:] for part in policy.split(";")}
    assert directives["default-src"] == ["'none'"]
    assert directives["script-src"] == directives["style-src"] == directives["connect-src"] == ["'self'"]
    assert directives["require-trusted-types-for"] == ["'script'"]
    assert directives["frame-ancestors"] == ["'none'"]
    assert "unsafe" not in policy

"""Whoever runs the server can ask whether it lives, and whether it can do its work, and is told what is missing."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable, Iterator

import httpx
import pytest

from tafelrunde.live import asking, health
from tafelrunde.live.asking import Question
from tafelrunde.matches import deadlines
from tests import services
from tests.databases import Valkey
from tests.serving import PATIENCE, Served, serving

WELL = "database: ok\nlayer: ok\ndeadlines: ok\n"


def ready(server: Served) -> httpx.Response:
    return httpx.get(f"{server.url}/readyz", timeout=PATIENCE)


def until_ready(server: Served, good: Callable[[httpx.Response], bool]) -> httpx.Response:
    """An answer holds for a second: ask until the next one is so."""
    end = time.monotonic() + PATIENCE
    while not good(answer := ready(server)):
        assert time.monotonic() < end, answer.text
    return answer


def test_a_server_that_is_well_says_so(server: Served) -> None:
    alive = httpx.get(f"{server.url}/healthz")
    assert (alive.status_code, alive.text) == (200, "alive\n")
    assert until_ready(server, lambda answer: answer.status_code == 200).text == WELL


def test_monitors_may_ask_by_any_name_of_the_machine() -> None:
    with serving({"ORIGINS": "https://play.example.org", "TRUSTED_PROXIES": "1"}) as served:
        assert httpx.get(f"{served.url}/healthz").status_code == 200
        assert httpx.get(f"{served.url}/", follow_redirects=False).status_code == 400


@pytest.mark.parametrize("address", ["healthz", "readyz", "metrics"])
def test_they_are_read_and_nothing_else(server: Served, address: str) -> None:
    assert httpx.post(f"{server.url}/{address}").status_code == 405
    assert httpx.head(f"{server.url}/{address}").content == b""


def test_without_its_database_a_server_lives_and_is_not_ready(own_server: Served) -> None:
    until_ready(own_server, lambda answer: answer.status_code == 200)
    with taken_away(own_server):
        answer = until_ready(own_server, lambda answer: answer.status_code == 503)
        assert answer.text.startswith(("database: fails with ", "database: no answer within "))
        assert httpx.get(f"{own_server.url}/healthz").status_code == 200
    assert until_ready(own_server, lambda answer: answer.status_code == 200).text == WELL


@pytest.mark.several
def test_without_its_layer_a_server_lives_and_is_not_ready() -> None:
    valkey = Valkey()
    valkey.start()
    try:
        with serving({"REDIS_URL": f"redis://127.0.0.1:{valkey.port}/0"}) as served:
            until_ready(served, lambda answer: answer.status_code == 200)
            valkey.stop()
            answer = until_ready(served, lambda answer: answer.status_code == 503)
            assert answer.text == "database: ok\nlayer: fails with ConnectionError\ndeadlines: ok\n"
            assert httpx.get(f"{served.url}/healthz").status_code == 200
    finally:
        valkey.stop()


@pytest.fixture
def _nothing_known() -> Iterator[None]:
    health._Last.at, health._Last.looking = float("-inf"), None
    yield
    health._Last.at, health._Last.looking = float("-inf"), None


@pytest.mark.usefixtures("_nothing_known")
async def test_who_asks_often_costs_no_more_than_who_asks_once(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = 0

    async def check() -> str:
        nonlocal asked
        asked += 1
        await asyncio.sleep(0)
        return ""

    monkeypatch.setattr(health, "_checks", {"database": check})
    monkeypatch.setattr(health, "FRESH", 3600.0)
    await asyncio.gather(*(health.reasons() for _ in range(50)))
    assert await health.reasons() == {"database": ""}
    assert asked == 1


@pytest.mark.usefixtures("_nothing_known")
async def test_one_that_hangs_is_told_in_time_and_asked_by_one_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    go_on = threading.Event()
    asked: list[int] = []

    def ask() -> None:
        asked.append(threading.get_ident())
        go_on.wait(60)

    monkeypatch.setattr(health, "PATIENCE", 0.05)
    monkeypatch.setattr(asking, "PATIENCE", 0.05)
    monkeypatch.setattr(health, "FRESH", 0.0)
    monkeypatch.setattr(health, "_reading", Question(ask))
    monkeypatch.setattr(health, "_checks", {"database": health._database})
    for _ in range(3):
        assert await health.reasons() == {"database": "no answer within 0.05 s"}
    while not asked:
        await asyncio.sleep(0)  # its thread has not begun
    assert len(asked) == 1
    assert asked != [threading.get_ident()], "the loop asks nothing itself"
    go_on.set()


async def test_deadlines_that_nobody_looks_after_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deadlines._Runner, "looked", None)
    assert await deadlines.fitness() == "nobody has looked yet"
    monkeypatch.setattr(deadlines._Runner, "looked", time.monotonic() - 100)
    assert await deadlines.fitness() == "nobody has looked for 100 s"
    monkeypatch.setattr(deadlines._Runner, "looked", time.monotonic())
    assert await deadlines.fitness() == ""


class taken_away:  # noqa: N801  it reads like a function
    """The database of a server cannot be used meanwhile."""

    def __init__(self, server: Served) -> None:
        self.file = server.home / "tafelrunde.sqlite3"
        self.name = server.own.get("DATABASE_URL", "").rpartition("/")[2]

    def __enter__(self) -> None:
        if services.on_postgres():
            self._postgres(f'ALTER DATABASE "{self.name}" ALLOW_CONNECTIONS false')
            self._postgres(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{self.name}'")
        else:
            self.file.rename(self.file.with_suffix(".away"))

    def __exit__(self, *_raised: object) -> None:
        if services.on_postgres():
            self._postgres(f'ALTER DATABASE "{self.name}" ALLOW_CONNECTIONS true')
        else:
            self.file.with_suffix(".away").rename(self.file)

    def _postgres(self, statement: str) -> None:
        with services.postgres_connection() as connection:
            connection.execute(statement)

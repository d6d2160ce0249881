"""What all tests of the platform share."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from types import SimpleNamespace

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import translation

from tafelrunde.accounts.models import Player
from tafelrunde.api import limits
from tafelrunde.house import heard
from tafelrunde.live import limits as buckets
from tafelrunde.moderation import reports
from tafelrunde.people import floods
from tafelrunde.rooms import connection, slowing
from tafelrunde.rooms.lobby import Lobby, lobby
from tests import two_factor
from tests.databases import Valkey


@pytest.fixture(autouse=True)
def _nobody_counts_yet() -> None:
    """Limits begin anew with each test, and nothing has been heard of the house."""
    cache.clear()
    for limit in (*limits.ALL, *slowing.LIMITS.values(), *floods.ALL, connection.OPENINGS, reports.OFTEN):
        limit.forget()
    heard.forget()


@pytest.fixture(autouse=True)
def _no_language_stays() -> Iterator[None]:
    """What a request was read in is not that of the next test."""
    yield
    translation.deactivate()


@pytest.fixture(autouse=True)
def _nobody_is_in_the_lobby() -> None:
    """Each test is a process of its own, with a loop of its own, to which the lobby's lock is bound."""
    vars(lobby).update(vars(Lobby()))


@pytest.fixture
def nothing_fills_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """For all limits no time goes by, however long the test takes."""
    now = time.monotonic()
    monkeypatch.setattr(buckets, "time", SimpleNamespace(monotonic=lambda: now))


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> Callable[[float], None]:
    """Lets seconds pass; by themselves none do."""
    now = time.time()

    def forward(seconds: float) -> None:
        nonlocal now
        now += seconds

    monkeypatch.setattr(time, "time", lambda: now)
    return forward


@pytest.fixture
def valkey() -> Iterator[Valkey]:
    """A server for this test alone, which may do to it what it likes."""
    found = Valkey()
    found.start()
    yield found
    found.kill()


@pytest.fixture
def boss(db: None) -> Player:
    """The admin."""
    return Player.objects.create_superuser("Boss")


@pytest.fixture
def desk(boss: Player) -> Client:
    """The admin's browser, in which a code has been shown."""
    client = Client()
    client.force_login(boss)
    return two_factor.shown(client, boss)

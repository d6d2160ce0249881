"""While Redis is away, or hangs, people still come in: each process counts what they try by itself."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.cache import caches
from django.core.cache.backends.base import BaseCache
from django.core.cache.backends.redis import RedisCacheClient

from tafelrunde.live import cache
from tests.databases import Valkey

pytestmark = pytest.mark.once


@pytest.fixture
def shared(valkey: Valkey, settings: Any, monkeypatch: pytest.MonkeyPatch) -> BaseCache:
    """The cache of a process of several."""
    monkeypatch.setattr(cache, "AGAIN", 0.0)
    location = f"redis://127.0.0.1:{valkey.port}/0"
    settings.CACHES = {"default": {"BACKEND": "tafelrunde.live.cache.SharedCache", "LOCATION": location}}
    return caches["default"]


def test_what_is_counted_is_counted_for_all(shared: BaseCache, valkey: Valkey) -> None:
    shared.set("tries", 3)
    assert shared.incr("tries") == 4
    assert cache.SharedCache(f"redis://127.0.0.1:{valkey.port}/0", {}).get("tries") == 4


def test_one_that_is_away_is_made_up_for_and_asked_again(shared: BaseCache, valkey: Valkey) -> None:
    shared.set("tries", 3)
    valkey.kill()
    assert shared.get("tries") is None
    shared.set("tries", 1)
    assert shared.incr("tries") == 2
    valkey.start()
    assert shared.get("tries") is None
    shared.set("tries", 5)
    assert shared.get("tries") == 5


def test_one_that_hangs_holds_up_nobody_twice(
    shared: BaseCache, valkey: Valkey, monkeypatch: pytest.MonkeyPatch
) -> None:
    shared.set("hangs", 3)
    monkeypatch.setattr(cache, "AGAIN", 60.0)
    valkey.freeze()
    asked: list[str] = []
    really = RedisCacheClient.get

    def noted(client: RedisCacheClient, key: str, default: object) -> object:
        asked.append(key)
        return really(client, key, default)

    monkeypatch.setattr(RedisCacheClient, "get", noted)
    assert [shared.get("hangs", "none") for _time in range(20)] == ["none"] * 20
    assert len(asked) == 1

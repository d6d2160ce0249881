"""The cache that all processes share, in Redis: what must be counted over all of them, like passwords tried.

While Redis is away or hangs, each process counts by itself: nobody is kept out of the house because of it, and nobody
may try for ever.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from typing import Any, Final

from django.core.cache.backends.locmem import LocMemCache
from django.core.cache.backends.redis import RedisCache, RedisCacheClient
from redis.backoff import NoBackoff
from redis.exceptions import ConnectionError, TimeoutError
from redis.retry import Retry

HANGS, AGAIN = 1.0, 5.0
"""Seconds after which Redis hangs; and, once it was away, until it is asked again."""
ASKED: Final = frozenset(
    {"add", "get", "set", "touch", "delete", "get_many", "has_key", "incr", "set_many", "delete_many", "clear"}
)
log = logging.getLogger(__name__)


class SharedCache(RedisCache):
    """Django's, with something to fall back on."""

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        super().__init__(server, params)
        self._class = _Client


class _Client:
    """As Redis' client, and in its place while it is away."""

    def __init__(self, servers: list[str], **options: Any) -> None:
        patience = {"socket_timeout": HANGS, "socket_connect_timeout": HANGS, "retry": Retry(NoBackoff(), 0)}
        self._shared = RedisCacheClient(servers, **{**patience, **options})
        self._own = LocMemCache("while Redis is away", {})
        self._away_until = 0.0

    def __getattr__(self, name: str) -> Callable[..., Any]:
        if name not in ASKED:
            raise AttributeError(name)

        def ask(*given: Any) -> Any:
            if time.monotonic() >= self._away_until:
                try:
                    return getattr(self._shared, name)(*given)
                except (ConnectionError, TimeoutError) as error:
                    self._away_until = time.monotonic() + AGAIN
                    log.warning("the shared cache is away, this process counts by itself: %s", error)
            return getattr(self._own, name)(*given)

        return ask

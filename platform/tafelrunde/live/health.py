"""Can this process do its work: what it needs is asked, each by its name, at most once a second."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Mapping
from typing import Final

from django.conf import settings
from django.db import connection
from redis.asyncio import Redis

from . import bus
from .asking import PATIENCE, Question

Check = Callable[[], Awaitable[str]]
FRESH: Final = 1.0
"""Seconds for which an answer holds, so that whoever asks often costs no more than who asks once."""
log = logging.getLogger(__name__)


class _Last:
    """The last answer, when it was found, and who is finding the next one."""

    reasons: Mapping[str, str] = {}
    at: float = float("-inf")
    looking: asyncio.Task[Mapping[str, str]] | None = None


def register(name: str, check: Check) -> None:
    """Ask this, too: a coroutine function that gives what is wrong in a few words for anybody, or nothing."""
    _checks[name] = check


async def reasons() -> Mapping[str, str]:
    """By name what is wrong: nothing where all is well. Of the last second."""
    if time.monotonic() - _Last.at < FRESH:
        return _Last.reasons
    if _Last.looking is None or _Last.looking.done():
        _Last.looking = asyncio.create_task(_look(), name="readiness")
    return await asyncio.shield(_Last.looking)


async def _look() -> Mapping[str, str]:
    found = await asyncio.gather(*(_ask(name, check) for name, check in _checks.items()))
    _Last.reasons, _Last.at = dict(zip(_checks, found, strict=True)), time.monotonic()
    return _Last.reasons


async def _ask(name: str, check: Check) -> str:
    try:
        return await asyncio.wait_for(check(), PATIENCE)
    except TimeoutError:
        return f"no answer within {PATIENCE:g} s"
    except Exception as error:  # noqa: BLE001  it is logged, with the words that are not for everybody
        log.warning("not ready: the %s: %s", name, error)
        return f"fails with {type(error).__name__}"


def _read() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1 FROM django_migrations")
        cursor.fetchone()


async def _database() -> str:
    await _reading.answer()
    return ""


async def _layer() -> str:
    """Does the server between the processes answer, and does the bus hold on to it?"""
    if not settings.REDIS_URL:
        return ""
    async with Redis.from_url(settings.REDIS_URL, socket_connect_timeout=PATIENCE) as server:
        await server.ping()
    return "" if bus.in_touch() else "not connected to the other processes"


_reading: Final = Question(_read)
_checks: Final[dict[str, Check]] = {"database": _database, "layer": _layer}

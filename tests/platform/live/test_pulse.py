"""What has happened in the last minute: no more and no less, however long the process runs."""

from __future__ import annotations

import asyncio
import time
from collections import deque

import pytest

from tafelrunde.live import pulse


@pytest.fixture(autouse=True)
def begun(monkeypatch: pytest.MonkeyPatch) -> None:
    """A process that has just begun to serve."""
    monkeypatch.setattr(pulse, "_seconds", deque(maxlen=pulse.MINUTE))
    monkeypatch.setattr(pulse, "_counts", {})
    monkeypatch.setattr(pulse._Now, "delays", {})


def seconds(number: int) -> None:
    for _second in range(number):
        pulse.beat()


def test_what_is_older_than_a_minute_is_not_counted() -> None:
    counted = 0
    pulse.watch("moves", lambda: counted)
    counted = 3
    assert pulse.in_a_minute("moves") == 3, "also before the first second has ended"
    seconds(1)
    counted = 10
    assert pulse.in_a_minute("moves") == 10
    seconds(pulse.MINUTE - 1)
    assert pulse.in_a_minute("moves") == 7
    seconds(1)
    assert pulse.in_a_minute("moves") == 0


def test_the_worst_delay_of_the_last_minute_stays_for_a_minute() -> None:
    assert pulse.worst("deadlines") == 0
    pulse.delayed("deadlines", 2.0)
    pulse.delayed("deadlines", 0.1)
    assert pulse.worst("deadlines") == 2.0, "at once"
    seconds(pulse.MINUTE)
    pulse.delayed("deadlines", 0.5)
    assert pulse.worst("deadlines") == 2.0
    seconds(1)
    assert pulse.worst("deadlines") == 0.5
    assert pulse.worst("loop") == 0


async def test_a_loop_that_is_held_up_is_late(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pulse, "BEAT", 0.01)
    running = asyncio.create_task(pulse.run())
    await asyncio.sleep(0)
    time.sleep(0.2)  # this is what holds it up
    async with asyncio.timeout(30):
        while not pulse.worst(pulse.LOOP):
            await asyncio.sleep(0)
    running.cancel()
    assert pulse.worst(pulse.LOOP) >= 0.18

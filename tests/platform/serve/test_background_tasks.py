"""Background tasks run as long as the process serves, whatever happens to them."""

from __future__ import annotations

import asyncio
import contextlib

import pytest

from tafelrunde.live import background
from tafelrunde.live.background import Background


@pytest.fixture(autouse=True)
def _no_pause(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(background, "PAUSE", 0)


async def test_one_that_dies_is_started_again_and_its_death_logged(caplog: pytest.LogCaptureFixture) -> None:
    runs = 0
    third = asyncio.Event()

    async def frail() -> None:
        nonlocal runs
        runs += 1
        if runs == 3:
            third.set()
            await asyncio.Event().wait()
        raise RuntimeError("worn out")

    tasks = Background({"frail": frail})
    tasks.start()
    await asyncio.wait_for(third.wait(), 60)
    await tasks.stop()
    assert runs == 3
    assert caplog.text.count("background task frail died") == 2
    assert "worn out" in caplog.text


async def test_one_that_ends_is_started_again(caplog: pytest.LogCaptureFixture) -> None:
    runs = asyncio.Semaphore(0)

    async def short() -> None:
        runs.release()

    tasks = Background({"short": short})
    tasks.start()
    for _ in range(3):
        await asyncio.wait_for(runs.acquire(), 60)
    await tasks.stop()
    assert "background task short ended" in caplog.text


async def test_they_are_stopped_last_first_and_may_clean_up() -> None:
    ended: list[str] = []

    def named(name: str) -> background.Run:
        async def run() -> None:
            try:
                await asyncio.Event().wait()
            finally:
                await asyncio.sleep(0)
                ended.append(name)

        return run

    tasks = Background({"writer": named("writer"), "player": named("player")})
    tasks.start()
    await asyncio.sleep(0)
    await tasks.stop()
    assert ended == ["player", "writer"]


async def test_one_that_does_not_end_is_left_behind(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(background, "LONGEST_END", 0.05)
    may_end = asyncio.Event()

    async def stubborn() -> None:
        while not may_end.is_set():
            with contextlib.suppress(asyncio.CancelledError):
                await may_end.wait()

    tasks = Background({"stubborn": stubborn})
    tasks.start()
    await asyncio.sleep(0)
    await asyncio.wait_for(tasks.stop(), 60)
    assert "background task stubborn does not end" in caplog.text
    may_end.set()


def test_a_name_is_registered_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(background, "_registered", {})

    async def run() -> None: ...

    async def other() -> None: ...

    background.register("deadlines", run)
    background.register("deadlines", run)
    with pytest.raises(ValueError, match="deadlines"):
        background.register("deadlines", other)
    assert background.registered() == {"deadlines": run}

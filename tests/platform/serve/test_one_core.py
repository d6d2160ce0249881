"""A process that serves keeps its threads on one core, whichever the kernel chooses; what it starts is free."""

from __future__ import annotations

import asyncio
import contextlib
import os
import subprocess
import sys
import threading
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tafelrunde.live import one_core

pytestmark = pytest.mark.once
ALL = os.sched_getaffinity(0)


def threads() -> dict[int, frozenset[int]]:
    """Where each thread of this process may run."""
    found = {}
    for thread in Path("/proc/self/task").iterdir():
        with contextlib.suppress(OSError):
            found[int(thread.name)] = frozenset(os.sched_getaffinity(int(thread.name)))
    return found


@pytest.fixture
async def gathered(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[None]:
    """This process while its threads are gathered, with one more thread than the loop's."""
    monkeypatch.setattr(one_core, "LOOSE", 0.001)
    monkeypatch.setattr(one_core, "BEAT", 0.001)
    ending = threading.Event()
    thread = threading.Thread(target=ending.wait)
    thread.start()
    task = asyncio.create_task(one_core.run())
    assert thread.native_id is not None
    async with asyncio.timeout(60):
        while len(threads()[thread.native_id]) != 1:
            await asyncio.sleep(0)
    yield
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    ending.set()
    thread.join()


@pytest.mark.skipif(len(ALL) < 2, reason="this machine has one core only")
class TestWithSeveralCores:
    async def test_all_threads_are_where_the_loop_is(self, gathered: None) -> None:
        async with asyncio.timeout(60):
            while len(set(threads().values())) != 1:
                await asyncio.sleep(0)
        assert len(next(iter(threads().values()))) == 1

    async def test_what_needs_no_interpreter_may_go_elsewhere(self, gathered: None) -> None:
        def look() -> tuple[int, int, int]:
            thread = threading.get_native_id()
            os.sched_setaffinity(thread, {min(ALL)})
            before = len(os.sched_getaffinity(thread))
            with one_core.elsewhere():
                within = len(os.sched_getaffinity(thread))
            return before, within, len(os.sched_getaffinity(thread))

        assert await asyncio.to_thread(look) == (1, len(ALL), 1)

    async def test_a_process_that_is_started_can_be_set_free(self, gathered: None) -> None:
        with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as child:
            one_core.set_free(child.pid)
            assert os.sched_getaffinity(child.pid) == ALL
            child.kill()

    async def test_in_the_end_all_threads_are_free_again(self, monkeypatch: pytest.MonkeyPatch) -> None:
        task = asyncio.create_task(one_core.run())
        await asyncio.sleep(0)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        assert set(threads().values()) == {frozenset(ALL)}


async def test_nothing_is_done_where_there_is_one_core(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(one_core, "_ALLOWED", frozenset({min(ALL)}))
    monkeypatch.setattr(one_core, "_put", lambda *_to: pytest.fail("threads were moved"))
    task = asyncio.create_task(one_core.run())
    await asyncio.sleep(0)
    assert not task.done()
    task.cancel()

"""What another process tells of a match is not forgotten, however busy this process is with the match just then."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Iterator

import pytest
from asgiref.sync import sync_to_async

from tafelrunde.matches import live as matches
from tafelrunde.matches import log as match_log
from tafelrunde.matches import play, reading
from tests.platform.matches.playing import elsewhere, move, new_match

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _nothing_stays_live() -> Iterator[None]:
    yield
    play.close()
    matches._matches.clear()


class Held:
    """A function that has done its work but does not return before it is told to."""

    def __init__(self, really: Callable[..., object]) -> None:
        self.really, self.done, self.may_return = really, threading.Event(), threading.Event()
        self.calls = 0

    def __call__(self, *given: object, **more: object) -> object:
        result = self.really(*given, **more)
        self.calls += 1
        if self.calls == 1:
            self.done.set()
            assert self.may_return.wait(60)
        return result


async def until(condition: Callable[[], object]) -> None:
    async with asyncio.timeout(60):
        while not condition():
            await asyncio.sleep(0.005)


async def test_a_hint_that_comes_while_the_log_is_read_is_followed(monkeypatch: pytest.MonkeyPatch) -> None:
    live = await matches.find(await sync_to_async(new_match)())
    held = Held(reading.read_log)
    monkeypatch.setattr(reading, "read_log", held)
    await elsewhere(live, 0, live.position.legal[0][0], version=1)
    play.heard({"moved": [[live.id, 1]]})
    await asyncio.to_thread(held.done.wait, 60)
    await elsewhere(live, 1, "kitchen", version=2)
    play.heard({"moved": [[live.id, 2]]})
    held.may_return.set()
    await until(lambda: live.position.version == 2)


async def test_a_hint_that_comes_while_a_move_is_being_saved_is_followed(monkeypatch: pytest.MonkeyPatch) -> None:
    live = await matches.find(await sync_to_async(new_match)())
    held = Held(match_log.commit)
    monkeypatch.setattr(match_log, "commit", held)
    answer = asyncio.create_task(move(live, 0, live.position.legal[0][0], 0))
    await asyncio.to_thread(held.done.wait, 60)
    await elsewhere(live, 1, "kitchen", version=2)
    play.heard({"moved": [[live.id, 2]]})
    held.may_return.set()
    assert await answer == 1
    await until(lambda: live.position.version == 2)


async def test_a_hint_that_comes_while_the_match_is_loaded_is_followed(monkeypatch: pytest.MonkeyPatch) -> None:
    match = await sync_to_async(new_match)()
    asleep = await sync_to_async(matches.read)(match)
    held = Held(matches.read)
    monkeypatch.setattr(matches, "read", held)
    loading = asyncio.create_task(matches.find(match))
    await asyncio.to_thread(held.done.wait, 60)
    await elsewhere(asleep, 0, asleep.position.legal[0][0], version=1)
    play.heard({"moved": [[match, 1]]})
    held.may_return.set()
    assert (await loading).position.version == 1


async def test_a_hint_of_a_version_that_is_not_in_the_log_costs_one_look(monkeypatch: pytest.MonkeyPatch) -> None:
    live = await matches.find(await sync_to_async(new_match)())
    looks = Held(reading.read_log)
    looks.may_return.set()
    monkeypatch.setattr(reading, "read_log", looks)
    play.heard({"moved": [[live.id, 7]]})
    await until(lambda: not live.stale and looks.calls)
    assert await move(live, 0, live.position.legal[0][0], 0) == 1
    assert looks.calls == 1

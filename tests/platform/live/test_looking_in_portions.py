"""Looking at many things now and then: a portion at a time, in the time that is given."""

from __future__ import annotations

import asyncio

import pytest

from tafelrunde.live.portions import PORTION, in_portions


@pytest.fixture
def slept(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The pauses that are made, without waiting."""
    pauses: list[float] = []
    real = asyncio.sleep

    async def sleep(seconds: float) -> None:
        pauses.append(seconds)
        await real(0)

    monkeypatch.setattr(asyncio, "sleep", sleep)
    return pauses


@pytest.mark.parametrize("many", [1, PORTION, PORTION + 1, 7 * PORTION])
async def test_everything_is_looked_at_once_in_the_time_given(slept: list[float], many: int) -> None:
    looked = [portion async for portion in in_portions(range(many), 15.0)]
    assert [one for portion in looked for one in portion] == list(range(many))
    assert max(map(len, looked)) <= PORTION
    assert len(slept) == len(looked)
    assert sum(slept) == pytest.approx(15.0)


async def test_with_nothing_to_look_at_the_time_passes_too(slept: list[float]) -> None:
    nothing: list[int] = []
    assert [portion async for portion in in_portions(nothing, 15.0)] == []
    assert slept == [15.0]


async def test_what_comes_meanwhile_is_left_for_the_next_time() -> None:
    things = dict.fromkeys(range(PORTION + 1))
    async for portion in in_portions(things):
        things[1000 + portion[0]] = None
    assert len(things) == PORTION + 3

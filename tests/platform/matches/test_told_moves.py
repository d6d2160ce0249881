"""A process plays on by the moves that others tell it of, and asks the log only where it has not been told all."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from asgiref.sync import sync_to_async

from tafelrunde.live import bus
from tafelrunde.matches import live as matches
from tafelrunde.matches import play, reading
from tafelrunde.matches import position as fold
from tafelrunde.matches.live import LiveMatch
from tafelrunde.refusals import Refusal
from tests.platform.matches.playing import new_match, saved

pytestmark = pytest.mark.django_db(transaction=True)
Ask = Callable[[Callable[[int | Refusal], None]], Any]


@pytest.fixture(autouse=True)
def _nothing_stays_live() -> Iterator[None]:
    yield
    play.close()
    matches._matches.clear()


@pytest.fixture
async def here() -> LiveMatch:
    """A match as this process has it."""
    return await matches.find(await sync_to_async(new_match)())


class Elsewhere:
    """Another process: what it does is committed, and what it would tell of that is kept."""

    def __init__(self, live: LiveMatch, told: list[bus.Message]) -> None:
        self.live, self.told = live, told

    async def does(self, ask: Callable[[LiveMatch, Callable[[int | Refusal], None]], None]) -> bus.Message:
        """What it tells after that."""
        here = matches._matches[self.live.id]
        matches._matches[self.live.id] = self.live
        answered: asyncio.Future[int | Refusal] = asyncio.get_running_loop().create_future()
        try:
            ask(self.live, answered.set_result)
            assert not isinstance(await asyncio.wait_for(answered, 60), Refusal)
            async with asyncio.timeout(60):
                while not self.told:
                    await asyncio.sleep(0)
        finally:
            matches._matches[self.live.id] = here
        return self.told.pop()

    async def plays(self, by: str = fold.PLAYER) -> bus.Message:
        """What it tells after the first legal move of who is to move."""
        seat = self.live.position.to_move[0]
        move, turn = self.live.position.legal[seat][0], self.live.position.turns[seat]
        return await self.does(lambda live, done: play.play_move(live, seat, move, turn, done, by))


@pytest.fixture
async def elsewhere(here: LiveMatch, monkeypatch: pytest.MonkeyPatch) -> Elsewhere:
    """The same match in another process."""
    told: list[bus.Message] = []
    monkeypatch.setattr(bus, "has_others", lambda: True)
    monkeypatch.setattr(bus, "tell_others", lambda kind, **message: told.append(message) if kind == "matches" else None)
    return Elsewhere(await sync_to_async(matches.read)(here.id), told)


@pytest.fixture
def looks(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """After which versions this process has looked into the log."""
    really, after = reading.read_log, list[int]()

    def read(match: int, version: int = 0, until: int | None = None) -> list[fold.Change]:
        after.append(version)
        return really(match, version, until)

    monkeypatch.setattr(reading, "read_log", read)
    return after


async def until(condition: Callable[[], object]) -> None:
    async with asyncio.timeout(60):
        while not condition():
            await asyncio.sleep(0.005)


async def test_a_told_move_is_followed_without_a_look(here: LiveMatch, elsewhere: Elsewhere, looks: list[int]) -> None:
    for _ply in range(5):
        play.heard(await elsewhere.plays())
        assert here.position == elsewhere.live.position
        assert here.played == elsewhere.live.played
    assert looks == []


async def test_who_listens_is_told_of_it(
    here: LiveMatch, elsewhere: Elsewhere, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[int] = []
    monkeypatch.setattr(matches, "_listeners", [lambda live: told.append(live.position.version)])
    hint = await elsewhere.plays()
    told.clear()
    play.heard(hint)
    assert told == [1]


async def test_a_hint_that_comes_twice_is_followed_once(
    here: LiveMatch, elsewhere: Elsewhere, looks: list[int]
) -> None:
    hint = await elsewhere.plays()
    play.heard(hint)
    play.heard(hint)
    assert here.position.version == 1
    assert not here.stale
    assert looks == []


async def test_after_a_hint_that_was_lost_the_log_is_asked(
    here: LiveMatch, elsewhere: Elsewhere, looks: list[int]
) -> None:
    await elsewhere.plays()
    play.heard(await elsewhere.plays())
    await until(lambda: here.position.version == 2)
    assert here.position == elsewhere.live.position
    assert looks == [0]


async def test_hints_in_the_wrong_order_lead_to_the_newest(here: LiveMatch, elsewhere: Elsewhere) -> None:
    first, second = await elsewhere.plays(), await elsewhere.plays()
    play.heard(second)
    play.heard(first)
    await until(lambda: here.position.version == 2)
    assert here.position == elsewhere.live.position


async def test_what_happens_to_a_seat_is_read_from_the_log(
    here: LiveMatch, elsewhere: Elsewhere, looks: list[int]
) -> None:
    play.heard(await elsewhere.does(lambda live, done: play.change_seat(live, 0, fold.ABSENT, done)))
    await until(lambda: here.position.version == 1)
    assert here.position.absent == {0}
    assert looks == [0]


async def test_the_last_move_is_read_from_the_log_with_what_it_brings(
    here: LiveMatch, elsewhere: Elsewhere, looks: list[int]
) -> None:
    while not elsewhere.live.position.over:
        play.heard(await elsewhere.plays())
    last = elsewhere.live.position.version
    await until(lambda: here.position.over)
    assert here.position == elsewhere.live.position
    assert looks == [last - 1]


async def test_who_makes_the_end_tells_those_who_do_not_have_the_match_and_who_follows_tells_nobody(
    here: LiveMatch, elsewhere: Elsewhere, monkeypatch: pytest.MonkeyPatch
) -> None:
    hints: list[bus.Message] = []
    while not elsewhere.live.position.over:
        ends: list[tuple[str, object]] = []
        monkeypatch.setattr(
            bus,
            "tell_others",
            lambda kind, ends=ends, **message: (
                elsewhere.told.append(message) if kind == "matches" else ends.append((kind, message["place"]))
            ),
        )
        hints.append(await elsewhere.plays())
    assert ends == [("ended", here.place)]
    published: list[str] = []
    monkeypatch.setattr(bus, "tell_others", lambda kind, **_message: published.append(kind))
    for hint in hints:
        play.heard(hint)
    await until(lambda: here.position.over)
    assert published == []


async def test_a_told_move_that_the_rules_cannot_follow_suspends_the_match(
    here: LiveMatch, elsewhere: Elsewhere
) -> None:
    hint = await elsewhere.plays()
    hint["moved"][0][4] = "no such move"
    play.heard(hint)
    assert here.suspended
    assert here.position.version == 0
    await saved()

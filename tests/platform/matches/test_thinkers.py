"""Thinkers: processes that sages think in. One that dies or hangs costs one question, and none is left behind."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tafelrunde.game import Bot, Chance, Decision, Line
from tafelrunde.game.sage import Sage
from tafelrunde.matches import thinking
from tafelrunde.matches.thinker import Task, decide
from tests.game.conformance.honest import Twelve, TwelveOptions
from tests.platform.matches.sage_games import Broken, Endless, Greedy, Large, Modest, TwelveWith

PATIENCE = 60.0


@pytest.fixture(autouse=True)
def _thinkers(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(thinking, "GRACE", PATIENCE)
    yield
    thinking.close()


def task(game: Twelve | None = None, *, seconds: float = 0.0, playouts: int | None = 8, seed: int = 1) -> Task:
    game = game or Twelve()
    return Task(game, game.setup(2, TwelveOptions(), Chance(b"a", 0)), 0, 2, seed, seconds, playouts)


def pids() -> set[int]:
    return {thinker._process.pid for thinker in thinking._running}


def there_is(pid: int) -> bool:
    return Path(f"/proc/{pid}").exists()


def test_a_thinker_chooses_what_the_sage_would_choose_here() -> None:
    for seed in range(3):
        asked = task(seed=seed, playouts=40)
        assert thinking.ask(asked) == decide(asked, Sage(asked.game, asked.playouts))
    assert len(pids()) == 1


def test_one_that_was_killed_is_followed_by_another() -> None:
    thinking.ask(task())
    [first] = pids()
    os.kill(first, signal.SIGKILL)
    next(iter(thinking._running))._process.wait()
    assert thinking.ask(task()) in task().game.moves(task().state, 0)
    assert len(pids()) == 1
    assert first not in pids()


def test_one_that_is_killed_while_it_thinks_costs_this_question_only() -> None:
    thinking.ask(task())
    [first] = pids()
    failed: list[BaseException] = []

    def ask() -> None:
        try:
            thinking.ask(task(seconds=PATIENCE, playouts=None))
        except thinking.ThinkingError as error:
            failed.append(error)

    asking = threading.Thread(target=ask)
    asking.start()
    while thinking._idle:
        time.sleep(0.001)
    os.kill(first, signal.SIGKILL)
    asking.join(PATIENCE)
    assert [str(error) for error in failed] == ["a thinker has died"]
    assert not there_is(first)
    thinking.ask(task())


def test_one_that_comes_to_no_end_is_killed(monkeypatch: pytest.MonkeyPatch) -> None:
    thinking.ask(task())
    [first] = pids()
    monkeypatch.setattr(thinking, "GRACE", 0.2)
    with pytest.raises(thinking.ThinkingError, match="no end"):
        thinking.ask(task(TwelveWith(Endless)))
    assert not there_is(first)
    assert not pids()


def test_nobody_waits_for_one_that_is_still_starting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thinking, "GRACE", 0.0)
    with pytest.raises(thinking.NotReadyError):
        thinking.ask(task())
    [first] = pids()
    monkeypatch.setattr(thinking, "GRACE", PATIENCE)
    thinking.ask(task())
    assert pids() == {first}


@pytest.mark.parametrize(
    ("bot", "words"), [(Broken, "ZeroDivisionError: nothing is left"), (Greedy, "MemoryError")], ids=["bug", "memory"]
)
def test_what_fails_in_a_thinker_is_told_and_the_thinker_goes_on(bot: type[Bot], words: str) -> None:
    with pytest.raises(thinking.ThinkingError, match=words):
        thinking.ask(task(TwelveWith(bot)))
    [first] = pids()
    thinking.ask(task())
    assert pids() == {first}


def test_thinkers_give_way_to_everybody_else() -> None:
    assert thinking.ask(task(TwelveWith(Modest))) != "rude"


def test_a_question_that_would_hold_up_who_asks_is_not_asked() -> None:
    with pytest.raises(thinking.ThinkingError, match="too many"):
        thinking.ask(task(Large()))
    assert not pids()


def test_closing_ends_them_all() -> None:
    thinking.ask(task())
    [first] = pids()
    thinking.close()
    assert not there_is(first)


class Curious(Bot):
    """Keeps what it is given."""

    slug = "curious"
    name = Line("curious")

    def __init__(self) -> None:
        self.given: Decision | None = None

    def choose(self, decision: Decision) -> str:
        self.given = decision
        return decision.moves[0]


def test_a_sage_is_given_samples_and_its_view_and_never_the_true_state() -> None:
    asked, bot = task(), Curious()
    decide(asked, bot)
    given: Any = bot.given
    assert given.view == asked.game.view(asked.state, 0)
    assert list(given.moves) == list(asked.game.moves(asked.state, 0))
    samples = [given.sample() for _ in range(20)]
    assert all(sample is not asked.state for sample in samples)
    assert {sample.hands[0] for sample in samples} == {asked.state.hands[0]}
    assert len({sample.hands[1] for sample in samples}) > 5
    told = [given.seat, given.view, given.moves, given.seconds, given.seats]
    assert str(asked.state.hands[1]) not in str(told)

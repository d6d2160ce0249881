"""Whatever a game raises: nobody waits for ever, nobody is thrown out, and nothing secret comes into the log."""

from __future__ import annotations

import logging
from collections.abc import Callable

import pytest

from tafelrunde.game import Bot, Decision, Line
from tafelrunde.matches import bots, faults
from tafelrunde.matches.live import LiveMatch
from tafelrunde.matches.models import Fault, Match
from tafelrunde.refusals import Refusal
from tafelrunde.rooms import typed_moves
from tests.platform.matches.playing import move
from tests.platform.plugins.conftest import saved
from tests.platform.plugins.matchsticks import SECRET


@pytest.mark.parametrize("words", ["\ud800", "\0", "x" * 10_000], ids=["half a character", "nothing", "much"])
def test_a_fault_with_any_words_is_noted(
    words: str, begin: Callable[..., Match], sticks: Callable[[str], None]
) -> None:
    faults.note(faults.raised(begin().pk, "bot", ValueError(words), 0, 0, words))
    assert Fault.objects.count() == 1


@pytest.mark.django_db(transaction=True)
async def test_a_bot_that_fails_with_any_words_moves_all_the_same(
    live_match: LiveMatch,
) -> None:
    class Odd(Bot):
        slug, name = "odd", Line("odd")

        def choose(self, decision: Decision) -> str:
            raise ValueError("\ud800")

    decision = bots._decision(live_match, live_match.position, 0)
    assert decision is not None
    assert await bots._think(live_match, Odd(), decision) == "take 1"


@pytest.mark.django_db(transaction=True)
async def test_marks_that_fail_when_a_line_is_read_suspend_their_match(
    live_match: LiveMatch, sticks: Callable[[str], None]
) -> None:
    sticks("premoves")
    with pytest.raises(Refusal) as refused:
        typed_moves.read(live_match, 1, "/take 1", marks=True)
    await saved()
    assert refused.value.code == "suspended"
    assert (await Fault.objects.aget()).where == "premoves"


@pytest.mark.django_db(transaction=True)
async def test_what_fails_is_logged_without_what_it_says_and_without_the_move(
    live_match: LiveMatch, sticks: Callable[[str], None], caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    sticks("play:take 3,read,premoves")
    typed_moves._notation(live_match, 0, "take 3")
    with pytest.raises(Refusal):
        typed_moves.read(live_match, 1, "/take 1", marks=True)
    live_match.suspended = False
    assert await move(live_match, 0, "take 3", 0) == "suspended"
    await saved()
    text = caplog.text
    assert "matchsticks.py" in text
    assert "LookupError" in text
    assert SECRET not in text
    assert "take 3" not in text

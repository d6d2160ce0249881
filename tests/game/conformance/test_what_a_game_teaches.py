"""The kit plays a game's tutorial, and asks for the parts of its rules."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from king_lui import GAME as KING_LUI
from king_lui.rules import KingLui
from tafelrunde.game import Step, Tutorial, View
from tafelrunde.game.testing import check_game

assert KING_LUI.tutorial is not None
GOOD = KING_LUI.tutorial


def findings(**changes: Any) -> dict[str, str]:
    """What the kit says of King Lui with these changes, by its rules; nothing else is wrong with it."""
    with pytest.MonkeyPatch.context() as patched:
        for name, value in changes.items():
            patched.setattr(KingLui, name, value)
        report = check_game(KING_LUI, matches=1)
    return {finding.rule: finding.message for finding in report.findings}


def test_the_tutorial_of_king_lui_is_played_to_its_end() -> None:
    assert findings() == {}


@pytest.mark.parametrize(
    ("tutorial", "said"),
    [
        (replace(GOOD, seats=7), "for 7 seats"),
        (replace(GOOD, seed=bytes(32)), "cannot play"),
        (replace(GOOD, steps=GOOD.steps[:5]), "never makes a move with feed, kitchen, wait"),
        (replace(GOOD, steps=(Step(0, "take wine"), *GOOD.steps[1:])), "nothing is said"),
        (replace(GOOD, options={"open_plates": "perhaps"}), "its options"),
        ("take wine", "is no Tutorial"),
    ],
)
def test_one_that_cannot_be_played_is_found(tutorial: Any, said: str) -> None:
    found = findings(tutorial=tutorial)
    assert set(found) == {"tutorial"}
    assert said in found["tutorial"]


def test_not_every_tutorial_has_every_kind_of_move() -> None:
    assert findings(tutorial=replace(GOOD, steps=GOOD.steps[:5], every_verb=False)) == {}


def test_a_part_of_the_rules_that_is_not_there_is_found() -> None:
    def rules_part(_self: KingLui, _view: View) -> str:
        return "dessert"

    assert "'dessert'" in findings(rules_part=rules_part)["rules"]


def test_what_was_said_stands_until_something_else_is() -> None:
    assert [GOOD.said(ply) == GOOD.said(1) for ply in range(4)] == [False, True, True, False]
    assert GOOD.said(len(GOOD.steps)) == GOOD.learnt
    assert (GOOD.done(0), GOOD.done(6), GOOD.moves) == (0, 2, 5)
    assert isinstance(GOOD, Tutorial)

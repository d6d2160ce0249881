"""Rules that change under the same ruleset break its recorded matches."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from tafelrunde.game import Chance, Game, Result, View, Viewer
from tafelrunde.game.testing import record, replay

from .honest import Cards, Twelve, TwelveOptions

OPTIONS = TwelveOptions(showing=False, hand=4)


@pytest.fixture
def recording() -> dict[str, Any]:
    """A recorded match, written and read."""
    written: dict[str, Any] = json.loads(json.dumps(record(Twelve(), 3, OPTIONS, seed=5)))
    return written


def test_a_recording_holds_what_was_played(recording: dict[str, Any]) -> None:
    assert recording["seats"] == 3
    assert recording["options"] == {"showing": False, "hand": 4}
    assert len(recording["seen"]) == len(recording["log"]) + 1
    assert set(recording["seen"][0]) == {"seat 0", "seat 1", "seat 2", "a spectator"}


def test_the_same_rules_replay_it(recording: dict[str, Any]) -> None:
    replay(Twelve(), recording).raise_if_bad()


class OtherView(Twelve):
    def view(self, state: Cards, viewer: Viewer) -> View:
        view = super().view(state, viewer)
        return {**view, "turn": None} if view["scores"][0] > 9 else view


class FewerMoves(Twelve):
    def moves(self, state: Cards, seat: int) -> Sequence[str]:
        return super().moves(state, seat)[:1]


class OtherScores(Twelve):
    def result(self, state: Cards) -> Result | None:
        return None if any(state.hands) else Result.by_score([-score for score in state.scores])


class OtherDeal(Twelve):
    def setup(self, seats: int, options: TwelveOptions, chance: Chance) -> Cards:
        chance.roll(1)
        return super().setup(seats, options, chance)


class OtherRuleset(Twelve):
    ruleset = "2"


@pytest.mark.parametrize(
    ("game", "words"),
    [
        (OtherView(), "seat 0 sees"),
        (FewerMoves(), "seat 0 sees"),
        (OtherScores(), "the result"),
        (OtherDeal(), "seat 0 sees"),
        (OtherRuleset(), "twelve 1"),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, Game) else "",
)
def test_changed_rules_are_caught(game: Twelve, words: str, recording: dict[str, Any]) -> None:
    (finding,) = replay(game, recording).findings
    assert finding.rule == "recorded"
    assert words in finding.message


def test_a_move_that_is_no_longer_listed_is_named(recording: dict[str, Any]) -> None:
    recording["log"][2][1] = "play 99"
    (finding,) = replay(Twelve(), recording).findings
    assert finding.message == "'play 99' was played by seat 2, and is no longer one of its moves"
    assert finding.where is not None
    assert finding.where.ply == 2


def test_a_state_is_no_part_of_a_recording(recording: dict[str, Any]) -> None:
    class Renamed(Twelve):
        def story(self, state: Cards, viewer: Viewer) -> Sequence[Any]:
            return super().story(replace(state, last=None), viewer)

    replay(Renamed(), recording).raise_if_bad()

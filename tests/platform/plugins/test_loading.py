"""How a package offers the rulesets of its game, and what cannot be loaded."""

from __future__ import annotations

from importlib.metadata import EntryPoint

import pytest

from tafelrunde import games
from tests.platform.plugins import matchsticks
from tests.platform.plugins.matchsticks import RULESETS


def load() -> games.Plugin:
    return games._load(EntryPoint("sticks", "tests.platform.plugins.matchsticks:GAME", games.GROUP))


def test_the_first_of_several_rulesets_is_for_new_matches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(matchsticks, "GAME", [RULESETS["2"], RULESETS["1"]])
    plugin = load()
    assert plugin.current is RULESETS["2"]
    assert plugin.rulesets == {"2": RULESETS["2"], "1": RULESETS["1"]}


def test_one_game_is_a_plugin_with_one_ruleset(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(matchsticks, "GAME", RULESETS["1"])
    assert load().rulesets == {"1": RULESETS["1"]}


def test_a_ruleset_cannot_be_there_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(matchsticks, "GAME", [RULESETS["1"], matchsticks.Sticks()])
    with pytest.raises(ValueError, match="same ruleset twice"):
        load()

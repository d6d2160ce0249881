"""Every installed game is held to its interface, and to the matches that were recorded of it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tafelrunde.game.testing import check_game, replay
from tafelrunde.games import find, installed

RECORDED = sorted((Path(__file__).parents[2] / "recorded").glob("*.json"))
CLOSELY = 4
"""In a hundred matches each fourth ply is thousands of them; `checkgame` looks at all."""


@pytest.mark.parametrize("slug", sorted(installed()))
def test_an_installed_game_keeps_every_promise(slug: str) -> None:
    check_game(installed()[slug], matches=100, closely=CLOSELY).raise_if_bad()


@pytest.mark.parametrize("slug", sorted(installed()))
def test_an_installed_game_has_recorded_matches(slug: str) -> None:
    assert [path for path in RECORDED if path.name.startswith(f"{slug}-")]


@pytest.mark.parametrize("path", RECORDED, ids=[path.stem for path in RECORDED])
def test_a_recorded_match_replays(path: Path) -> None:
    recording = json.loads(path.read_text(encoding="utf-8"))
    game = find(recording["game"], recording["ruleset"])
    assert game is not None, f"{recording['game']} {recording['ruleset']} is gone, and its matches with it"
    replay(game, recording).raise_if_bad()

"""Skull King plays every scenario that was handed to us."""

from pathlib import Path

import pytest

from skull_king import GAME
from tafelrunde.game.scenarios import load_scenario, run_scenario

FILES = sorted((Path(__file__).parents[2] / "scenarios").glob("skull_king-*.json"))


def test_there_are_scenarios() -> None:
    assert len(FILES) >= 12


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_scenario(path: Path) -> None:
    run_scenario(load_scenario(path), {GAME.slug: GAME})

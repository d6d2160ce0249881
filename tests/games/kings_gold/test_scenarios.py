"""King's Gold plays every scenario that was handed to us."""

from pathlib import Path

import pytest

from kings_gold import GAME
from tafelrunde.game.scenarios import load_scenario, run_scenario

FILES = sorted((Path(__file__).parents[2] / "scenarios").glob("kings_gold-*.json"))


def test_there_are_scenarios() -> None:
    assert len(FILES) >= 10


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_scenario(path: Path) -> None:
    run_scenario(load_scenario(path), {GAME.slug: GAME})

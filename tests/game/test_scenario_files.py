"""Every scenario file whose game is installed passes."""

from pathlib import Path

import pytest

from tafelrunde.game.scenarios import find_scenarios, load_scenario, run_scenario
from tafelrunde.games import installed

FOLDER = Path(__file__).parents[1] / "scenarios"
FILES = [path for path in find_scenarios([FOLDER]) if load_scenario(path)["game"] in installed()]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_scenario(path: Path) -> None:
    run_scenario(load_scenario(path), installed())

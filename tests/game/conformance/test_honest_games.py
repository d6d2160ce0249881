"""Games that keep every promise pass."""

import pytest

from tafelrunde.game.testing import check_game

from .honest import Dice, Sealed, Twelve


@pytest.mark.parametrize("game", [Twelve(), Dice(), Sealed()], ids=lambda game: game.slug)
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_an_honest_game_passes(game: Twelve | Dice | Sealed, seed: int) -> None:
    report = check_game(game, 40, seed)
    report.raise_if_bad()
    assert report.matches == 40
    assert report.plies > 40
    assert str(report).endswith("nothing to complain about.")

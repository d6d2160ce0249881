"""Every installed game over 10,000 matches, for `-m long`: shared by the workers, looked at closely now and then."""

from __future__ import annotations

import pytest

from tafelrunde.game.testing import check_game
from tafelrunde.games import installed

MATCHES, PARTS, CLOSELY = 10_000, 20, 48


@pytest.mark.long
@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("slug", sorted(installed()))
def test_an_installed_game_keeps_every_promise_for_long(slug: str, part: int) -> None:
    report = check_game(installed()[slug], MATCHES // PARTS, seed=1000 + part, closely=CLOSELY)
    report.raise_if_bad()
    assert report.matches == MATCHES // PARTS

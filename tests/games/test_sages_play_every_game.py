"""The sage plays every installed game by its rules, at every size of table."""

from __future__ import annotations

import pickle

import pytest

from tafelrunde import games
from tafelrunde.game import AnyMove, Bot, Chance
from tafelrunde.game.sage import Sage, can_search
from tafelrunde.game.simulation import simulate
from tafelrunde.games import AnyGame

INSTALLED = list(games.installed().values())


@pytest.mark.parametrize("game", INSTALLED, ids=lambda game: game.slug)
def test_it_plays_what_it_may_to_the_end(game: AnyGame) -> None:
    assert can_search(game)
    for seats in {min(game.seats), max(game.seats)}:
        bots: list[Bot] = [Sage(game, playouts=4), *[AnyMove()] * (seats - 1)]
        assert simulate(game, game.Options(), bots, 1, seed=1).matches == 1


@pytest.mark.parametrize("game", INSTALLED, ids=lambda game: game.slug)
def test_its_states_travel_to_a_thinker(game: AnyGame) -> None:
    state = game.setup(max(game.seats), game.Options(), Chance(b"a", 0))
    there, back = pickle.loads(pickle.dumps((game, state)))
    assert back == state
    assert there.slug == game.slug

"""The bots play legal moves from their view alone, and the courtier wins."""

from collections.abc import Sequence
from typing import Any

import pytest

from king_lui import GAME
from king_lui.bots import Courtier, Novice
from king_lui.state import State, TableOptions
from tafelrunde.game import Bot, Chance, Decision
from tafelrunde.game.simulation import simulate

from .table import legal, play, random_match, serve


def choose(bot: Bot, state: State, ply: int = 0) -> str:
    assert state.active is not None
    return bot.choose(decision(GAME.view(state, state.active), state.active, legal(state), ply))


def decision(view: dict[str, Any], seat: int, moves: Sequence[str], ply: int = 0) -> Decision:
    def sample() -> State:
        raise AssertionError("a bot of King Lui needs nothing but its view")

    return Decision(seat=seat, view=view, moves=moves, chance=Chance(b"b" * 32, ply), sample=sample)


def test_the_courtier_is_offered_first() -> None:
    assert [bot.slug for bot in GAME.bots()] == ["courtier", "novice"]


@pytest.mark.parametrize("bot", GAME.bots(), ids=lambda bot: bot.slug)
@pytest.mark.parametrize("seats", GAME.seats)
@pytest.mark.parametrize("kitchen_dragon", ["choose", "wait"])
def test_a_bot_plays_legal_moves(bot: Bot, seats: int, kitchen_dragon: str) -> None:
    for state, _ in random_match(seats, seats, TableOptions(kitchen_dragon=kitchen_dragon)):
        if state.active is not None:
            assert choose(bot, state) in legal(state)


def test_a_novice_takes_the_largest_pile_that_does_not_pass_the_king() -> None:
    state = serve("wine wine wine ham ham bread wine ham ham bread bread bread")
    state = play(state, "take bread", "take wine", "kitchen")
    assert choose(Novice(), state) == "take ham"


def test_a_novice_that_can_take_nothing_safely_plays_at_random() -> None:
    state = serve("wine wine ham ham bread cake")
    assert {choose(Novice(), state, ply) for ply in range(60)} == set(legal(state))


def test_a_novice_feeds_at_random() -> None:
    opening = serve("wine wine ham ham bread cake fruit fruit fruit fruit ham ham dragon")
    state = play(opening, "take wine", "take bread", "take cake", "kitchen")
    assert {choose(Novice(), state, ply) for ply in range(40)} == {"feed ham ham", "wait"}


def test_the_courtier_does_not_burst() -> None:
    # The kitchen is nearly empty, the king has two hams, and so has the seat: a third one would cost both.
    state = serve()
    assert state.active == 0
    dishes = GAME.view(state, 0)["king"]
    view = GAME.view(state, 0) | {
        "kitchen": 0,
        "king": dishes | {"ham": 2, "bread": 9},
        "plate": dishes | {"ham": 2},
        "table": dishes | {"ham": 1, "bread": 1},
    }
    assert Courtier().choose(decision(view, 0, ["take bread", "take ham"])) == "take bread"


def test_the_courtier_beats_novices() -> None:
    # bench/README.md has the measurement over 1,000 matches; this only sees it fall.
    record = simulate(GAME, TableOptions(), [Courtier(), Novice(), Novice(), Novice()], matches=150, seed=1)
    assert record.wins[0] / record.matches > 0.62

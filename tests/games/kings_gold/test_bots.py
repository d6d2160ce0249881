"""The bots play legal moves from their view alone, and the captain wins."""

import pytest

from kings_gold import GAME
from kings_gold.bots import Captain, Deckhand
from kings_gold.state import State
from tafelrunde.game import AnyMove, Bot, Chance, Decision, NoOptions
from tafelrunde.game.simulation import simulate

from .table import begin, legal, play, random_match, roll


def choose(bot: Bot, state: State, ply: int = 0) -> str:
    def sample() -> State:
        raise AssertionError("a bot of King's Gold needs nothing but its view")

    assert state.active is not None
    view = GAME.view(state, state.active)
    return bot.choose(Decision(state.active, view, legal(state), Chance(b"b" * 32, ply), sample))


def test_the_captain_is_offered_first() -> None:
    assert [bot.slug for bot in GAME.bots()] == ["captain", "deckhand"]


@pytest.mark.parametrize("bot", GAME.bots(), ids=lambda bot: bot.slug)
@pytest.mark.parametrize("seats", GAME.seats)
def test_a_bot_plays_legal_moves(bot: Bot, seats: int) -> None:
    for ply, (state, _) in enumerate(random_match(seats, seats)):
        if state.active is not None and ply < 40:
            assert choose(bot, state) in legal(state)


def test_a_deckhand_stops_as_soon_as_the_dice_bring_anything() -> None:
    assert choose(Deckhand(), play(begin(), roll(1, 6, 5, 5, 4))) == "stop"
    assert choose(Deckhand(), play(begin(), roll(6, 6, 4, 4, 5))) == "reroll 1 2 3 4"


def test_the_captain_keeps_what_pays_and_rolls_the_rest() -> None:
    assert choose(Captain(), play(begin(), roll(3, 6, 3, 6, 1))) == "stop"
    assert choose(Captain(), play(begin(), roll(3, 6, 4, 3, 1))) != "reroll 1 2"


def test_the_captain_stops_before_the_third_crossbones_costs_more_than_it_may_bring() -> None:
    assert choose(Captain(), play(begin(purse=40, coins=[20, 0, 0]), roll(3, 6, 5, 5, 3))) == "stop"


def test_the_captain_robs_the_richest() -> None:
    state = play(begin(purse=30, coins=[10, 2, 18]), roll(3, 4, 5, 5, 4), "stop")
    assert choose(Captain(), state) == "skull 3 @2"


def test_the_captain_ends_a_match_that_it_wins() -> None:
    state = play(begin(purse=4, king=36, coins=[15, 5, 0]), roll(3, 1, 6, 4, 5), "stop")
    assert choose(Captain(), state) == "cannon 3"


def test_the_captain_beats_those_who_play_at_random() -> None:
    # bench/README.md has the measurement over 1,000 matches; this only sees it fall.
    record = simulate(GAME, NoOptions(), [Captain(), AnyMove(), AnyMove(), AnyMove()], matches=60, seed=1)
    assert record.wins[0] / record.matches > 0.7

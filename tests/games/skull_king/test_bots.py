"""The bots and the fallback play legal moves from their view alone, and each is better than the one below."""

from __future__ import annotations

import pytest

from skull_king import GAME
from skull_king.bots import Bosun, Deckhand
from skull_king.state import State
from tafelrunde.game import AnyMove, Bot, Chance, Decision, NoOptions
from tafelrunde.game.simulation import simulate

from .table import deal, dealt, random_match, trick


def choose(bot: Bot, state: State, seat: int, seconds: float = 0.02) -> str:
    def sample() -> State:
        raise AssertionError("a bot of Skull King needs nothing but its view")

    moves = GAME.moves(state, seat)
    return bot.choose(Decision(seat, GAME.view(state, seat), moves, Chance(b"b" * 32, 0), sample, seconds))


def fallback(state: State, seat: int) -> str:
    return GAME.fallback(GAME.view(state, seat), GAME.moves(state, seat))


def test_the_bosun_is_offered_first() -> None:
    assert [bot.slug for bot in GAME.bots()] == ["bosun", "deckhand"]


@pytest.mark.parametrize("seats", GAME.seats)
def test_bots_and_the_fallback_play_legal_moves(seats: int) -> None:
    for state, _ in random_match(seats, seats):
        for seat in state.acting:
            chosen = [*(choose(bot, state, seat) for bot in GAME.bots()), fallback(state, seat)]
            assert set(chosen) <= set(GAME.moves(state, seat))


def test_the_fallback_bids_the_strong_cards() -> None:
    hands = ["pirate-1 black-13 red-13", "red-1 red-2 escape-1", "scary-mary skull-king mermaid-1"]
    state = deal(["red-1", "red-2", "red-3"], ["red-1 red-2", "red-3 red-4", "red-5 red-6"], hands)
    assert [fallback(state, seat) for seat in range(3)] == ["bid 2", "bid 0", "bid 3"]


def test_the_fallback_takes_as_cheaply_as_it_can_and_ducks_as_richly() -> None:
    hands = ("red-4 blue-1 blue-2", "red-2 red-6 red-9", "red-1 red-3 red-5")
    wanting = trick(dealt(*hands, bids=[0, 1, 0]), "red-4")
    assert fallback(wanting, wanting.acting[0]) == "play red-6"
    ducking = trick(dealt(*hands, bids=[0, 0, 0]), "red-4", "red-9")
    assert fallback(ducking, ducking.acting[0]) == "play red-5"


def test_the_bosun_bids_what_is_worth_most() -> None:
    hands = ["pirate-1 pirate-2 skull-king", "red-1 red-2 escape-1", "scary-mary yellow-2 blue-1"]
    state = deal(["red-1", "red-2", "red-3"], ["red-1 red-2", "red-3 red-4", "red-5 red-6"], hands)
    assert [choose(Bosun(), state, seat) for seat in range(3)] == ["bid 3", "bid 0", "bid 1"]


def test_the_bosun_sheds_the_king_into_a_trick_that_a_mermaid_takes() -> None:
    state = trick(dealt("mermaid-1 red-1", "skull-king red-9", "blue-1 blue-2", bids=[0, 0, 0]), "mermaid-1")
    assert choose(Bosun(), state, state.acting[0]) == "play skull-king"


@pytest.mark.parametrize("bot", [Deckhand(), Bosun()], ids=lambda bot: bot.slug)
def test_a_bot_is_far_above_who_plays_at_random(bot: Bot) -> None:
    # bench/README.md has the measurement over 500 matches; this only sees it fall.
    record = simulate(GAME, NoOptions(), [bot, AnyMove(), AnyMove(), AnyMove()], matches=12, seed=1)
    assert record.mean_scores[0] - max(record.mean_scores[1:]) > 60


def test_with_no_time_at_all_the_bosun_plays_as_the_deckhand() -> None:
    for state, _ in random_match(4, 4):
        for seat in state.acting:
            assert choose(Bosun(), state, seat, seconds=0) == choose(Deckhand(), state, seat)

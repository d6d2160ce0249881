"""Simulated matches: seats drawn, ties shared, the same for the same seed."""

from collections import Counter

import pytest

from tafelrunde.game import AnyMove
from tafelrunde.game.simulation import play_match, simulate

from .dice import DICE, Cheat, DiceOptions, Passive


def test_the_same_seed_gives_the_same_matches() -> None:
    bots = [AnyMove(), AnyMove(), Passive()]
    first, second, other = (simulate(DICE, DiceOptions(), bots, 40, seed) for seed in (1, 1, 2))
    assert (first.wins, first.mean_scores, first.moves) == (second.wins, second.mean_scores, second.moves)
    assert first.mean_scores != other.mean_scores


def test_ties_count_as_shares() -> None:
    record = simulate(DICE, DiceOptions(), [Passive(), Passive(), Passive()], 10, 1)
    assert record.wins == pytest.approx((10 / 3,) * 3)
    assert record.mean_scores == (0, 0, 0)
    assert (record.matches, record.moves) == (10, 30)


def test_all_wins_are_shared_out() -> None:
    record = simulate(DICE, DiceOptions(dice=2), [AnyMove(), AnyMove()], 60, 3)
    assert sum(record.wins) == pytest.approx(60)
    assert record.seconds > 0


def test_seats_are_drawn_for_each_match() -> None:
    bots = [AnyMove(), Passive(), Passive()]
    seats = Counter(play_match(DICE, DiceOptions(), bots, bytes([n]) * 32).seats for n in range(120))
    assert len(seats) == 6


def test_a_bot_that_plays_what_it_may_not_is_found_out() -> None:
    with pytest.raises(ValueError, match="cheat played 'win'"):
        simulate(DICE, DiceOptions(), [Cheat(), Passive()], 1, 1)

"""The arithmetic of ratings: ties, the order of those who played, what is shown, who ranks behind whom."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tafelrunde.ratings.rating import NEWCOMER, START, Record, number, places, provisional, rate, trend

mus = st.floats(-20, 70)
sigmas = st.floats(0.5, 9)
records = st.builds(lambda mu, sigma, n: Record(mu, sigma, n, (number(mu, sigma),)), mus, sigmas, st.integers(1, 500))


@st.composite
def matches(draw: st.DrawFn) -> tuple[dict[int, Record], dict[int, int]]:
    """Two to eight players, some of them newcomers, some of them alike, with the ranks of a match."""
    size = draw(st.integers(2, 8))
    some = draw(st.lists(records, min_size=1, max_size=size))
    players = {player: draw(st.sampled_from([NEWCOMER, *some])) for player in range(size)}
    return players, draw(st.fixed_dictionaries({player: st.integers(1, size) for player in players}))


def test_a_newcomer_has_a_pleasant_number() -> None:
    assert NEWCOMER.number == START == 1000
    assert number(NEWCOMER.mu, NEWCOMER.sigma) == START


def test_who_wins_rises_and_who_loses_falls() -> None:
    after = rate({}, {1: 1, 2: 2})
    assert after[1].number > START > after[2].number
    assert after[1].mu - NEWCOMER.mu == pytest.approx(NEWCOMER.mu - after[2].mu)


def test_a_tie_of_equals_moves_nobodys_mu() -> None:
    after = rate({}, {1: 1, 2: 1})
    assert after[1] == after[2]
    assert after[1].mu == pytest.approx(NEWCOMER.mu)
    assert after[1].sigma < NEWCOMER.sigma


def test_a_tie_brings_unequals_together() -> None:
    strong, weak = Record(35, 2, 9, (1000,)), Record(20, 2, 9, (1000,))
    after = rate({1: strong, 2: weak}, {1: 1, 2: 1})
    assert after[1].mu < strong.mu
    assert after[2].mu > weak.mu


@given(matches(), st.randoms())
def test_the_order_of_players_changes_no_bit(played: tuple[dict[int, Record], dict[int, int]], random: Any) -> None:
    before, ranks = played
    shuffled = list(ranks)
    random.shuffle(shuffled)
    assert rate(before, ranks) == rate(before, {player: ranks[player] for player in shuffled})


@given(matches())
def test_who_was_alike_and_did_alike_is_alike(played: tuple[dict[int, Record], dict[int, int]]) -> None:
    before, ranks = played
    after = rate(before, ranks)
    for one in ranks:
        for other in ranks:
            if (before[one], ranks[one]) == (before[other], ranks[other]):
                assert after[one] == after[other]


@given(matches())
def test_of_two_who_were_alike_the_better_gains_more(played: tuple[dict[int, Record], dict[int, int]]) -> None:
    before, ranks = played
    ranks = {player: player for player in ranks}  # where others tie, Plackett-Luce gives the tied ones little
    after = rate(before, ranks)
    for one in ranks:
        for other in ranks:
            if before[one] == before[other] and ranks[one] < ranks[other]:
                assert after[one].mu >= after[other].mu


@given(matches())
def test_only_the_order_of_ranks_counts(played: tuple[dict[int, Record], dict[int, int]]) -> None:
    before, ranks = played
    assert rate(before, ranks) == rate(before, places({player: 10 * rank for player, rank in ranks.items()}, ()))


@given(mus, mus, sigmas, sigmas)
def test_the_number_is_monotone(mu: float, other: float, sigma: float, surer: float) -> None:
    low, high = sorted((mu, other))
    sure, unsure = sorted((sigma, surer))
    assert number(low, unsure) <= number(high, unsure) <= number(high, sure)


def test_a_match_is_counted_and_the_first_four_are_provisional() -> None:
    record = NEWCOMER
    counted = []
    for _match in range(6):
        record = rate({1: record}, {1: 1, 2: 2})[1]
        counted.append((record.matches, provisional(record.matches)))
    assert counted == [(1, True), (2, True), (3, True), (4, True), (5, False), (6, False)]


def test_the_trend_looks_back_over_five_matches() -> None:
    record, numbers = NEWCOMER, [START]
    for match in range(9):
        record = rate({1: record}, {1: 1 + match % 2, 2: 1 + (match + 1) % 2})[1]
        numbers.append(record.number)
        assert trend(record.numbers) == numbers[-1] - numbers[max(0, len(numbers) - 6)]
        assert record.number == numbers[-1] == number(record.mu, record.sigma)


@pytest.mark.parametrize(
    ("ranks", "gone", "expected"),
    [
        ([1, 2, 3], [], [1, 2, 3]),
        ([1, 1, 3], [], [1, 1, 3]),
        ([2, 5, 5], [], [1, 2, 2]),
        ([1, 2, 3], [0], [3, 1, 2]),
        ([1, 1, 1], [1], [1, 3, 1]),
        ([2, 1, 3, 1], [1, 3], [1, 3, 2, 3]),
        ([3, 1, 2], [0, 1, 2], [3, 1, 2]),
    ],
)
def test_who_is_gone_comes_behind_who_stayed(ranks: list[int], gone: list[int], expected: list[int]) -> None:
    assert list(places(dict(enumerate(ranks)), gone).values()) == expected

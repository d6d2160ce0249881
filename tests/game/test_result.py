"""A result ranks the seats by their scores."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tafelrunde.game import Result


@pytest.mark.parametrize(
    ("scores", "ranks", "winners"),
    [
        ([3, 1, 2], (1, 3, 2), (0,)),
        ([5, 5, 1], (1, 1, 3), (0, 1)),
        ([9, 4, 4, 1], (1, 2, 2, 4), (0,)),
        ([0, 0, 0], (1, 1, 1), (0, 1, 2)),
        ([-3, -1], (2, 1), (1,)),
    ],
)
def test_equal_scores_share_a_rank_and_the_next_ranks_are_left_out(
    scores: list[int], ranks: tuple[int, ...], winners: tuple[int, ...]
) -> None:
    result = Result.by_score(scores)
    assert (result.ranks, result.winners) == (ranks, winners)


def test_the_json_holds_lists_and_the_details() -> None:
    assert Result.by_score([2, 1], {"why": "more"}).as_json() == {
        "scores": [2, 1],
        "ranks": [1, 2],
        "winners": [0],
        "details": {"why": "more"},
    }


@given(st.lists(st.integers(), min_size=1, max_size=8))
def test_a_rank_is_one_more_than_the_number_of_better_seats(scores: list[int]) -> None:
    result = Result.by_score(scores)
    for seat, score in enumerate(scores):
        assert result.ranks[seat] == 1 + sum(other > score for other in scores)
    assert all(scores[winner] == max(scores) for winner in result.winners)

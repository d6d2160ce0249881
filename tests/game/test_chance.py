"""Chance is the stream that docs/chance.md describes, to the byte."""

import hmac
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tafelrunde.game import Chance, commitment, new_seed

SEED = b"\x01" * 32


def test_commitment_is_the_hash_of_the_seed() -> None:
    assert commitment(SEED) == "72cd6e8422c407fb6d098690f1130b7ded7ec2f7f5e1d30bd9d521f015363793"


def test_shuffle_and_roll_go_on_in_one_stream() -> None:
    chance = Chance(SEED, 0)
    assert chance.shuffle(range(10)) == (4, 2, 1, 6, 5, 0, 3, 7, 9, 8)
    assert chance.roll(5, 6) == (3, 5, 2, 6, 6)


def test_each_ply_has_its_own_stream() -> None:
    assert Chance(SEED, 12).roll(8, 20) == (18, 3, 12, 8, 4, 19, 8, 17)


def test_pick_is_the_item_below_the_length() -> None:
    items = "abcdefg"
    assert Chance(SEED, 3).pick(items) == items[Chance(SEED, 3).below(len(items))]


def test_words_above_the_last_whole_multiple_are_dropped() -> None:
    # With this bound nearly half of all words are above it, so the stream must be longer than the draws.
    bound = 2**31 + 1
    chance = Chance(SEED, 0)
    words: list[int] = []
    for block in range(20):
        digest = hmac.digest(SEED, f"0:{block}".encode("ascii"), "sha256")
        words += [int.from_bytes(digest[i : i + 4], "big") for i in range(0, 32, 4)]
    kept = [word for word in words if word < bound]
    assert len(kept) < len(words)
    assert [chance.below(bound) for _ in kept] == kept


@pytest.mark.parametrize("bound", [0, -1, 2**32 + 1])
def test_a_bound_that_cannot_be_drawn_below_is_refused(bound: int) -> None:
    with pytest.raises(ValueError, match="below"):
        Chance(SEED, 0).below(bound)


@given(st.binary(min_size=32, max_size=32), st.integers(0, 10**6), st.lists(st.integers(), max_size=40))
def test_shuffle_keeps_the_items_and_leaves_the_given_list_alone(seed: bytes, ply: int, items: list[int]) -> None:
    before = list(items)
    assert Counter(Chance(seed, ply).shuffle(items)) == Counter(before)
    assert items == before


@given(st.binary(min_size=32, max_size=32), st.integers(1, 2**32))
def test_a_draw_is_below_its_bound(seed: bytes, bound: int) -> None:
    assert 0 <= Chance(seed, 1).below(bound) < bound


def test_dice_come_about_equally_often() -> None:
    counts = Counter(Chance(SEED, 5).roll(6000))
    assert set(counts) == set(range(1, 7))
    assert all(850 < count < 1150 for count in counts.values())


def test_seeds_are_32_bytes_and_differ() -> None:
    assert len(new_seed()) == 32
    assert new_seed() != new_seed()

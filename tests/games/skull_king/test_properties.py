"""What holds in every match, whatever is played."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from skull_king import GAME
from skull_king.notation import CARD_OF, CARDS, COLOURS, KIND, MOVES
from skull_king.state import State
from skull_king.tricks import taker
from tafelrunde.game import SPECTATOR, Chance, Viewer

from .table import random_match

SEEDS = st.integers(0, 2**32)
SEATS = st.integers(3, 6)
few = settings(max_examples=5, deadline=None)


def viewers(state: State) -> list[Viewer]:
    return [*range(len(state.hands)), SPECTATOR]


def played(state: State) -> list[str]:
    faces = [face for trick in state.tricks for face in trick.faces] + list(state.trick)
    return [CARD_OF[face] for face in faces]


@few
@given(SEEDS, SEATS)
def test_no_card_is_lost_or_made(seed: int, seats: int) -> None:
    for state, _ in random_match(seed, seats):
        cards = [card for hand in state.hands for card in hand] + played(state)
        assert len(set(cards)) == len(cards) == state.round * seats
        assert set(cards) <= set(CARDS)
        assert all(list(hand) == sorted(hand) for hand in state.hands)
        assert sum(state.won) == len(state.tricks)


@few
@given(SEEDS, SEATS)
def test_somebody_is_to_move_until_there_is_a_result(seed: int, seats: int) -> None:
    for state, _ in random_match(seed, seats):
        waiting = [seat for seat in range(seats) if GAME.moves(state, seat)]
        assert (GAME.result(state) is None) == bool(waiting)
        assert all(set(GAME.moves(state, seat)) <= set(MOVES) for seat in waiting)
        if state.phase == "play":
            assert waiting == [(state.leader + len(state.trick)) % seats]


@few
@given(SEEDS, SEATS)
def test_a_colour_is_followed_by_who_has_it(seed: int, seats: int) -> None:
    before: State | None = None
    for state, moved in random_match(seed, seats):
        if before is not None and moved is not None and before.phase == "play":
            seat, move = moved
            face = move.removeprefix("play ")
            suit = next((KIND[other] for other in before.trick if KIND[other] in (*COLOURS, "black")), None)
            has_it = any(card.startswith(f"{suit}-") for card in before.hands[seat])
            if suit in COLOURS and has_it:
                assert KIND[face] == suit or KIND[face] not in (*COLOURS, "black")
        before = state


@few
@given(st.lists(st.sampled_from(sorted(CARD_OF)), min_size=3, max_size=6, unique_by=CARD_OF.__getitem__))
def test_a_card_that_comes_later_takes_from_who_had_the_trick_or_from_nobody(faces: list[str]) -> None:
    at_first, in_the_end = taker(tuple(faces[:-1])), taker(tuple(faces))
    kinds = {KIND[face] for face in faces}
    if not {"skull-king", "mermaid"} <= kinds:  # where a mermaid that was there takes from the king
        assert in_the_end in (at_first, len(faces) - 1)


@few
@given(SEEDS, SEATS)
def test_the_scores_are_the_sums_of_the_sheet(seed: int, seats: int) -> None:
    for state, _ in random_match(seed, seats):
        assert GAME.scores(state) == tuple(sum(row.points[seat] for row in state.sheet) for seat in range(seats))
        assert len(state.sheet) == state.round - (state.phase in ("bid", "play"))


@few
@given(SEEDS, SEATS)
def test_a_resampled_state_shows_its_viewer_the_same(seed: int, seats: int) -> None:
    for ply, (state, _) in enumerate(random_match(seed, seats)):
        viewer = viewers(state)[ply % (seats + 1)]
        other = GAME.resample(state, viewer, Chance(seed.to_bytes(32, "big"), 10**6 + ply))
        assert GAME.view(other, viewer) == GAME.view(state, viewer)
        assert GAME.story(other, viewer) == GAME.story(state, viewer)
        assert list(map(len, other.hands)) == list(map(len, state.hands))
        if isinstance(viewer, int):
            assert GAME.moves(other, viewer) == GAME.moves(state, viewer)
            assert GAME.premoves(other, viewer) == GAME.premoves(state, viewer)
        cards = Counter([card for hand in other.hands for card in hand] + played(other))
        assert max(cards.values(), default=1) == 1


@few
@given(SEEDS, SEATS)
def test_a_resampled_hand_lacks_what_its_seat_did_not_follow(seed: int, seats: int) -> None:
    lacks: set[tuple[int, str]] = set()
    before: State | None = None
    for ply, (state, moved) in enumerate(random_match(seed, seats)):
        if before is not None and moved is not None and before.phase == "play":
            face = moved[1].removeprefix("play ")
            if before.suit in COLOURS and KIND[face] in (*COLOURS, "black") and KIND[face] != before.suit:
                lacks.add((moved[0], before.suit))
        if state.phase == "bid":
            lacks.clear()
        other = GAME.resample(state, SPECTATOR, Chance(seed.to_bytes(32, "big"), 10**6 + ply))
        for seat, colour in lacks:
            assert not any(card.startswith(colour) for card in other.hands[seat])
        before = state


def test_resampling_draws_hands_and_sealed_bids_anew() -> None:
    states = [state for state, _ in random_match(7)]
    bidding = next(state for state in states if state.round == 9 and state.phase == "bid" and len(state.acting) == 2)
    samples = [GAME.resample(bidding, 0, Chance(b"s" * 32, ply)) for ply in range(30)]
    assert len({sample.hands for sample in samples}) == len(samples)
    assert len({sample.bids for sample in samples}) > 5
    assert {sample.hands[0] for sample in samples} == {bidding.hands[0]}
    assert {sample.bids[0] for sample in samples} == {bidding.bids[0]}


@pytest.mark.parametrize("viewer", [0, 3, SPECTATOR])
def test_a_resampled_match_can_be_played_to_its_end(viewer: Viewer) -> None:
    for state, _ in list(random_match(11))[::23]:
        playing, chance = GAME.resample(state, viewer, Chance(b"s" * 32, 1)), Chance(b"s" * 32, 2)
        while playing.acting:
            playing = GAME.play(playing, playing.acting[-1], playing.legal[-1], chance)
        assert GAME.result(playing) is not None


def test_a_state_is_hashable_and_cannot_be_changed() -> None:
    for state, _ in random_match(3):
        hash(state)
    with pytest.raises(AttributeError):
        state.round = 1  # type: ignore[misc]

"""What holds in every match, whatever is played."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bench.plain_king_lui import PlainKingLui
from king_lui import GAME
from king_lui.notation import CARDS, DISHES, PORTIONS
from king_lui.state import State, TableOptions
from tafelrunde.game import SPECTATOR, Chance, Viewer

from .table import random_match

SEEDS = st.integers(0, 2**32)
SEATS = st.integers(3, 5)
OPTIONS = st.builds(TableOptions, kitchen_dragon=st.sampled_from(["choose", "wait"]), open_plates=st.booleans())
few = settings(max_examples=15, deadline=None)


def viewers(state: State) -> list[Viewer]:
    return [*range(len(state.last)), SPECTATOR]


@few
@given(SEEDS, SEATS, OPTIONS)
def test_no_card_is_lost_or_made(seed: int, seats: int, options: TableOptions) -> None:
    fed = 0
    for state, move in random_match(seed, seats, options):
        fed += move is not None and move.startswith("feed")
        plates = [state.plate(seat) for seat in range(seats)]
        portions = sum(state.king) + sum(state.table) + sum(map(sum, plates))
        assert state.left + portions + state.dragons + 3 * fed == len(CARDS)
        for dish in range(len(DISHES)):
            assert state.king[dish] + state.table[dish] + sum(plate[dish] for plate in plates) <= PORTIONS
        assert min(*state.king, *state.table) >= 0
        assert 0 <= state.dragons <= 5


@few
@given(SEEDS, SEATS, OPTIONS)
def test_a_dragon_is_fed_only_what_the_king_has(seed: int, seats: int, options: TableOptions) -> None:
    for state, _ in random_match(seed, seats, options):
        feeds = [move.split()[1:] for move in state.legal if move.startswith("feed")]
        king = dict(zip(DISHES, state.king, strict=True))
        assert all(dishes == sorted(dishes) and not Counter(dishes) - Counter(king) for dishes in feeds)
        if state.active is not None:
            assert bool(feeds) == (state.dragons > 0 and sum(state.king) >= 2)


@few
@given(SEEDS, SEATS, OPTIONS)
def test_somebody_is_to_move_until_there_is_a_result(seed: int, seats: int, options: TableOptions) -> None:
    for state, _ in random_match(seed, seats, options):
        to_move = [seat for seat in range(seats) if GAME.moves(state, seat)]
        assert to_move == ([] if state.active is None else [state.active])
        assert (GAME.result(state) is None) == bool(to_move)
        assert list(state.legal) == sorted(set(state.legal))


@few
@given(SEEDS, SEATS, OPTIONS)
def test_a_match_takes_as_many_rounds_as_the_kitchen_can_serve(seed: int, seats: int, options: TableOptions) -> None:
    *_, (state, _) = random_match(seed, seats, options)
    assert state.left < 2 * seats
    assert 1 <= state.round <= len(CARDS) // (2 * seats)
    assert state.starter == (state.round - 1) % seats


@few
@given(SEEDS, SEATS, st.sampled_from(["choose", "wait"]))
def test_the_plain_rules_agree(seed: int, seats: int, kitchen_dragon: str) -> None:
    kitchen = Chance(seed.to_bytes(32, "big"), 0).shuffle(CARDS)
    plain = PlainKingLui(seats, kitchen, choose=kitchen_dragon == "choose")
    for state, move in random_match(seed, seats, TableOptions(kitchen_dragon=kitchen_dragon)):
        if move is not None:
            plain.play(move)
        assert plain.moves() == list(state.legal)
        assert plain.over or plain.active == state.active
    result = GAME.result(state)
    assert result is not None
    assert plain.scores() == list(result.scores)


@few
@given(SEEDS, SEATS, OPTIONS)
def test_a_resampled_state_shows_its_viewer_the_same(seed: int, seats: int, options: TableOptions) -> None:
    for ply, (state, _) in enumerate(random_match(seed, seats, options)):
        for viewer in viewers(state):
            other = GAME.resample(state, viewer, Chance(seed.to_bytes(32, "big"), 10**6 + ply))
            assert GAME.view(other, viewer) == GAME.view(state, viewer)
            assert GAME.story(other, viewer) == GAME.story(state, viewer)
            assert [GAME.moves(other, seat) for seat in range(seats)] == [
                GAME.moves(state, seat) for seat in range(seats)
            ]
            assert GAME.result(other) == GAME.result(state)
            assert _cards(other) == _cards(state)


@few
@given(SEEDS, SEATS)
def test_a_resampled_state_keeps_what_the_viewer_saw_others_do(seed: int, seats: int) -> None:
    for ply, (state, _) in enumerate(random_match(seed, seats)):
        other = GAME.resample(state, 0, Chance(seed.to_bytes(32, "big"), 10**6 + ply))
        assert other.taken == state.taken
        assert other.fetched[0] == state.fetched[0]
        assert list(map(len, other.fetched)) == list(map(len, state.fetched))


def test_resampling_changes_the_kitchen_and_what_others_fetched() -> None:
    states = [state for state, _ in random_match(7)]
    state = states[len(states) // 2]
    assert any(state.fetched[1:])
    samples = [GAME.resample(state, 0, Chance(b"s" * 32, ply)) for ply in range(20)]
    assert len({sample.kitchen for sample in samples}) == len(samples)
    assert len({sample.fetched for sample in samples}) > 1


@pytest.mark.parametrize("seat", range(4))
def test_a_resampled_match_can_be_played_to_its_end(seat: int) -> None:
    for state, _ in list(random_match(11))[::7]:
        playing = GAME.resample(state, seat, Chance(b"s" * 32, 1))
        while playing.active is not None:
            playing = GAME.play(playing, playing.active, playing.legal[-1], Chance(b"s" * 32, 2))
        assert GAME.result(playing) is not None


def test_a_state_is_hashable_and_cannot_be_changed() -> None:
    for state, _ in random_match(3):
        hash(state)
    with pytest.raises(AttributeError):
        state.round = 1  # type: ignore[misc]


def _cards(state: State) -> Counter[int]:
    """All cards of which anyone may still learn."""
    return Counter(state.kitchen[state.drawn :]) + Counter(card for fetched in state.fetched for card in fetched)

"""What holds in every match, whatever is played."""

from hypothesis import given, settings
from hypothesis import strategies as st

from kings_gold import GAME
from kings_gold.notation import CANNON, COINS, CROSSBONES, SKULL
from tafelrunde.game import SPECTATOR

from .table import random_match

SEEDS, SEATS = st.integers(0, 2**32), st.integers(2, 6)
few = settings(max_examples=15, deadline=None)


@few
@given(SEEDS, SEATS)
def test_purse_king_and_players_have_sixty_coins(seed: int, seats: int) -> None:
    for state, _ in random_match(seed, seats):
        view = GAME.view(state, SPECTATOR)
        assert view["purse"] + view["king"] + sum(view["coins"]) == 60
        assert min(view["purse"], view["king"], *view["coins"]) >= 0


@few
@given(SEEDS, SEATS)
def test_it_ends_when_the_purse_is_empty_and_never_before(seed: int, seats: int) -> None:
    for state, _ in random_match(seed, seats):
        assert (state.gold.purse == 0) == (state.active is None) == (GAME.result(state) is not None)


@few
@given(SEEDS, SEATS)
def test_one_seat_is_to_move_until_the_end(seed: int, seats: int) -> None:
    for state, _ in random_match(seed, seats):
        to_move = [seat for seat in range(seats) if GAME.moves(state, seat)]
        assert to_move == ([] if state.active is None else [state.active])
        assert len(set(state.legal)) == len(state.legal)


@few
@given(SEEDS, SEATS)
def test_seats_take_turns(seed: int, seats: int) -> None:
    before = None
    for state, _ in random_match(seed, seats):
        if before is not None and state.active not in (before, None):
            assert state.active == (before + 1) % seats
        before = state.active


@few
@given(SEEDS, SEATS)
def test_crossbones_stay_locked_and_three_never_lie_there(seed: int, seats: int) -> None:
    locked: set[int] = set()
    for state, move in random_match(seed, seats):
        if move is None or state.phase != "rolled" or move == "roll":
            locked = set()
        assert state.dice.count(CROSSBONES) < 3
        assert all(state.dice[index] == CROSSBONES for index in locked)
        if state.phase == "rolled":
            locked = {index for index, die in enumerate(state.dice) if die == CROSSBONES}


@few
@given(SEEDS, SEATS)
def test_every_combination_that_the_dice_allow_is_made(seed: int, seats: int) -> None:
    last = None
    for state, _ in random_match(seed, seats):
        if state.last is None or state.last is last:
            continue
        last = state.last
        coins = sum(die in COINS for die in last.dice)
        skulls, cannons = last.dice.count(SKULL), last.dice.count(CANNON)
        if 5 in (coins, skulls, cannons) or last.dice.count(CROSSBONES) >= 3:
            assert len(last.effects) == 1
        elif min(coins, skulls + cannons) == 0:
            assert [effect.type for effect in last.effects] == ["pay"]
        elif state.active is not None:
            made = [effect.type for effect in last.effects]
            assert len(made) == min(coins, skulls + cannons)
            assert made.count("cannon") <= cannons
            assert made.count("skull") <= skulls


@few
@given(SEEDS, SEATS)
def test_what_is_unused_comes_from_the_dice(seed: int, seats: int) -> None:
    for state, _ in random_match(seed, seats):
        if state.phase == "resolve":
            assert len(state.unused) == 5 - 2 * len(state.effects)
            assert len(state.legal) > 1
        else:
            assert (state.unused, state.effects) == ((), ())


@few
@given(SEEDS)
def test_a_state_is_hashable(seed: int) -> None:
    for state, _ in random_match(seed, 3):
        hash(state)

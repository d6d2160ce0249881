"""The tutorial of King Lui: its deal is the one that its texts tell of."""

from __future__ import annotations

from collections.abc import Iterator

from king_lui import GAME
from king_lui.notation import CARDS, DISHES
from king_lui.state import State
from tafelrunde.game import Chance, Step, read_options
from tests.games.king_lui.find_a_deal import fits

TUTORIAL = GAME.tutorial
assert TUTORIAL is not None
CHEESE, CHICKEN, HAM, WINE = map(DISHES.index, ("cheese", "chicken", "ham", "wine"))


def played() -> Iterator[tuple[Step, State]]:
    """Each step, with the state before it; a last one has no step any more."""
    state = GAME.setup(TUTORIAL.seats, read_options(GAME.Options, TUTORIAL.options), Chance(TUTORIAL.seed, 0))
    for ply, step in enumerate(TUTORIAL.steps):
        yield step, state
        assert step.move in GAME.moves(state, step.seat)
        state = GAME.play(state, step.seat, step.move, Chance(TUTORIAL.seed, ply + 1))
    yield Step(0, ""), state


def test_the_deal_is_one_that_was_looked_for() -> None:
    assert fits(Chance(TUTORIAL.seed, 0).shuffle(CARDS))


def test_the_learner_makes_every_kind_of_move() -> None:
    made = [step.move.split()[0] for step in TUTORIAL.steps if step.seat == 0]
    assert set(made) == set(GAME.verbs())
    assert len(made) == TUTORIAL.moves == 5


def test_wine_is_more_than_the_king_has_and_then_is_not() -> None:
    states = [state for _step, state in played()]
    assert (states[1].plate(0)[WINE], states[1].king[WINE]) == (2, 0)
    assert (states[5].table[WINE], states[6].king[WINE]) == (2, 2)
    assert states[9].king[WINE] == 3


def test_the_learner_alone_knows_what_comes_from_the_kitchen() -> None:
    states = [state for _step, state in played()]
    assert GAME.view(states[6], 0)["last"][0] == {"type": "kitchen", "dish": "chicken"}
    assert GAME.view(states[6], 1)["last"][0] == {"type": "kitchen"}


def test_emerald_eats_what_makes_others_dishes_worth_nothing() -> None:
    before, after = [(state.king, state) for step, state in played()][7:9]
    assert before[1].plate(1)[CHEESE] == before[0][CHEESE] == 1
    assert after[0][CHEESE] == 0
    fed = [state for _step, state in played()][12]
    assert (fed.plate(2)[HAM], fed.king[HAM]) == (2, 0)


def test_the_dragon_of_the_kitchen_waits_and_is_fed_by_the_next() -> None:
    steps = list(played())
    assert [step.move for step, _state in steps[9:12]] == ["kitchen", "wait", "feed chicken ham"]
    assert steps[10][1].pending


def test_it_ends_with_the_points_that_are_told() -> None:
    *_before, (_step, last) = played()
    assert (last.plate(0)[WINE], last.plate(0)[CHICKEN]) == (2, 1)
    assert (last.king[WINE], last.king[CHICKEN]) == (5, 2)
    assert GAME.open_scores(last) == [12, 0, 0]
    assert GAME.result(last) is None

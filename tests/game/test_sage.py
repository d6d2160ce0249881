"""The sage plays any game by thinking ahead: what it may, from what it may know, and the same by the same chance."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import count
from typing import Any

import pytest

from tafelrunde.game import AnyMove, Bot, Chance, Decision, Game, Line, NoOptions, Result, View, Viewer
from tafelrunde.game.playouts import Imagined, scores_tell
from tafelrunde.game.sage import Sage, can_search
from tafelrunde.game.simulation import simulate

from .conformance.honest import Dice, Sealed, Twelve, TwelveOptions

HIDDEN = TwelveOptions()


def decision(game: Game[Any, Any], state: Any, seat: int, seed: int = 1, seconds: float = 60.0) -> Decision:
    """A decision as the platform gives it, in a match of two."""
    unseen = Chance(b"unseen", seed)
    return Decision(
        seat=seat,
        view=game.view(state, seat),
        moves=game.moves(state, seat),
        chance=Chance(b"own", seed),
        sample=lambda: game.resample(state, seat, unseen),
        seconds=seconds,
        seats=2,
    )


@pytest.mark.parametrize("game", [Twelve(), Dice(), Sealed()], ids=lambda game: game.slug)
def test_it_plays_what_it_may_with_cards_dice_and_sealed_bids(game: Game[Any, Any]) -> None:
    for seats in (2, 3):
        record = simulate(game, game.Options(), [Sage(game, playouts=12) for _ in range(seats)], 3, seed=seats)
        assert record.matches == 3


def test_the_same_chance_and_as_many_playouts_give_the_same_move() -> None:
    game = Twelve()
    state = game.setup(2, HIDDEN, Chance(b"a", 0))
    for seed in range(5):
        first, second = (Sage(game, playouts=60).choose(decision(game, state, 0, seed)) for _ in range(2))
        assert first == second


def test_chance_decides_what_it_imagines() -> None:
    game = Dice()
    state = game.play(game.setup(2, NoOptions(), Chance(b"a", 0)), 0, "roll", Chance(b"d", 1))
    assert {Sage(game, playouts=4).choose(decision(game, state, 0, seed)) for seed in range(20)} == {"roll", "keep"}


def test_all_that_is_imagined_comes_from_the_seed() -> None:
    def outcomes(seed: int) -> object:
        chance = Imagined(seed)
        return chance.shuffle(range(20)), chance.roll(20), chance.pick(range(1000)), chance.below(1 << 32)

    assert outcomes(1) == outcomes(1)
    assert len({outcomes(seed) for seed in range(20)}) == 20
    chance = Imagined(1)
    assert {chance.below(6) for _ in range(200)} == set(range(6))


def test_with_one_move_there_is_nothing_to_think_about() -> None:
    game = Dice()
    asked = replace(decision(game, game.setup(2, NoOptions(), Chance(b"a", 0)), 0), sample=_forbidden)
    assert Sage(game).choose(asked) == "roll"


def _forbidden() -> Any:
    raise AssertionError("nobody asked for that")


class Spied(Twelve):
    """Knows the states that were drawn anew from the true one, and notes what is done with the true one."""

    def __init__(self, true: Any = None) -> None:
        self.true, self.touched = true, set[str]()

    def __getattribute__(self, name: str) -> Any:
        found = super().__getattribute__(name)
        if name not in ("moves", "play", "view", "story", "result", "scores", "open_scores", "resample", "premoves"):
            return found

        def spying(state: Any, *args: Any) -> Any:
            if state is self.true:
                self.touched.add(name)
            return found(state, *args)

        return spying


def test_it_is_never_given_the_true_state() -> None:
    game = Spied()
    game.true = game.setup(2, HIDDEN, Chance(b"a", 0))
    asked = decision(game, game.true, 0)
    game.touched.clear()
    Sage(game, playouts=40).choose(asked)
    assert game.touched == {"resample"}  # which is the platform's, behind `sample`


class Unsearchable(Twelve):
    """Hides something and does not say what else it could be."""

    resample = Game.resample


@pytest.mark.parametrize(("game", "can"), [(Twelve(), True), (Dice(), True), (Unsearchable(), False)])
def test_it_needs_resample_where_something_is_hidden(game: Game[Any, Any], can: bool) -> None:
    assert can_search(game) is can


def test_it_stops_when_its_time_is_over() -> None:
    game, drawn, ticks = Dice(), count(), count()
    state = game.play(game.setup(2, NoOptions(), Chance(b"a", 0)), 0, "roll", Chance(b"d", 1))

    def sample() -> Any:
        next(drawn)
        return state

    asked = replace(decision(game, state, 0, seconds=0.1), sample=sample)
    assert Sage(game, clock=lambda: next(ticks) / 10_000).choose(asked) in asked.moves
    assert 10 < next(drawn) < 100


class Long(Dice):
    """Goes on and on."""

    goal = 1_000_000


def test_it_stops_in_the_middle_of_a_match_that_it_imagines() -> None:
    game, ticks = Long(), count()
    state = game.play(game.setup(2, NoOptions(), Chance(b"a", 0)), 0, "roll", Chance(b"d", 1))
    asked = decision(game, state, 0, seconds=0.1)
    assert Sage(game, clock=lambda: next(ticks) / 1000).choose(asked) in asked.moves
    assert next(ticks) < 120


@dataclass(frozen=True)
class Sticks:
    left: int
    turn: int = 0


class Nim(Game[Sticks, NoOptions]):
    """Take one to three sticks; who takes the last one wins, or loses. Nothing is scored on the way."""

    slug = "nim"
    name = Line("Nim")
    seats = range(2, 3)
    ruleset = "1"
    hidden = False

    def __init__(self, last_wins: bool = True) -> None:
        self.last_wins = last_wins

    def setup(self, seats: int, options: NoOptions, chance: Chance) -> Sticks:
        return Sticks(9)

    def moves(self, state: Sticks, seat: int) -> Sequence[str]:
        return [f"take {n}" for n in range(1, min(3, state.left) + 1)] if seat == state.turn else []

    def play(self, state: Sticks, seat: int, move: str, chance: Chance) -> Sticks:
        return Sticks(state.left - int(move[-1]), 1 - seat)

    def view(self, state: Sticks, viewer: Viewer) -> View:
        return {"left": state.left}

    def story(self, state: Sticks, viewer: Viewer) -> Sequence[Line]:
        return ()

    def result(self, state: Sticks) -> Result | None:
        if state.left:
            return None
        winner = 1 - state.turn if self.last_wins else state.turn
        return Result((0, 0), tuple(1 + (seat != winner) for seat in (0, 1)), (winner,))


@pytest.mark.parametrize(
    ("last_wins", "left", "best"),
    [(True, 3, "take 3"), (True, 2, "take 2"), (False, 3, "take 2"), (False, 4, "take 3")],
)
def test_it_finds_the_move_that_wins_by_ranks_alone(last_wins: bool, left: int, best: str) -> None:
    game = Nim(last_wins)
    for seed in range(5):
        assert Sage(game, playouts=600).choose(decision(game, Sticks(left), 0, seed)) == best


class Golf(Dice):
    """As Dice, but who has fewest wins: scores that are public, and the wrong way round."""

    def scores(self, state: Any) -> Sequence[int] | None:
        scores: Sequence[int] = state.scores
        return scores

    def result(self, state: Any) -> Result | None:
        result = super().result(state)
        if result is None:
            return None
        turned = Result.by_score([-score for score in result.scores])
        return replace(turned, scores=result.scores)


@pytest.mark.parametrize(("game", "tell"), [(Twelve(), True), (Dice(), False), (Golf(), False), (Nim(), False)])
def test_it_finds_out_whether_public_scores_say_who_is_ahead(game: Game[Any, Any], tell: bool) -> None:
    assert scores_tell(game) is tell


def test_it_finds_that_out_once_for_all_that_are_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    first = scores_tell(Twelve())
    monkeypatch.setattr(Twelve, "setup", _forbidden)
    assert scores_tell(Twelve()) is first


def test_it_is_better_than_lot() -> None:
    game = Dice()
    bots: list[Bot] = [Sage(game, playouts=40), AnyMove(), AnyMove()]
    assert simulate(game, NoOptions(), bots, 40, seed=1).wins[0] > 20


class Stubborn(Bot):
    """Plays one kind of move."""

    slug = "stubborn"
    name = Line("stubborn")

    def choose(self, decision: Decision) -> str:
        return decision.moves[0]


def test_in_doubt_it_does_what_the_games_own_bot_does(monkeypatch: pytest.MonkeyPatch) -> None:
    game = Dice()
    monkeypatch.setattr(Dice, "bots", lambda _game: (Stubborn(),))
    state = game.play(game.setup(2, NoOptions(), Chance(b"a", 0)), 0, "roll", Chance(b"d", 1))
    choices: Callable[[int], str] = lambda seed: Sage(game, playouts=3).choose(decision(game, state, 0, seed))  # noqa: E731
    assert {choices(seed) for seed in range(20)} == {"roll"}

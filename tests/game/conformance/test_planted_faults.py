"""Each planted fault is found, by the rule that should find it, and by no other that does not mean the same."""

from __future__ import annotations

from typing import Any

import pytest

from tafelrunde.game import Game
from tafelrunde.game.testing import Limits, check_game

from . import faulty
from .impure import OwnDice

FAULTS: list[tuple[type[Game[Any, Any]], set[str]]] = [
    (faulty.ShowsThePile, {"leak"}),
    (faulty.OrdersByTheUnseen, {"leak"}),
    (faulty.RareLeak, {"leak"}),
    (faulty.TellsTheUnseen, {"leak"}),
    (faulty.ListsByTheUnseen, {"leak"}),
    (faulty.MarksByTheUnseen, {"leak"}),
    (faulty.TellsByTheScores, {"leak"}),
    (OwnDice, {"repeats", "imports"}),
    (faulty.SetOrder, {"repeats"}),
    (faulty.Counts, {"repeats"}),
    (faulty.ChangesItsInput, {"unchanged", "immutable"}),
    (faulty.ListedAndFails, {"accepted", "resample"}),  # a resampled state meets it too
    (faulty.Endless, {"ends"}),
    (faulty.GoesInACircle, {"ends"}),
    (faulty.NobodyToMove, {"to move"}),
    (faulty.MovesWhenOver, {"to move"}),
    (faulty.ForgetsASeat, {"result"}),
    (faulty.WrongWinners, {"result"}),
    (faulty.MissingValue, {"lines"}),
    (faulty.NoSuchSeat, {"lines"}),
    (faulty.StoryOfTexts, {"story"}),
    (faulty.BotCheats, {"bots"}),
    (faulty.NoBots, {"bots"}),
    (faulty.FallbackCheats, {"fallback"}),
    (faulty.TupleInView, {"json"}),
    (faulty.NumbersAsKeys, {"json"}),
    (faulty.NoNumber, {"json"}),
    (faulty.HugeView, {"json"}),
    (faulty.ResampleChangesTheHand, {"leak"}),
    (faulty.ResampleForgets, {"shown"}),
    (faulty.ResampleSparesTheLast, {"resample"}),
    (faulty.ResampleDoesNothing, {"resample"}),
    (faulty.ResampleOnlySorts, {"resample"}),
    (faulty.ResampleIsMissing, {"resample"}),
    (faulty.ResampleCannotBePlayed, {"resample"}),
    (faulty.ListsTwice, {"notation"}),
    (faulty.Shouts, {"notation"}),
    (faulty.OtherVerbs, {"notation"}),
    (faulty.ReadsAnything, {"read"}),
    (faulty.ReadFails, {"read"}),
    (faulty.MarksWhenOver, {"premoves"}),
    (faulty.MarksTwice, {"premoves"}),
    (faulty.ScoresTooFew, {"scores"}),
    (faulty.OpenScoresElsewhere, {"scores"}),
    (faulty.NoZones, {"layout"}),
    (faulty.StatisticsInWords, {"statistics"}),
    (faulty.CountsTheUndeclared, {"statistics"}),
    (faulty.CountsForTooFew, {"statistics"}),
    (faulty.CountsBelowNothing, {"statistics"}),
    (faulty.CountsWithoutALabel, {"statistics"}),
    (faulty.ProgressFails, {"raises"}),
    (faulty.NestsDeeply, {"raises"}),
    (faulty.HoldsItself, {"raises"}),
    (faulty.EndsPython, {"raises"}),
    (faulty.NoName, {"metadata"}),
    (faulty.UndeclaredOption, {"metadata"}),
]


@pytest.mark.parametrize(("kind", "rules"), FAULTS, ids=[kind.__name__ for kind, _ in FAULTS])
def test_the_fault_is_found(kind: type[Game[Any, Any]], rules: set[str]) -> None:
    assert check_game(kind(), 24, limits=Limits(plies=300)).rules == rules


@pytest.mark.parametrize("kind", [faulty.SlowStep, faulty.UsuallySlow])
def test_a_slow_step_is_found(kind: type[Game[Any, Any]]) -> None:
    limits = Limits(usual_seconds=0.001, slowest_seconds=0.02)
    assert check_game(kind(), 3, limits=limits).rules == {"speed"}

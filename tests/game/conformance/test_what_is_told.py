"""What is told of a planted fault: the rule, the seed, seats and options, the move, what was before and what after."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

import pytest

from tafelrunde.game import Game
from tafelrunde.game.testing import RULES, Limits, Report, check_game

from . import faulty
from .honest import Twelve
from .impure import OwnDice

SEED, MATCHES = 4, 12


class Told(NamedTuple):
    """A fault, the rule it breaks, and pieces of the message, of what was before and of what was after."""

    kind: type[Game[Any, Any]]
    rule: str
    message: str
    before: str
    after: str


OF_CARDS = r"showing (on|off), hand [234], "
FAULTS = [
    Told(
        faulty.ShowsThePile,
        "leak",
        r"the view of (seat \d|a spectator) changes when what .* cannot see",
        "next",
        "next",
    ),
    Told(
        faulty.TellsTheUnseen,
        "leak",
        r"the story of (seat \d|a spectator) changes when",
        "would have been",
        "would have been",
    ),
    Told(faulty.ListsByTheUnseen, "leak", r"the moves of seat \d changes? when", r"(play|show) \d", r"(play|show) \d"),
    Told(faulty.MarksByTheUnseen, "leak", r"the premoves of seat \d changes? when", r"\[.*\]", r"\[.*\]"),
    Told(
        OwnDice, "repeats", r"seat \d plays 'roll', twice with the same chance, gives two states", "rolled=", "rolled="
    ),
    Told(faulty.Counts, "repeats", r"seat \d plays '.*', twice with the same chance, gives two states", r"\d+", r"\d+"),
    Told(
        faulty.ChangesItsInput,
        "unchanged",
        r"play\(…, \d, '(roll|keep)'\) changes the state it is given",
        "notes=",
        "notes=",
    ),
    Told(
        faulty.ListedAndFails,
        "accepted",
        r"play\(…, \d, 'show 7'\) raises ValueError: seven is not for showing \(faulty.py, line \d+\)",
        r"Cards\(.*hands=",
        "ValueError: seven is not for showing",
    ),
    Told(
        faulty.Endless,
        "ends",
        "after 301 moves by lot there is still no result; before is the state after",
        "Pips",
        "Pips",
    ),
    Told(
        faulty.GoesInACircle, "ends", r"it goes in a circle: the state is the one .* after \d+ moves?", "Pips", "Pips"
    ),
    Told(faulty.NobodyToMove, "to move", "nobody has a move, and there is no result", "", ""),
]


@pytest.mark.parametrize("told", FAULTS, ids=[told.kind.__name__ for told in FAULTS])
def test_a_colleague_can_see_it_at_once(told: Told) -> None:
    report = check_game(told.kind(), MATCHES, SEED, limits=Limits(plies=300))
    [finding] = [finding for finding in report.findings if finding.rule == told.rule]
    assert finding.where is not None
    options = OF_CARDS if isinstance(told.kind(), Twelve) else ""
    after = r"after (the setup|move \d+: seat \d plays '.+')"
    expected = [
        rf"{told.rule}: .*{told.message}",
        rf"  where   seed {SEED}, match \d+, \d seats, {options}{after}",
        *([rf"  before  .*{told.before}", rf"  after   .*{told.after}"] if told.before else []),
        f"  rule    {RULES[told.rule]}",
        rf"  again   checkgame {report.slug} --seed {SEED} --matches {MATCHES} --match {finding.where.match}",
    ]
    for line, pattern in zip(lines_of(report, told.rule), expected, strict=True):
        assert matches(pattern, line), (pattern, line)


def lines_of(report: Report, rule: str) -> list[str]:
    """What is told of a rule in the report as it is printed."""
    [told] = [part for part in str(report).split("\n\n") if part.startswith(f"{rule}: ")]
    return told.splitlines()


def matches(pattern: str, line: str) -> bool:
    """Whether the line begins so; the texts of rules are no patterns."""
    return line == pattern or re.match(pattern, line) is not None


def test_what_it_tells_to_do_again_shows_it_again() -> None:
    report = check_game(faulty.RareLeak(), MATCHES, SEED)
    [finding] = report.findings
    assert finding.where is not None
    again = check_game(faulty.RareLeak(), MATCHES, SEED, only=finding.where.match)
    assert again.findings == [finding]


def test_an_import_is_named_with_its_file_and_line() -> None:
    found = {finding.rule: str(finding) for finding in check_game(OwnDice(), 2).findings}
    assert found["imports"].startswith("imports: impure.py, line 5: imports random\n  rule    ")


@pytest.mark.parametrize("kind", [faulty.ShowsThePile, faulty.Endless, faulty.ChangesItsInput, OwnDice])
def test_a_run_that_looks_closely_now_and_then_finds_it_too(kind: type[Game[Any, Any]]) -> None:
    assert check_game(kind(), 40, closely=16, limits=Limits(plies=300)).findings

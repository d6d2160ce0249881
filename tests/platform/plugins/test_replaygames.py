"""`manage.py replaygames NAME` plays every stored match by the installed rules and lists what would go differently."""

from __future__ import annotations

import re
from collections.abc import Callable
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tafelrunde.accounts.models import Player
from tafelrunde.matches import comparing
from tafelrunde.matches import position as fold
from tafelrunde.matches.models import Entry, Match
from tests.platform.plugins.conftest import Install
from tests.platform.plugins.matchsticks import MoreSticks, Sticks
from tests.platform.replay.playing import Play

Begin = Callable[..., Match]


@pytest.fixture(autouse=True)
def _installed(install: Install) -> None:
    install("1")


def replayed(*arguments: str) -> tuple[int, list[str]]:
    """The exit status, and the lines that were written; times and speeds are left out."""
    out = StringIO()
    try:
        call_command("replaygames", "sticks", *arguments, stdout=out, stderr=StringIO())
        status = 0
    except SystemExit as ended:
        status = int(str(ended.code))
    return status, re.sub(r" \(\d+ moves in .*\)", "", out.getvalue()).splitlines()


def test_nothing_differs_by_the_rules_of_before(begin: Begin) -> None:
    Play(begin()).moves()
    Play(begin()).moves(3)
    Play(begin()).happens(fold.ABORTED)
    Play(begin()).moves(1).happens(fold.ADJUDICATED, move="1")
    begin()
    assert replayed() == (0, ["sticks, ruleset 1: 5 matches, 0 differ"])


def test_it_tells_the_first_difference_of_each_match(begin: Begin, install: Install) -> None:
    over, running = Play(begin()).moves().match, Play(begin()).moves(2).match
    new = Match.objects.get(pk=begin().pk)
    Match.objects.filter(pk=new.pk).update(ruleset="2")
    install("2", "1")
    status, lines = replayed()
    assert status == 1
    assert lines == [
        f"match {over.pk} (ruleset 1, over): ply 0: the view of seat 1 would be another",
        f"match {running.pk} (ruleset 1, playing): ply 0: the view of seat 1 would be another",
        "sticks, ruleset 2: 3 matches, 2 differ",
    ]
    assert replayed("--ruleset", "1")[1][-1] == "sticks, ruleset 1: 3 matches, 1 differ"


def test_rules_of_before_need_not_be_there(begin: Begin, install: Install) -> None:
    over, running = Play(begin()).moves().match, Play(begin()).moves(2).match
    install("2")
    assert replayed() == (
        1,
        [
            f"match {over.pk} (ruleset 1, over): ply {Entry.objects.filter(match=over).count()}: it would not be over",
            "sticks, ruleset 2: 2 matches, 1 differ",
        ],
    )
    assert Match.objects.get(pk=running.pk).status == Match.Status.PLAYING


def test_a_move_that_is_not_legal_any_more_and_is_secret_while_it_runs(
    begin: Begin, monkeypatch: pytest.MonkeyPatch
) -> None:
    over, running = Play(begin()).moves().match, Play(begin()).moves(2).match
    monkeypatch.setattr(Sticks, "moves", lambda _game, _state, _seat: ("take 3",))
    _status, lines = replayed()
    assert lines[0] == f"match {over.pk} (ruleset 1, over): ply 1: 'take 1' of seat 1 is not legal"
    assert lines[1] == f"match {running.pk} (ruleset 1, playing): ply 1: the move of seat 1 is not legal"


def test_rules_that_raise_are_a_difference(begin: Begin, monkeypatch: pytest.MonkeyPatch) -> None:
    match = Play(begin()).moves().match
    for broken, ply, text in (
        ("setup", 0, "cannot begin"),
        ("play", 1, "cannot go on"),
        ("view", 0, "cannot be shown"),
    ):
        monkeypatch.setenv("STICKS_BROKEN", broken)
        assert replayed()[1][0] == f"match {match.pk} (ruleset 1, over): ply {ply}: {text}: LookupError"


def test_another_result_or_another_to_move_is_one(begin: Begin, monkeypatch: pytest.MonkeyPatch) -> None:
    match = Play(begin()).moves().match
    Match.objects.update(result={**(match.result or {}), "winners": [0, 1]})
    assert "the result would be" in replayed()[1][0]
    match.refresh_from_db()
    monkeypatch.setattr(MoreSticks, "moves", lambda _game, state, seat: ("take 1",) if seat == 1 else ())
    assert comparing.compare(match, MoreSticks()).difference == "to move would be 2 instead of 1"


def test_what_the_rules_take_no_more_is_one(begin: Begin, monkeypatch: pytest.MonkeyPatch) -> None:
    Match.objects.filter(pk=begin().pk).update(options={"most": 17})
    assert replayed()[1][0].endswith("ply 0: cannot begin: BadOption")
    monkeypatch.setattr(Sticks, "seats", range(3, 5))
    assert replayed()[1][0].endswith("ply 0: it is not for 2 players")


def test_it_reads_a_match_at_a_time(begin: Begin, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(comparing, "AT_ONCE", 2)
    for _match in range(5):
        Play(begin()).moves(2)
    with CaptureQueriesContext(
        connection,
    ) as queries:
        assert replayed()[0] == 0
    assert len([query for query in queries if "matches_entry" in query["sql"]]) == 5
    assert len([query for query in queries if "LIMIT 2" in query["sql"]]) == 4


@pytest.mark.parametrize(
    ("arguments", "said"), [(("chess",), "not installed"), (("sticks", "--ruleset", "9"), "no ruleset 9")]
)
def test_a_game_or_ruleset_that_is_not_there(arguments: tuple[str, ...], said: str, ann: Player) -> None:
    with pytest.raises(CommandError, match=said) as error:
        call_command("replaygames", *arguments)
    assert error.value.returncode == 2

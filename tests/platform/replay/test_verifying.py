"""``manage.py verify ID``: a line a check; 0 where all is right, 1 where something is not, 2 where there is nothing."""

from __future__ import annotations

from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db.models import F

from tafelrunde.accounts.models import Player
from tafelrunde.game import commitment, new_seed
from tafelrunde.matches.models import Entry, Match
from tests.platform.replay.playing import Play

RIGHT = {"commitment": "ok", "moves": "ok", "chance": "ok", "result": "ok"}


def verify(match: Match) -> tuple[dict[str, str], int]:
    """What each check said, and the exit status."""
    written, status = StringIO(), 0
    try:
        call_command("verify", str(match.pk), stdout=written)
    except SystemExit as ended:
        status = int(str(ended.code))
    *checks, summary = written.getvalue().splitlines()
    assert summary.startswith(f"match {match.pk}: ")
    return {line.split()[0]: line.split()[1] for line in checks}, status


def test_a_match_as_it_was_played_is_right(play: Play) -> None:
    play.moves()
    assert verify(play.match) == (RIGHT, 0)


def test_so_is_one_with_seats_that_changed_hands(play: Play, dora: Player) -> None:
    play.moves(3).happens("absent", 1).happens("back", 1).happens("left", 1).happens("replaced", 1, dora).moves()
    assert verify(play.match) == (RIGHT, 0)


@pytest.mark.parametrize("kind", ["aborted", "adjudicated"])
def test_so_is_one_that_ended_by_decision(play: Play, kind: str) -> None:
    play.moves(7).happens(kind, move="2" if kind == "adjudicated" else "")
    assert verify(play.match) == (RIGHT, 0)


def test_a_running_match_can_be_checked_and_nothing_is_told(play: Play, capsys: pytest.CaptureFixture[str]) -> None:
    play.moves(9)
    written = StringIO()
    call_command("verify", str(play.match.pk), stdout=written)
    assert bytes(play.match.seed).hex() not in written.getvalue()
    assert "not over" in written.getvalue()


def test_a_changed_move_is_found(play: Play) -> None:
    play.moves()
    Entry.objects.filter(match=play.match, ply=6).update(move="feed wine wine")
    checks, status = verify(play.match)
    assert (checks["moves"], checks["result"], status) == ("WRONG", "WRONG", 1)


def test_so_is_another_legal_move(play: Play) -> None:
    play.moves()
    before = play.positions[-2]
    [seat] = before.to_move
    last = Entry.objects.filter(match=play.match).latest("version")
    results = {
        move: play.game.result(play.game.play(before.state, seat, move, None))  # type: ignore[arg-type]
        for move in before.legal[seat]
    }
    other = next(move for move, result in results.items() if result and result != play.position.result)
    Entry.objects.filter(pk=last.pk).update(move=other)
    checks, status = verify(play.match)
    assert (checks["moves"], checks["result"], status) == ("ok", "WRONG", 1)


@pytest.mark.parametrize(
    "tamper", [{"turn": 50}, {"seat": 2, "turn": 40}, {"ply": F("ply") + 500, "version": F("version") + 500}], ids=str
)
def test_a_move_in_the_wrong_place_is_found(play: Play, tamper: dict[str, int]) -> None:
    play.moves()
    Entry.objects.filter(match=play.match, ply=4).update(**tamper)
    checks, status = verify(play.match)
    assert (checks["moves"], status) == ("WRONG", 1)


def test_a_move_that_is_missing_is_found(play: Play) -> None:
    play.moves()
    Entry.objects.filter(match=play.match, ply=4).delete()
    assert verify(play.match)[1] == 1


def test_a_changed_seed_is_found(play: Play) -> None:
    play.moves()
    Match.objects.update(seed=new_seed())
    checks, status = verify(play.match)
    assert (checks["commitment"], status) == ("WRONG", 1)


def test_so_is_one_whose_fingerprint_was_changed_with_it(play: Play) -> None:
    """Its cards are others, so that the moves do not fit."""
    play.moves()
    seed = b"\x01" * 32
    Match.objects.update(seed=seed, commitment=commitment(seed))
    checks, status = verify(play.match)
    assert (checks["commitment"], status) == ("ok", 1)


def test_a_changed_result_or_status_is_found(play: Play) -> None:
    play.moves()
    result = play.match.result
    assert result is not None
    Match.objects.update(result={**result, "winners": []})
    assert verify(play.match) == ({**RIGHT, "result": "WRONG"}, 1)
    Match.objects.update(result=result, status=Match.Status.ABORTED)
    assert verify(play.match) == ({**RIGHT, "result": "WRONG"}, 1)


@pytest.mark.django_db
def test_an_unknown_match_ends_with_two() -> None:
    with pytest.raises(CommandError) as ended:
        call_command("verify", "4711")
    assert ended.value.returncode == 2


def test_so_does_one_whose_rules_are_not_installed(play: Play) -> None:
    Match.objects.update(ruleset="older than old")
    with pytest.raises(CommandError) as ended:
        call_command("verify", str(play.match.pk))
    assert ended.value.returncode == 2

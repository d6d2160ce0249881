"""The log: what has queued up is committed together, and one match's conflict touches no other."""

from __future__ import annotations

import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import IntegrityError, InterfaceError, OperationalError, connection

from tafelrunde import games
from tafelrunde.accounts.models import Player
from tafelrunde.matches import log as match_log
from tafelrunde.matches.append import Append
from tafelrunde.matches.log import Outcome, commit
from tafelrunde.matches.models import Deadline, Entry, Match
from tafelrunde.matches.position import Sitter
from tafelrunde.matches.start import start_match

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def new_match() -> Match:
    return a_match()


def a_match() -> Match:
    player = Player.objects.create_user(f"Ann{Player.objects.count()}")
    game = games.installed()["king_lui"]
    sitters = [Sitter(player.pk, "", player.name), Sitter(None, "novice", "Novice"), Sitter(None, "novice", "Novice 2")]
    return start_match(game, {}, sitters, "somewhere")


def entry(match: Match, version: int, turn: int = 0, seat: int = 0, due: float | None = 1e9) -> Append:
    return Append(match.pk, version, "move", version, seat, turn, "kitchen", "player", time.time(), due)


def test_a_match_begins_with_a_deadline(new_match: Match) -> None:
    assert Deadline.objects.get().match == new_match


def test_a_batch_is_committed_with_the_deadlines_of_its_matches(new_match: Match) -> None:
    other = a_match()
    commit([entry(new_match, 1), entry(other, 1), entry(new_match, 2, seat=1)])
    assert list(Entry.objects.order_by("match", "version").values_list("match", "version")) == [
        (new_match.pk, 1),
        (new_match.pk, 2),
        (other.pk, 1),
    ]
    assert {deadline.due.timestamp() for deadline in Deadline.objects.all()} == {1e9}


def test_an_end_takes_the_deadline_away_and_keeps_the_result(new_match: Match) -> None:
    result = {"scores": [1, 2, 3], "ranks": [3, 2, 1], "winners": [2], "details": {}}
    last = Append(new_match.pk, 1, "move", 1, 0, 0, "kitchen", "player", time.time(), None, Match.Status.OVER, result)
    commit([last])
    new_match.refresh_from_db()
    assert (new_match.status, new_match.result) == (Match.Status.OVER, result)
    assert new_match.ended is not None
    assert not Deadline.objects.exists()


@pytest.mark.parametrize("same", ["version", "ply", "turn"])
def test_what_is_taken_cannot_be_committed_again(new_match: Match, same: str) -> None:
    commit([entry(new_match, 1)])
    second = {
        "version": Append(new_match.pk, 1, "absent", 1, 1, None, "", "", 0.0, None),
        "ply": Append(new_match.pk, 2, "move", 1, 1, 0, "kitchen", "player", 0.0, None),
        "turn": Append(new_match.pk, 2, "move", 2, 0, 0, "kitchen", "player", 0.0, None),
    }[same]
    with pytest.raises(IntegrityError):
        commit([second])
    assert Entry.objects.count() == 1


def test_who_comes_second_is_late_and_hurts_nobody_else(new_match: Match) -> None:
    other = a_match()
    commit([entry(new_match, 1)])
    assert match_log._write([entry(new_match, 1, turn=5), entry(other, 1)]) == [Outcome.LATE, Outcome.COMMITTED]
    assert Entry.objects.filter(match=other).count() == 1


def test_after_a_commit_of_unknown_outcome_the_log_is_read(new_match: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    really = match_log.commit

    def breaks_after(appends: list[Append]) -> None:
        really(appends)
        raise OperationalError("the connection was lost in COMMIT")

    monkeypatch.setattr(match_log, "commit", breaks_after)
    assert match_log._write([entry(new_match, 1)]) == [Outcome.COMMITTED]


def test_what_the_database_did_not_take_is_unsaved(new_match: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    def breaks_before(_appends: list[Append]) -> None:
        raise OperationalError("no connection")

    monkeypatch.setattr(match_log, "commit", breaks_before)
    assert match_log._write([entry(new_match, 1)]) == [Outcome.UNSAVED]
    assert not Entry.objects.exists()


@pytest.mark.parametrize("first", [IntegrityError("taken"), OperationalError("no connection")])
def test_a_database_that_is_away_is_asked_once_about_all_that_wait(
    new_match: Match, monkeypatch: pytest.MonkeyPatch, first: Exception
) -> None:
    asked: list[int] = []

    def breaks(appends: list[Append]) -> None:
        raise first if len(appends) > 1 else OperationalError("no connection")

    def away(appends: list[Append]) -> None:
        asked.append(len(appends))
        raise OperationalError("no connection")

    monkeypatch.setattr(match_log, "commit", breaks)
    monkeypatch.setattr(match_log, "_entries_of", away)
    assert match_log._write([entry(new_match, version) for version in (1, 2, 3)]) == [Outcome.UNSAVED] * 3
    assert asked == [3]


def test_an_entry_that_no_log_takes_is_unsaved_and_not_late(new_match: Match) -> None:
    gone = Append(new_match.pk + 1, 1, "move", 1, 0, 0, "kitchen", "player", time.time(), None)
    assert match_log._write([gone, entry(new_match, 1)]) == [Outcome.UNSAVED, Outcome.COMMITTED]


def test_a_connection_that_is_closed_under_the_writer_is_made_anew(
    new_match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    def closed(_appends: list[Append]) -> None:
        raise InterfaceError("connection already closed")

    disconnected: list[bool] = []
    monkeypatch.setattr(match_log, "_disconnect", lambda: disconnected.append(True))
    with monkeypatch.context() as broken:
        broken.setattr(match_log, "commit", closed)
        assert match_log._write([entry(new_match, 1)]) == [Outcome.UNSAVED]
    assert disconnected
    assert match_log._write([entry(new_match, 1)]) == [Outcome.COMMITTED]


def test_two_processes_that_write_for_the_same_matches_do_not_wait_in_a_circle(
    caplog: pytest.LogCaptureFixture,
) -> None:
    many = Match.objects.bulk_create(Match(game="king_lui", ruleset="1", seed=b"", place="") for _ in range(500))
    ways = [[entry(match, 1) for match in many], [entry(match, 1) for match in reversed(many)]]
    together = threading.Barrier(2)

    def write(appends: list[Append]) -> set[Outcome]:
        together.wait(60)
        try:
            return set(match_log._write(appends))
        finally:
            connection.close()

    with ThreadPoolExecutor(2) as pool:
        outcomes = list(pool.map(write, ways))
    assert {Outcome.COMMITTED} in outcomes
    warned = [record for record in caplog.records if record.name == match_log.log.name]
    assert not warned  # a deadlock is broken up by the database, and would be logged

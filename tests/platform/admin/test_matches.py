"""Ending a match by decision, and seeing no more of it than its players may."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from tafelrunde import games
from tafelrunde.game import commitment
from tafelrunde.matches.models import Deadline, Entry, Match
from tafelrunde.rooms import chat
from tafelrunde.rooms.models import Room
from tests.platform.admin.conftest import Act, acts


def page_of(desk: Client, match: Match) -> str:
    answer = desk.get(f"/admin/matches/match/{match.pk}/change/")
    assert answer.status_code == 200
    return answer.content.decode()


def played(match: Match) -> Entry:
    """A move in the log."""
    return match.log.create(version=1, ply=1, seat=0, turn=0, move="take wine", by="player", at=match.started)


def test_abort(desk: Client, act: Act, match: Match, room: Room) -> None:
    act("abort", match, reason="the cat sat on it")
    match.refresh_from_db()
    assert match.status == Match.Status.ABORTED
    assert match.result is None
    assert not Deadline.objects.filter(match=match).exists()
    assert match.log.get().kind == Entry.Kind.ABORTED
    assert chat.last_lines(room, None)[-1]["text"] == "An admin has ended the match: the cat sat on it"
    assert [entry[:2] for entry in acts()] == [("Boss", "aborted")]
    page = page_of(desk, match)
    assert "act/abort/" not in page
    assert "the cat sat on it" in page


def test_a_match_that_is_over_is_not_aborted(act: Act, match: Match) -> None:
    act("abort", match)
    answer = act("abort", match)
    assert "The match is over" in answer.content.decode()
    assert len(acts()) == 1


def test_adjudicate(desk: Client, act: Act, match: Match, room: Room) -> None:
    act("adjudicate", match, winners=["0", "2"], reason="Bob has left")
    match.refresh_from_db()
    assert match.status == Match.Status.OVER
    assert match.result is not None
    assert match.result["winners"] == [0, 2]
    assert chat.last_lines(room, None)[-1]["text"] == "An admin has decided the match: Bob has left"
    assert [entry[:2] for entry in acts()] == [("Boss", "adjudicated")]
    assert "An admin has decided so." in page_of(desk, match)


@pytest.mark.parametrize("winners", [[], ["7"], ["x"]])
def test_winners_have_to_be_seats(act: Act, match: Match, winners: list[str]) -> None:
    act("adjudicate", match, winners=winners)
    match.refresh_from_db()
    assert match.status == Match.Status.PLAYING
    assert acts() == []


def test_neither_seed_nor_moves_are_shown_before_the_end(desk: Client, act: Act, match: Match) -> None:
    played(match)
    page = page_of(desk, match)
    seed = bytes(match.seed)
    assert commitment(seed) in page
    assert seed.hex() not in page
    assert str(seed) not in page
    assert "take wine" not in page
    act("abort", match)
    page = page_of(desk, match)
    assert seed.hex() in page
    assert "take wine" in page


def test_a_match_whose_rules_are_gone_can_be_read_and_aborted(
    desk: Client, act: Act, match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    played(match)
    Match.objects.filter(pk=match.pk).update(status=Match.Status.SUSPENDED, ruleset="0")
    match.refresh_from_db()
    assert "which is not installed" in page_of(desk, match)
    assert match.pk in {
        found.pk for found in desk.get("/admin/matches/match/?status__exact=suspended").context["cl"].result_list
    }
    answer = act("adjudicate", match, winners=["0"])
    assert "its rules are not installed" in answer.content.decode()
    act("abort", match)
    match.refresh_from_db()
    assert match.status == Match.Status.ABORTED
    assert [(entry.version, entry.ply, entry.kind) for entry in match.log.order_by("version")] == [
        (1, 1, "move"),
        (2, 1, "aborted"),
    ]


def test_nor_does_one_whose_rules_are_broken_stand_in_the_way(
    desk: Client, act: Act, match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_given: Any) -> Any:
        raise ZeroDivisionError

    monkeypatch.setattr(type(games.installed()["king_lui"]), "setup", fail)
    assert "cannot be read" in page_of(desk, match)
    assert "can only be aborted" in act("adjudicate", match, winners=["0"]).content.decode()
    act("abort", match)
    match.refresh_from_db()
    assert match.status == Match.Status.ABORTED


@pytest.mark.parametrize("typed", ["Ann", "ann", "evening-round", "{pk}"])
def test_a_match_is_found_by_who_plays_and_where(desk: Client, match: Match, typed: str) -> None:
    answer = desk.get(f"/admin/matches/match/?q={typed.format(pk=match.pk)}")
    assert [found.pk for found in answer.context["cl"].result_list] == [match.pk]


@pytest.mark.parametrize("page", ["add/", "{pk}/change/", "{pk}/delete/"])
def test_plain_forms_change_no_match(desk: Client, match: Match, page: str) -> None:
    address = f"/admin/matches/match/{page.format(pk=match.pk)}"
    assert desk.post(address, {"status": "over", "post": "yes"}).status_code == 403
    match.refresh_from_db()
    assert match.status == Match.Status.PLAYING

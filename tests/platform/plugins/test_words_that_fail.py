"""What the rules cannot say of a move is missing where it is read, with a word, and an admin is told."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client

from tafelrunde.accounts.models import Player
from tafelrunde.matches.models import Fault, Match
from tafelrunde.rooms.models import Room
from tafelrunde.rooms.opening import open_room
from tafelrunde.rooms.seating import sit
from tafelrunde.rooms.starting import start
from tests.platform.plugins.matchsticks import SECRET
from tests.platform.rooms.speaking import refused, say

Breaks = Callable[[str], None]


@pytest.fixture
def playing(sticks: Breaks, ann: Player, bob: Player) -> Room:
    """A room with a match of Matchsticks; Ann is to move."""
    room = open_room(ann, "sticks")
    Room.objects.update(draw_seats=False)
    for player in (ann, bob):
        sit(room, player)
    start(room, ann)
    room.refresh_from_db()
    return room


def reported() -> list[str]:
    return list(Fault.objects.order_by("pk").values_list("where", flat=True))


def test_a_move_without_a_label_is_shown_as_it_is_typed(playing: Room, ann: Player, sticks: Breaks) -> None:
    sticks("label")
    lines = say(playing, ann, "/notation")
    assert lines[1] == "/take 1: what this does the rules cannot say. An admin has been told."
    assert reported() == ["label"]


def test_first_words_that_fail(playing: Room, ann: Player, bob: Player, sticks: Breaks) -> None:
    sticks("verbs")
    word = "The rules of this game cannot say how its moves are typed: play by the board. An admin has been told."
    assert say(playing, ann, "/notation") == [word]
    assert say(playing, ann, "/help")[-1] == word
    assert str(refused(playing, bob, "/take 1").text) == word
    assert refused(playing, None, "/take 1").code == "unknown_command"
    assert say(playing, ann, "/help abort")
    assert reported() == ["verbs"]
    assert Match.objects.get().status == Match.Status.PLAYING


@pytest.mark.parametrize("over", [False, True])
def test_a_view_that_cannot_be_made_is_told_so_to_programs_and_pages(
    playing: Room, ann: Player, sticks: Breaks, over: bool
) -> None:
    match = Match.objects.get()
    if over:
        Match.objects.update(status=Match.Status.ABORTED)
    browser = Client()
    browser.force_login(ann)
    sticks("view")
    answer = browser.get(f"/api/matches/{match.pk}/views/0")
    assert (answer.status_code, answer.json()["code"]) == (409, "suspended")
    assert reported() == ["view"]
    for address in (f"/matches/{match.pk}/", f"/matches/{match.pk}/plies/0/"):
        page = browser.get(address)
        assert page.status_code == 409
        assert SECRET not in page.content.decode()
    assert "page" in reported()

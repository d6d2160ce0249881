"""Matches are found by game, player, result, time and whether they counted; nobody finds what they may not see."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from tafelrunde.accounts.models import Player
from tafelrunde.accounts.preferences import set_preference
from tafelrunde.matches.models import Match, MatchSeat
from tafelrunde.rooms import match_search
from tafelrunde.rooms.match_lists import PER_PAGE
from tafelrunde.rooms.models import PrivateMatch
from tafelrunde.rooms.opening import open_room
from tests.platform.replay.playing import Play

Browse = Callable[[Player | None], Client]
Made = Callable[..., int]


@pytest.fixture
def made(ann: Player, bertil: Player) -> Made:
    """A match of the two that is over: Ann at seat 0, Bertil at seat 1. Gives its number."""

    def make(winner: int = 0, days_ago: int = 0, **more: object) -> int:
        result = {"scores": [1, 2], "ranks": [1, 2], "winners": [winner], "details": {}}
        started = timezone.now() - dt.timedelta(days=days_ago)
        fields = {"game": "king_lui", "ruleset": "1", "seed": b"", "place": "x", "status": "over", "result": result}
        match = Match.objects.create(**{**fields, "started": started, **more})
        for seat, player in enumerate((ann, bertil)):
            MatchSeat.objects.create(match=match, seat=seat, player=player, name=player.name)
        return match.pk

    return make


def found(client: Client, query: str = "") -> list[int]:
    """The numbers of what is found, over all pages."""
    numbers: list[int] = []
    before = ""
    while True:
        listed = client.get(f"/matches/?{query}{before}").context["list"]
        if listed is None:
            return numbers
        numbers += [row.match.pk for row in listed.rows]
        if listed.older is None:
            return numbers
        before = f"&before={listed.older}"


def test_all_are_found_in_pages_the_newest_first(made: Made, browse: Browse) -> None:
    numbers = [made() for _match in range(2 * PER_PAGE + 3)]
    assert found(browse(None)) == numbers[::-1]
    assert len(browse(None).get("/matches/").context["list"].rows) == PER_PAGE


def test_by_game_ranking_and_time(made: Made, browse: Browse) -> None:
    old, unrated, other = made(days_ago=10), made(rated=False), made(game="skull_king")
    client, today = browse(None), timezone.now().date()
    assert found(client, "game=king_lui") == [unrated, old]
    assert found(client, "rated=no") == [unrated]
    assert found(client, "rated=yes") == [other, old]
    assert found(client, f"since={today - dt.timedelta(days=5)}") == [other, unrated]
    assert found(client, f"until={today - dt.timedelta(days=10)}") == [old]
    assert found(client, f"since={today}&until={today}&game=skull_king") == [other]


def test_by_player_however_the_name_is_written_and_by_result(made: Made, browse: Browse, dora: Player) -> None:
    anns, bertils = made(winner=0), made(winner=1)
    aborted, playing = made(status="aborted", result=None), made(status="playing", result=None)
    client = browse(None)
    assert found(client, "player=ANN") == [playing, aborted, bertils, anns]
    assert found(client, "player=Dora") == []
    assert found(client, "player=Ann&result=won") == [anns]
    assert found(client, "player=Ann&result=lost") == [bertils]
    assert found(client, "result=aborted") == [aborted]
    assert found(client, "result=playing") == [playing]


def test_who_took_a_seat_has_won_and_who_left_it_has_not(play: Play, browse: Browse, dora: Player) -> None:
    play.moves(3).happens("left", 0).happens("replaced", 0, dora).happens("adjudicated", move="0")
    client = browse(None)
    assert found(client, "player=Dora&result=won") == [play.match.pk]
    assert found(client, "player=Ann&result=won") == []
    assert found(client, "player=Ann&result=lost") == [play.match.pk]


def test_a_match_of_a_closed_room_is_found_by_who_played_in_it_alone(
    made: Made, browse: Browse, ann: Player, dora: Player
) -> None:
    hidden = made()
    PrivateMatch.objects.create(match_id=hidden)
    assert found(browse(None)) == found(browse(dora), "player=Ann") == []
    assert found(browse(ann)) == [hidden]


def test_who_does_not_show_their_matches_is_not_found_by_name(
    made: Made, browse: Browse, ann: Player, dora: Player
) -> None:
    number = made()
    set_preference(ann, "matches", "nobody")
    page = browse(dora).get("/matches/?player=Ann")
    assert page.context["list"] is None
    assert "does not show these matches to you" in page.content.decode()
    assert found(browse(ann), "player=Ann") == [number]


def test_the_ends_are_hidden_here_too(made: Made, browse: Browse, ann: Player) -> None:
    made(winner=1)
    [row] = browse(None).get("/matches/?player=Ann").context["list"].rows
    assert row.hidden
    assert [one.rank for one in row.players] == [None, None]
    [row] = browse(ann).get("/matches/?player=Ann").context["list"].rows
    assert not row.hidden


def test_a_page_looks_at_so_many_and_no_more_and_says_how_to_go_on(
    made: Made, browse: Browse, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(match_search, "AT_ONCE", 2)
    monkeypatch.setattr(match_search, "MOST_LOOKED_AT", 4)
    wanted, rest = made(winner=0), [made(winner=1) for _match in range(9)]
    page = browse(None).get("/matches/?player=Ann&result=won")
    assert page.context["list"].rows == []
    assert page.context["list"].older == rest[-4]
    assert "look further back" in page.content.decode()
    assert found(browse(None), "player=Ann&result=won") == [wanted]


@pytest.mark.django_db
@pytest.mark.parametrize(
    "query",
    ["game=nothing", "player=Nobody", "result=won", "since=yesterday", "rated=perhaps", "player=%00", "before=x"],
)
def test_an_odd_search_is_no_error(browse: Browse, query: str) -> None:
    assert browse(None).get(f"/matches/?{query}").status_code == 200


@pytest.mark.parametrize("day", ["0001-01-01", "9999-12-31"])
def test_the_first_and_the_last_of_all_days_are_days_like_others(made: Made, browse: Browse, day: str) -> None:
    number = made()
    client = browse(None)
    assert found(client, f"since={day}") == ([number] if day < "1" else [])
    assert found(client, f"until={day}") == ([number] if day > "1" else [])


@pytest.mark.parametrize("state", [{}, {"status": "playing", "result": None}, {"status": "aborted", "result": None}])
def test_a_page_costs_the_same_however_many_are_hidden_from_the_reader(
    made: Made, browse: Browse, dora: Player, django_assert_max_num_queries: Any, state: dict[str, object]
) -> None:
    for n in range(30):
        place = open_room(dora, "king_lui", entry="unlisted").slug if n < 5 else f"gone-{n}"
        PrivateMatch.objects.create(match_id=made(place=place, **state))
    client = browse(Player.objects.create_user("Eva"))
    with django_assert_max_num_queries(16):
        assert client.get("/matches/").context["list"].rows == []
    with django_assert_max_num_queries(18):
        assert client.get("/players/Ann/matches/").context["list"].rows == []

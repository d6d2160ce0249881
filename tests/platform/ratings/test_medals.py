"""Medals go to the first three of a season, once, however many processes serve, and stay."""

from __future__ import annotations

import datetime as dt
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connections
from django.test import Client

from tafelrunde.accounts.models import Player
from tafelrunde.accounts.preferences import set_preference
from tafelrunde.ratings import medals
from tafelrunde.ratings.models import Medal, SeasonEnd, SeasonRating
from tafelrunde.ratings.rating import Record

GAME, SEASON = "king_lui", "2026Q2"
AFTER = dt.datetime(2026, 7, 1, 1, tzinfo=dt.UTC)


def rated(name: str, number: int, matches: int = 5, game: str = GAME, season: str = SEASON) -> Player:
    player, _new = Player.objects.get_or_create(name=name, key=name.lower())
    SeasonRating.of(player.pk, game, Record(25, 8, matches, (1000, number)), season=season).save()
    return player


def given() -> list[tuple[str, str, int]]:
    return list(Medal.objects.order_by("game", "place", "player__name").values_list("game", "player__name", "place"))


@pytest.mark.django_db
def test_the_first_three_of_each_game_get_them_and_who_shares_a_place_shares_the_medal() -> None:
    for name, number in (("Ann", 1500), ("Bob", 1400), ("Cleo", 1400), ("Dora", 1300), ("Eva", 1200)):
        rated(name, number)
    rated("Eva", 1100, game="skull_king")
    assert medals.give_due(AFTER) == [SEASON]
    assert given() == [(GAME, "Ann", 1), (GAME, "Bob", 2), (GAME, "Cleo", 2), ("skull_king", "Eva", 1)]


@pytest.mark.django_db
def test_who_has_played_little_gets_none_and_is_in_nobodys_way() -> None:
    rated("Ann", 1500, matches=medals.LEAST - 1)
    rated("Bob", 1400)
    medals.give_due(AFTER)
    assert given() == [(GAME, "Bob", 1)]


@pytest.mark.django_db
def test_a_season_that_is_on_or_has_ended_only_just_now_waits() -> None:
    rated("Ann", 1500)
    end = dt.datetime(2026, 7, 1, tzinfo=dt.UTC)
    assert medals.give_due(end - dt.timedelta(seconds=1)) == []
    assert medals.give_due(end + medals.GRACE - dt.timedelta(seconds=1)) == []
    assert medals.give_due(end + medals.GRACE) == [SEASON]


@pytest.mark.django_db
def test_seasons_in_which_nobody_served_are_made_up_for() -> None:
    rated("Ann", 1500, season="2025Q4")
    rated("Bob", 1500)
    assert medals.give_due(AFTER) == ["2025Q4", SEASON]
    assert SeasonEnd.objects.count() == 2


@pytest.mark.django_db
def test_what_was_given_stays_whatever_becomes_of_the_ratings() -> None:
    rated("Ann", 1500)
    medals.give_due(AFTER)
    rated("Bob", 1600)
    assert medals.give_due(AFTER) == []
    assert given() == [(GAME, "Ann", 1)]


@pytest.mark.django_db(transaction=True)
def test_processes_that_find_the_end_at_once_give_them_once() -> None:
    rated("Ann", 1500)
    together = threading.Barrier(4)

    def one(_process: int) -> bool:
        try:
            together.wait(30)
            return medals.give(SEASON)
        finally:
            connections.close_all()

    with ThreadPoolExecutor(4) as pool:
        assert sorted(pool.map(one, range(4))) == [False, False, False, True]
    assert given() == [(GAME, "Ann", 1)]


@pytest.mark.django_db
def test_medals_are_shown_on_the_profile_to_who_may_see_the_ratings(client: Client) -> None:
    ann = rated("Ann", 1500)
    medals.give_due(AFTER)
    page = client.get("/players/Ann/").content.decode()
    assert "Gold" in page
    assert "April to June 2026, with 1500" in page
    set_preference(ann, "ratings", "nobody")
    assert "Gold" not in client.get("/players/Ann/").content.decode()

"""Seasons, medals and what games count, for programs; and who does not see them."""

from __future__ import annotations

import datetime as dt

import pytest
from django.test import Client

from tafelrunde import games
from tafelrunde.accounts.models import Player
from tafelrunde.accounts.preferences import set_preference
from tafelrunde.ratings import medals
from tafelrunde.ratings.models import Rating, SeasonRating
from tafelrunde.ratings.rating import Record

GAME = "king_lui"
AFTER = dt.datetime(2026, 10, 1, 1, tzinfo=dt.UTC)
COUNTED = next(iter(games.installed()[GAME].counted()))
NONE = dict.fromkeys(games.installed()[GAME].counted(), 0)


def rated(name: str, number: int, season: str, counts: dict[str, int] | None = None) -> Player:
    player, _new = Player.objects.get_or_create(name=name, key=name.lower())
    record = Record(25, 8, 5, (1000, number), counts or {})
    SeasonRating.of(player.pk, GAME, record, season=season).save()
    if not Rating.objects.filter(player=player).exists():
        Rating.of(player.pk, GAME, record).save()
    return player


@pytest.fixture
def ann(db: None) -> Player:
    """She has won a season, and plays another one."""
    rated("Bob", 1400, "2026Q3")
    ann = rated("Ann", 1500, "2026Q3", {COUNTED: 31, "long ago": 5})
    medals.give_due(AFTER)
    rated("Bob", 1300, "2026Q4")
    rated("Ann", 1200, "2026Q4")
    return ann


def test_the_seasons_of_a_game_the_newest_first_with_their_medals(client: Client, ann: Player) -> None:
    answer = client.get(f"/api/games/{GAME}/seasons").json()
    assert (answer["count"], [season["season"] for season in answer["items"]]) == (2, ["2026Q4", "2026Q3"])
    assert answer["items"][0]["medals"] == []
    assert answer["items"][1] == {
        "season": "2026Q3",
        "begins": int(dt.datetime(2026, 7, 1, tzinfo=dt.UTC).timestamp() * 1000),
        "ends": int(dt.datetime(2026, 10, 1, tzinfo=dt.UTC).timestamp() * 1000),
        "medals": [{"player": "Ann", "place": 1, "rating": 1500}, {"player": "Bob", "place": 2, "rating": 1400}],
    }
    assert client.get("/api/games/chess/seasons").status_code == 404


def test_the_ranking_of_a_season(client: Client, ann: Player) -> None:
    def order(query: str) -> list[tuple[int, str, int]]:
        rows = client.get(f"/api/games/{GAME}/ranking{query}").json()["items"]
        return [(row["rank"], row["player"], row["rating"]) for row in rows]

    assert order("?season=2026Q3") == [(1, "Ann", 1500), (2, "Bob", 1400)]
    assert order("?season=2026Q4") == [(1, "Bob", 1300), (2, "Ann", 1200)]
    assert order("?season=2025Q1") == []
    assert order("") == [(1, "Ann", 1500), (2, "Bob", 1400)]


@pytest.mark.parametrize("season", ["", "autumn", "2026Q5", "2026q3", "2026Q3%0A", "٢٠٢٦Q3"])
def test_what_is_no_season_is_told_so(client: Client, ann: Player, season: str) -> None:
    answer = client.get(f"/api/games/{GAME}/ranking?season={season}")
    assert (answer.status_code, answer.json()["code"]) == (422, "bad_argument")


def test_what_a_game_counts_and_has_counted(client: Client, ann: Player) -> None:
    game = next(game for game in client.get("/api/games").json()["items"] if game["slug"] == GAME)
    assert [count["name"] for count in game["counts"]] == list(NONE)
    assert all(count["label"] for count in game["counts"])
    best = client.get(f"/api/games/{GAME}/ranking?season=2026Q3").json()["items"][0]
    assert best["counts"] == {**NONE, COUNTED: 31}, "what is not declared any more is not told"


def test_a_players_medals_and_counts_as_far_as_they_show_them(client: Client, ann: Player) -> None:
    told = client.get("/api/players/Ann").json()
    assert told["medals"] == [{"game": GAME, "season": "2026Q3", "place": 1, "rating": 1500}]
    assert told["counts"] == [{"game": GAME, "counts": {**NONE, COUNTED: 31}}]
    set_preference(ann, "ratings", "nobody")
    told = client.get("/api/players/Ann").json()
    assert (told["ratings"], told["medals"], len(told["counts"])) == ([], [], 1)
    set_preference(ann, "matches", "nobody")
    assert client.get("/api/players/Ann").json()["counts"] == []

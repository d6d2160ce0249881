"""The ranking of a game and a player's ratings: as data, as pages, and for programs."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client
from django.utils import translation

from tafelrunde import games
from tafelrunde.accounts.models import Player
from tafelrunde.ratings.models import Rating
from tafelrunde.ratings.ranking import Ranking, position_of, rank_line, rank_of
from tafelrunde.ratings.rating import Record, number
from tests.platform.ratings.table import GAME, begin, play, won_by

pytestmark = pytest.mark.django_db
RANKING = f"/games/{GAME}/ranking/"


def rated(name: str, mu: float = 25.0, matches: int = 7, before: int = 1000) -> Player:
    player = Player.objects.create_user(name)
    Rating.of(player.pk, GAME, Record(mu, 2.0, matches, (before, number(mu, 2.0)))).save()
    return player


@pytest.fixture
def four(db: None) -> list[Player]:
    """One ahead, two who are equal, one behind who has hardly played."""
    return [rated("Cleo", 30), rated("Bob", 28), rated("Ann", 28), rated("Dora", 15, matches=2)]


def test_equal_ratings_share_a_rank(four: list[Player]) -> None:
    assert [(row.player.name, row.rank, row.sharing) for row in Ranking(GAME).ranked()] == [
        ("Cleo", 1, 1),
        ("Ann", 2, 2),
        ("Bob", 2, 2),
        ("Dora", 4, 1),
    ]
    for place, row in enumerate(Ranking(GAME).ranked()):
        assert rank_of(row) == row.rank
        assert position_of(row) == place


def test_a_line_for_who_asks_where_they_stand(four: list[Player]) -> None:
    assert rank_line(four[1], GAME) == "Bob: 1880, place 2 of 4 (7 matches, trend +880)"
    assert rank_line(four[3], GAME) == "Dora: 1360, place 4 of 4 (2 matches, so provisional)"
    assert "not played a rated match" in rank_line(Player.objects.create_user("Eva"), GAME)


def text(client: Client, address: str) -> str:
    response = client.get(address)
    assert response.status_code == 200
    main = re.search(r"<main.*</main>", response.content.decode(), re.DOTALL)
    assert main
    return " ".join(re.sub(r"<[^>]+>", " ", main[0]).split())


def test_the_page_shows_ties_trends_and_what_is_provisional(client: Client, four: list[Player]) -> None:
    shown = text(client, RANKING)
    assert "1 Cleo 7 matches 1960 ▲ rising +960 7 2 = shared Ann 7 matches 1880" in shown
    assert "2 = shared Bob 7 matches 1880" in shown
    assert "4 Dora 2 matches 1360 provisional ▲ rising +360 2" in shown
    assert "You are at place" not in shown


def test_the_reader_finds_their_own_place(client: Client, four: list[Player]) -> None:
    client.force_login(four[2])
    page = client.get(RANKING).content.decode()
    assert page.count("aria-current") == 1
    assert "You are at place 2 with 1880." in text(client, RANKING)
    assert "Ann you 7 matches 1880" in text(client, RANKING)


def test_a_long_ranking_has_pages_and_a_way_to_ones_own(client: Client, four: list[Player]) -> None:
    for n in range(60):
        rated(f"Other{n}", 40 - n / 10)
    client.force_login(four[3])
    first = client.get(RANKING).content.decode()
    assert 'href="?page=2">Show my place' in first
    assert "Page 2 of 2" in text(client, f"{RANKING}?page=2")
    assert "64 Dora you" in text(client, f"{RANKING}?page=2")
    assert text(client, f"{RANKING}?page=x").count("Page 1 of 2") == 1


def test_the_page_needs_no_query_a_row(client: Client, four: list[Player], django_assert_max_num_queries: Any) -> None:
    with django_assert_max_num_queries(3):
        client.get(RANKING)


def test_a_ranking_without_anybody_and_a_game_that_is_none(client: Client) -> None:
    assert "Nobody has played a rated match yet" in text(client, RANKING)
    assert client.get("/games/chess/ranking/").status_code == 404


def test_a_members_page(client: Client, four: list[Player]) -> None:
    shown = text(client, "/players/Dora/")
    assert "Member since" in shown
    assert "King Lui 2 matches 4 1360 provisional ▲ rising +360 2" in shown
    assert "No rated match yet" in text(client, f"/players/{Player.objects.create_user('Eva')}/")


def test_a_name_leads_to_its_page_however_it_is_written(client: Client, four: list[Player]) -> None:
    response = client.get("/players/dORa/")
    assert (response.status_code, response.headers["Location"]) == (302, "/players/Dora/")


@pytest.mark.parametrize("name", ["Nobody", "Gast", "%00", "a%00b", "x" * 300, "..", "%F0%9F%91%91", "%FF"])
def test_guests_and_names_of_nobody_have_no_page(client: Client, name: str) -> None:
    Player.objects.create_user("Gast", guest=True)
    assert client.get(f"/players/{name}/").status_code == 404
    answer = client.get(f"/api/players/{name}")
    assert (answer.status_code, set(answer.json())) == (404, {"code", "text"})


def test_the_api_tells_of_a_member(client: Client, four: list[Player]) -> None:
    assert client.get("/api/players/dora").json() == {
        "name": "Dora",
        "joined": int(four[3].joined.timestamp() * 1000),
        "ratings": [{"game": GAME, "rank": 4, "rating": 1360, "trend": 360, "matches": 2, "provisional": True}],
        "medals": [],
        "counts": [{"game": GAME, "counts": dict.fromkeys(games.installed()[GAME].counted(), 0)}],
    }


def test_the_api_gives_the_ranking_in_pages(client: Client, four: list[Player]) -> None:
    answer = client.get(f"/api/games/{GAME}/ranking").json()
    assert (answer["page"], answer["pages"], answer["count"]) == (1, 1, 4)
    assert [(row["rank"], row["player"]) for row in answer["items"]] == [
        (1, "Cleo"),
        (2, "Ann"),
        (2, "Bob"),
        (4, "Dora"),
    ]
    row = {"rank": 1, "player": "Cleo", "rating": 1960, "trend": 960, "matches": 7, "provisional": False}
    assert answer["items"][0] == {**row, "counts": dict.fromkeys(games.installed()[GAME].counted(), 0)}
    assert client.get(f"/api/games/{GAME}/ranking?page=2").json()["items"] == []
    assert client.get("/api/games/chess/ranking").status_code == 404
    assert client.get(f"/api/games/{GAME}/ranking?page=0").status_code == 422


def test_a_match_moves_its_players_on_the_page(client: Client, people: list[Player]) -> None:
    play(begin(people[:3]))
    won_by(begin(people[:3]), 1)
    shown = text(client, RANKING)
    assert shown.count("provisional") == 3 + 1  # in each row, and where it is explained
    with translation.override("de"):
        assert client.get(RANKING, headers={"accept-language": "de"}).status_code == 200


@pytest.mark.parametrize("season", ["9999Q4", "1000Q1", "0000Q1", "2026Q5", "2026Q4%00", "٢٠٢٦Q1", "x" * 500])
def test_an_odd_season_is_no_error(client: Client, four: list[Player], season: str) -> None:
    assert client.get(f"{RANKING}?season={season}").status_code == 200

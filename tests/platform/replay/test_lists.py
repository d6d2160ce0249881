"""Lists of matches: a player's and a room's, the newest first, in pages, quick however many there are."""

from __future__ import annotations

from collections.abc import Callable
from itertools import chain

import pytest
from django.db import connection
from django.template import Context, Template
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tafelrunde.accounts.models import Player
from tafelrunde.matches.models import Match, MatchSeat
from tafelrunde.rooms.match_lists import PER_PAGE, matches_in_room, matches_of_player
from tafelrunde.rooms.models import Room
from tests.platform.replay.playing import Play

Browse = Callable[[Player | None], Client]


@pytest.fixture
def many(room: Room, ann: Player, bertil: Player) -> list[int]:
    """Sixty matches that are over, all of them Ann's and every other one Bertil's: their ids, the newest first."""
    result = {"scores": [5, 9], "ranks": [2, 1], "winners": [1], "details": {}}
    for number in range(60):
        match = Match.objects.create(
            game="king_lui", ruleset="1", seed=b"", place=room.slug, status=Match.Status.OVER, result=result
        )
        other = {"player": bertil, "name": "Bertil"} if number % 2 else {"bot": "novice", "name": "novice"}
        MatchSeat.objects.create(match=match, seat=0, player=ann, name="Ann")
        MatchSeat.objects.create(match=match, seat=1, **other)
    return list(Match.objects.order_by("-pk").values_list("pk", flat=True))


def pages(client: Client, address: str) -> list[list[int]]:
    """The ids on each page, by the link to the next one."""
    found, query = [], ""
    while True:
        listed = client.get(address + query).context["list"]
        found.append([row.match.pk for row in listed.rows])
        if listed.older is None:
            return found
        query = f"?before={listed.older}"


def test_a_rooms_matches_come_in_pages_the_newest_first(many: list[int], room: Room, browse: Browse) -> None:
    found = pages(browse(None), f"/rooms/{room.slug}/matches/")
    assert [len(page) for page in found] == [PER_PAGE, PER_PAGE, 10]
    assert [*chain(*found)] == many


def test_a_players_matches_are_those_they_sat_in(many: list[int], browse: Browse) -> None:
    assert [*chain(*pages(browse(None), "/players/ann/matches/"))] == many
    assert [*chain(*pages(browse(None), "/players/BERTIL/matches/"))] == many[::2]


def test_a_row_says_who_played_with_place_and_score(many: list[int], room: Room, browse: Browse) -> None:
    response = browse(None).get(f"/rooms/{room.slug}/matches/?end=shown")
    row = response.context["list"].rows[0]
    assert [(one.name, one.rank, one.score, one.bot) for one in row.players] == [
        ("Bertil", 1, 9, False),
        ("Ann", 2, 5, False),
    ]
    html = response.content.decode()
    assert f'href="/matches/{many[0]}/"' in html
    assert 'href="/players/Ann/matches/"' in html
    assert "King Lui" in html
    assert 'href="/players/novice/matches/"' not in html


def test_a_match_that_is_played_or_was_aborted_says_so(play: Play, room: Room, browse: Browse) -> None:
    assert "being played" in browse(None).get(f"/rooms/{room.slug}/matches/").content.decode()
    play.moves(3).happens("aborted")
    assert "aborted" in browse(None).get(f"/rooms/{room.slug}/matches/").content.decode()


def test_who_took_a_seat_has_the_match_in_their_list_too(play: Play, dora: Player, ann: Player, browse: Browse) -> None:
    play.moves(3).happens("left", 0).happens("replaced", 0, dora).moves()
    for player in (dora, ann):
        [row] = matches_of_player(player, None).rows
        assert {(one.name, one.instead) for one in row.players} == {("Dora", "Ann"), ("Bertil", ""), ("courtier", "")}


def test_the_matches_of_a_closed_room_stay(play: Play, room: Room, browse: Browse) -> None:
    room.delete()
    response = browse(None).get(f"/rooms/{play.match.place}/matches/")
    assert [row.match.pk for row in response.context["list"].rows] == [play.match.pk]


@pytest.mark.django_db
@pytest.mark.parametrize("address", ["/rooms/nowhere/matches/", "/players/Nobody/matches/", "/players/%00/matches/"])
def test_what_is_not_there_is_not_found(browse: Browse, address: str) -> None:
    assert browse(None).get(address).status_code == 404


def test_a_room_without_matches_says_so(room: Room, browse: Browse) -> None:
    assert "No matches yet." in browse(None).get(f"/rooms/{room.slug}/matches/").content.decode()


@pytest.mark.parametrize("before", ["x", "-3", "", "99999999999999999999999999", "²"])
def test_an_odd_page_is_no_error(many: list[int], room: Room, browse: Browse, before: str) -> None:
    assert browse(None).get(f"/rooms/{room.slug}/matches/?before={before}").status_code == 200
    assert browse(None).get(f"/players/Ann/matches/?before={before}").status_code == 200


def test_who_may_not_see_a_match_does_not_find_it_in_a_list(
    many: list[int], room: Room, ann: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "tafelrunde.rooms.match_lists.seen_among", lambda matches, who: {match.pk for match in matches if match.pk % 2}
    )
    found = matches_in_room(room.slug, None)
    assert [row.match.pk for row in found.rows] == [pk for pk in many[:PER_PAGE] if pk % 2]
    assert found.older == many[PER_PAGE - 1]


def test_a_page_costs_a_few_queries_and_each_finds_its_rows_by_an_index(
    many: list[int], room: Room, ann: Player
) -> None:
    asks: list[Callable[[], object]] = [
        lambda: matches_in_room(room.slug, None, many[30]),
        lambda: matches_of_player(ann, None, many[30]),
    ]
    for ask in asks:
        with CaptureQueriesContext(connection) as asked:
            ask()
        assert len(asked) <= 5
        for query in asked:
            plan = explained(query["sql"])
            assert "Seq Scan" not in plan, plan
            assert "SCAN matches" not in plan, plan


def explained(sql: str) -> str:
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("SET LOCAL enable_seqscan = off")
            cursor.execute("EXPLAIN " + sql)
        else:
            cursor.execute("EXPLAIN QUERY PLAN " + sql)
        return "\n".join(str(row) for row in cursor.fetchall())


def test_other_pages_show_a_players_last_matches_by_a_tag(many: list[int], ann: Player, browse: Browse) -> None:
    html = Template("{% load matches %}{% latest_matches player 3 %}").render(Context({"player": ann}))
    assert html.count('class="match"') == 3
    assert 'href="/players/Ann/matches/"' in html

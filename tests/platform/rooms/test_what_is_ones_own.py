"""Preferences by typed lines, as here and as on BrettspielWelt; and how one stands."""

import pytest

from tafelrunde import games
from tafelrunde.accounts.preferences import preferences_of
from tafelrunde.matches.texts import render
from tafelrunde.ratings.models import Rating, SeasonRating
from tafelrunde.rooms.models import Room
from tests.platform.rooms.speaking import People, refused, say


@pytest.fixture
def rated(people: People) -> Rating:
    """Ann's rating in King Lui."""
    return Rating.objects.create(
        player=people["Ann"], game="king_lui", mu=25.0, sigma=5.0, matches=7, number=1520, numbers=[1500, 1520]
    )


@pytest.mark.parametrize(
    "line", ["/set hook on", "/SET Hook=ON", "/prop SkullKingHook=On", "/property skullkinghook on"]
)
def test_preferences_are_chosen_by_a_line_in_a_room_or_the_lobby(room: Room, people: People, line: str) -> None:
    for where, name in ((room, "Ann"), (None, "Bob")):
        [told] = say(where, people[name], line)
        assert told.startswith("hook = on: Hook")
        people[name].refresh_from_db()
        assert preferences_of(people[name])["hook"] == "on"


@pytest.mark.parametrize("command", ["set", "prop"])
def test_alone_they_tell_all_and_with_a_name_that_one(room: Room, people: People, command: str) -> None:
    lines = say(room, people["Ann"], f"/{command}")
    assert {line.partition(" = ")[0] for line in lines} == {*preferences_of(people["Ann"])}
    assert say(room, people["Ann"], f"/{command} board") == [line for line in lines if line.startswith("board = ")]


@pytest.mark.parametrize("line", ["/set colour of my hat", "/set hook perhaps", "/prop <b>=On", "/prop Hook=<script>"])
def test_what_is_no_preference_or_value_is_refused(room: Room, people: People, line: str) -> None:
    assert refused(room, people["Ann"], line).code == "bad_argument"


@pytest.mark.parametrize("line", ["/set hook on", "/prop Hook=On", "/rank"])
def test_a_visitor_has_none(room: Room, line: str) -> None:
    for where in (None, room):
        assert refused(where, None, line).code == "signed_out"


def test_rank_tells_how_one_stands(room: Room, people: People, rated: Rating) -> None:
    [line] = say(room, people["Ann"], "/rank")
    assert line.startswith("Ann: 1520, place 1 of 1 (7 matches, trend ")
    named = f"King Lui: {line}"
    assert say(None, people["Ann"], "/rank king lui") == say(room, people["Ann"], "/ranking King_Lui") == [named]
    everywhere = say(None, people["Ann"], "/rank")
    assert named in everywhere
    assert [one.partition(": ")[0] for one in everywhere] == [render(game.name) for game in games.installed().values()]
    assert say(room, people["Bob"], "/rank") == ["Bob has not played a rated match of this game yet."]
    assert say(room, people["Bob"], "/whois Ann")[1] == line


def test_rank_tells_how_one_stood_in_a_season(room: Room, people: People, rated: Rating) -> None:
    SeasonRating.objects.create(
        player=people["Ann"],
        game="king_lui",
        season="2026Q3",
        mu=25.0,
        sigma=5.0,
        matches=5,
        number=1310,
        numbers=[1310],
    )
    [line] = say(room, people["Ann"], "/rank 2026Q3")
    assert line.startswith("July to September 2026. Ann: 1310, place 1 of 1 (5 matches, trend ")
    [named] = say(None, people["Ann"], "/rank king lui 2026q3")
    assert named == line.replace("2026. Ann", "2026. King Lui: Ann")
    assert len(say(None, people["Ann"], "/rank 2026Q3")) == len(games.installed())
    none = "April to June 2026. Ann has not played a rated match of this game in that season."
    assert say(room, people["Ann"], "/rank 2026Q2") == [none]
    assert refused(room, people["Ann"], "/rank 2026Q5").code == "bad_argument"


def test_of_a_game_that_is_not_there_nobody_has_a_rank(room: Room, people: People) -> None:
    assert refused(room, people["Ann"], "/rank chess").code == "bad_argument"
    assert refused(None, people["Ann"], "/rank chess").code == "bad_argument"

"""Rooms, people and the ways to them; and how moves are written."""

import datetime as dt

import pytest

from tafelrunde.accounts.models import Player
from tafelrunde.matches import live as matches
from tafelrunde.rooms.models import Room
from tafelrunde.rooms.opening import open_room
from tests.platform.rooms.speaking import Here, People, answer, refused, say


def goes(room: Room | None, player: Player | None, line: str) -> str | None:
    found = answer(room, player, line)
    return found.go if found else None


@pytest.fixture
def parlour(people: People) -> Room:
    """Another room."""
    return open_room(people["Bob"], "king_lui", "Aunt Olga’s parlour")


def test_rooms_lists_them_with_the_way_there(room: Room, parlour: Room, people: People, here: Here) -> None:
    here(room, people["Ann"], people["Bob"])
    say(parlour, people["Bob"], "/join")
    say(room, people["Ann"], "/bot 3")
    say(room, people["Ann"], "/start")
    for where in (None, room):
        assert say(where, None, "/rooms") == [
            "aunt-olgas-parlour: Aunt Olga’s parlour, King Lui, 1 of 5 seated, 0 here",
            "evening-round: Evening round, King Lui, being played, 2 here",
        ]


def test_without_rooms_it_says_how_to_open_one(db: None) -> None:
    assert say(None, None, "/rooms") == ["There is no room yet: open one with /newroom NAME."]


def test_many_rooms_are_counted(people: People) -> None:
    for _ in range(33):
        open_room(people["Ann"], "king_lui", "Table")
    lines = say(None, None, "/list")
    assert (len(lines), lines[-1]) == (31, "… and 3 more")


@pytest.mark.parametrize(
    "line",
    [
        "/goto aunt-olgas-parlour",
        "/GOTO Aunt Olga’s Parlour",
        "/go aunt",
        '/g "aunt olga’s parlour"',
        "/goto Bob",
        "/goto @bob",
    ],
)
def test_goto_leads_to_a_room_or_a_person(room: Room, parlour: Room, people: People, here: Here, line: str) -> None:
    here(parlour, people["Bob"])
    for where in (None, room):
        assert goes(where, people["Ann"], line) == "/rooms/aunt-olgas-parlour/"
        assert goes(where, None, line) == "/rooms/aunt-olgas-parlour/"


def test_goto_leads_to_the_lobby(room: Room, people: People, here: Here) -> None:
    here("/", people["Bob"])
    for line in ("/goto", "/goto lobby", "/goto Bob"):
        assert goes(room, people["Ann"], line) == "/"


def test_a_person_comes_before_a_room_that_only_begins_so(room: Room, people: People, here: Here) -> None:
    here(room, people["Bob"])
    open_room(people["Bob"], "king_lui")
    assert goes(None, None, "/goto Bob") == "/rooms/evening-round/"
    here.away(room, people["Bob"])
    assert goes(None, None, "/goto Bob") == "/rooms/bobs-table/"


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("/goto nowhere", "no_such_room"),
        ("/goto Cid", "no_such_player"),
        ("/goto //evil.example", "no_such_room"),
        ("/goto https://evil.example/", "no_such_room"),
        ("/goto a\x00b", "no_such_room"),
        ("/goto @evening-round", "no_such_room"),
    ],
)
def test_goto_leads_nowhere_else(room: Room, people: People, here: Here, line: str, code: str) -> None:
    people["Cid"]  # not online
    assert refused(room, people["Ann"], line).code == code


def test_newroom_opens_one_and_leads_there(room: Room, people: People) -> None:
    assert goes(None, people["Bob"], "/newroom My own  <b>table</b>") == "/rooms/my-own-btableb/"
    mine = Room.objects.get(slug="my-own-btableb")
    assert (mine.name, mine.host, mine.game) == ("My own <b>table</b>", people["Bob"], "king_lui")
    assert goes(room, people["Bob"], "/newroom") == "/rooms/bobs-table/"


def test_newroom_needs_a_name_of_ones_own_and_a_short_one(room: Room, people: People) -> None:
    assert refused(None, None, "/newroom").code == "signed_out"
    assert refused(None, people["Bob"], "/newroom " + "x" * 41).code == "bad_argument"
    assert Room.objects.count() == 1


def test_whereis_tells_where_somebody_is(room: Room, parlour: Room, people: People, here: Here) -> None:
    assert say(room, None, "/whereis ann") == ["Ann is not online."]
    here("/", people["Ann"])
    assert say(None, None, "/where @Ann") == ["Ann is in the lobby."]
    here(room, people["Ann"])
    here(parlour, people["Ann"])
    assert say(room, None, "/find ＡＮＮ") == [
        "Ann is in Aunt Olga’s parlour: /goto aunt-olgas-parlour",
        "Ann is in Evening round: /goto evening-round",
    ]


def test_whois_tells_who_somebody_is(room: Room, people: People, here: Here) -> None:
    here(room, people["Ann"])
    people["Ann"].joined = dt.datetime(2026, 5, 3, tzinfo=dt.UTC)
    people["Ann"].save()
    assert say(None, None, "/whois ann") == [
        "Ann has been a member since May 3, 2026.",
        "Ann is in Evening round: /goto evening-round",
    ]
    Player.objects.create_user("Wanderer", guest=True)
    assert say(room, None, "/whois Wanderer") == ["Wanderer is a guest.", "Wanderer is not online."]


@pytest.mark.parametrize("command", ["whereis", "whois"])
def test_about_nobody_there_is_nothing_to_tell(room: Room, people: People, command: str) -> None:
    assert refused(room, None, f"/{command}").code == "bad_argument"
    for name in ("Nobody", "<b>x</b>", "a\x00b"):
        assert refused(room, None, f"/{command} {name}").code == "no_such_player"


def test_notation_shows_how_moves_are_written_with_some_that_can_be_made_now(
    playing: Room, people: People, here: Here
) -> None:
    assert playing.match is not None
    live = matches.read(playing.match.pk)
    [seat] = live.position.to_move
    mover = live.position.sitters[seat].name
    head = "Moves of King Lui begin with: /take /feed /kitchen /wait"
    others = [player for player in people.values() if player.name != mover]
    for viewer in (*others, None):
        assert say(playing, viewer, "/notation") == [head]
    if mover in people:
        lines = say(playing, people[mover], "/notation")
        assert lines[0] == head
        shown = [line.partition(":")[0].removeprefix("/") for line in lines[1:]]
        assert set(shown) <= set(live.position.legal[seat])
        assert "kitchen" in shown
        assert sum(move.startswith("take ") for move in shown) <= 3


def test_notation_without_a_match(room: Room) -> None:
    assert say(room, None, "/moves") == ["Moves of King Lui begin with: /take /feed /kitchen /wait"]
    assert refused(None, None, "/notation").code == "not_allowed_now"

import pytest

from tafelrunde.rooms import registry
from tafelrunde.rooms.models import Room
from tafelrunde.rooms.opening import open_room
from tafelrunde.rooms.seating import sit
from tafelrunde.rooms.starting import start
from tests.platform.rooms.speaking import People, call, refused, say

ANYWHERE = ["/game [NAME]", "/who", "/rules [GAME]", "/help [COMMAND]", "/rooms", "/goto ROOM or PLAYER"]
ANYWHERE += ["/whereis NAME", "/whois NAME"]
FOR_ALL = [*ANYWHERE, "/option [NAME VALUE]", "/pace [none, relaxed or brisk]", "/rated [on or off]", "/host [NAME]"]
FOR_ALL += ["/notation"]
PLAYERS_ANYWHERE = ["/tell NAME TEXT", "/reply TEXT", "/newroom [NAME]", "/rank [GAME]", "/set [NAME VALUE]"]
PLAYERS_ANYWHERE += ["/prop [NAME=VALUE]"]
FOR_PLAYERS = [*PLAYERS_ANYWHERE, "/join [SEAT]", "/me TEXT"]
IN_A_MATCH = ["/leave", "/abort", "/accept", "/refuse", "/unmark"]


def usages(lines: list[str]) -> set[str]:
    return {line.partition(": ")[0] for line in lines}


def test_help_lists_what_the_caller_may_use(room: Room, people: People) -> None:
    host = ["/start", "/bot [KIND] [NUMBER]", "/kick SEAT or NAME"]
    assert usages(say(room, None, "/help")) == {*FOR_ALL}
    assert usages(say(room, people["Bob"], "/help")) == {*FOR_ALL, *FOR_PLAYERS}
    assert usages(say(room, people["Ann"], "/help")) == {*FOR_ALL, *FOR_PLAYERS, *host}
    say(room, people["Ann"], "/join")
    assert usages(say(room, people["Ann"], "/help")) == {*FOR_ALL, *FOR_PLAYERS, *host, "/leave"}


def test_in_a_match_it_tells_what_can_be_done_then(playing: Room, people: People) -> None:
    lines = say(playing, people["Ann"], "/help")
    assert usages(lines[:-1]) == {*FOR_ALL, *FOR_PLAYERS, *IN_A_MATCH}
    assert lines[-1] == "Moves are typed too: /take /feed /kitchen /wait …"
    assert "Moves" not in say(playing, people["Dora"], "/help")[-1]


def test_in_the_lobby_it_lists_what_needs_no_room(people: People) -> None:
    assert usages(say(None, None, "/help")) == {*ANYWHERE}
    assert usages(say(None, people["Ann"], "/help")) == {*ANYWHERE, *PLAYERS_ANYWHERE}


def test_after_a_match_there_is_again(over: Room, people: People) -> None:
    assert "/again" in usages(say(over, people["Bob"], "/help"))


def test_help_tells_one_command(room: Room) -> None:
    assert say(room, None, "/help start") == ["/start: begin the match with everyone seated. (/begin)"]
    assert say(room, None, "/help /W") == [
        "/tell NAME TEXT: whisper something to one person, wherever they are. (/w, /whisper, /msg, /t)"
    ]
    no = refused(room, None, "/help xyzzy")
    assert (no.code, no.more) == ("unknown_command", {"hint": "/help"})


@pytest.fixture
def dicing(people: People) -> Room:
    """A room with a match of King's Gold, of Ann and Bob; ``/stop`` is a move there."""
    room = open_room(people["Ann"], "kings_gold")
    for name in ("Ann", "Bob"):
        sit(room, people[name])
    start(room, people["Ann"])
    room.refresh_from_db()
    return room


def test_a_word_that_is_a_move_is_not_told_as_another_name_of_a_command(
    dicing: Room, room: Room, people: People
) -> None:
    there = "/abort: end the match without a result, if all who play agree. ({})"
    assert say(room, None, "/help abort") == [there.format("/cancel, /stop")]
    assert say(dicing, people["Ann"], "/help abort") == [there.format("/cancel")]
    for line in ("/help stop", "/help /STOP"):
        assert say(dicing, people["Ann"], line) == ["/stop is a move of King's Gold: see /notation."]
    assert say(dicing, people["Dora"], "/help roll") == ["/roll is a move of King's Gold: see /notation."]


def test_the_game_tool_offers_the_same(room: Room, people: People) -> None:
    shown = [f"{found.usage}: {found.help}" for found in registry.available(call(room, people["Ann"]))]
    assert say(room, people["Ann"], "/help") == shown

import pytest

from tafelrunde.rooms import registry
from tafelrunde.rooms.models import Room
from tafelrunde.rooms.opening import open_room
from tafelrunde.rooms.seating import sit
from tafelrunde.rooms.starting import start
from tests.platform.rooms.speaking import People, call, refused, say

GROUPS = ["Play", "Room", "People", "Yourself"]
HINT = "What one of them does: /help COMMAND, like /help "
ANYWHERE = "/game /who /rules /help /rooms /goto /whereis /whois /follow"
FOR_ALL = f"{ANYWHERE} /option /pace /rated /host /notation /entry /maysit /text /keep /autostart"
TIES = "/friend /unfriend /friends /watch /unwatch /ignore /unignore /report"
PLAYERS_ANYWHERE = f"/tell /reply /channel /letter /newroom /learn /rank /set /prop {TIES}"
FOR_PLAYERS = f"{PLAYERS_ANYWHERE} /join /me /queue /unqueue /peek /invite"
HOSTS_ANY_TIME = "/lock /unlock /ban /unban /uninvite"
IN_A_MATCH = "/leave /abort /accept /refuse /unmark /allowpeek /disallowpeek"
MOVES = "Moves are typed too: /take /feed /kitchen /wait …"


def names(lines: list[str]) -> set[str]:
    """The commands that these lines of help name, each once."""
    found = [name for line in lines if line.split(": ")[0] in GROUPS for name in line.split(": ")[1].split()]
    assert len(found) == len(set(found))
    return set(found)


def those(*groups: str) -> set[str]:
    """The names in these lists."""
    return set(" ".join(groups).split())


def test_help_is_a_few_lines_that_put_together_what_belongs_together(playing: Room, people: People) -> None:
    lines = say(playing, people["Ann"], "/help")
    assert [line.split(": ")[0] for line in lines[:-2]] == GROUPS
    assert lines[-2:] == [f"{HINT}tell", MOVES]
    played = "/accept /refuse /abort /join /leave /learn /queue /unqueue /peek /allowpeek /disallowpeek /unmark"
    assert lines[0] == f"Play: {played} /rules /notation"
    assert (
        lines[2] == f"People: /tell /reply /me /channel {TIES} /follow /letter /invite /uninvite /who /whereis /whois"
    )
    assert lines[3] == "Yourself: /rank /set /prop /help"
    assert say(playing, None, "/help")[-1] == f"{HINT}goto"


def test_help_lists_what_the_caller_may_use(room: Room, people: People) -> None:
    host = f"/start /bot /kick /seat /swap {HOSTS_ANY_TIME}"
    assert names(say(room, None, "/help")) == those(FOR_ALL)
    assert names(say(room, people["Bob"], "/help")) == those(FOR_ALL, FOR_PLAYERS)
    assert names(say(room, people["Ann"], "/help")) == those(FOR_ALL, FOR_PLAYERS, host)
    say(room, people["Ann"], "/join")
    assert names(say(room, people["Ann"], "/help")) == those(FOR_ALL, FOR_PLAYERS, host, "/leave")


def test_in_a_match_it_tells_what_can_be_done_then(playing: Room, people: People) -> None:
    lines = say(playing, people["Ann"], "/help")
    assert names(lines) == those(FOR_ALL, FOR_PLAYERS, IN_A_MATCH, HOSTS_ANY_TIME)
    assert MOVES in lines
    assert MOVES not in say(playing, people["Dora"], "/help")


def test_in_the_lobby_it_lists_what_needs_no_room(people: People) -> None:
    assert names(say(None, None, "/help")) == those(ANYWHERE)
    assert names(say(None, people["Ann"], "/help")) == those(ANYWHERE, PLAYERS_ANYWHERE)


def test_after_a_match_there_is_again(over: Room, people: People) -> None:
    assert "/again" in names(say(over, people["Bob"], "/help"))


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
    shown = {f"/{found.name}" for found in registry.available(call(room, people["Ann"]))}
    assert names(say(room, people["Ann"], "/help")) == shown

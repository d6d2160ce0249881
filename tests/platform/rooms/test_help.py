from tafelrunde.rooms import registry
from tafelrunde.rooms.models import Room
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


def test_the_game_tool_offers_the_same(room: Room, people: People) -> None:
    shown = [f"{found.usage}: {found.help}" for found in registry.available(call(room, people["Ann"]))]
    assert say(room, people["Ann"], "/help") == shown

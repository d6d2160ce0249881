import pytest

from tafelrunde.rooms import chat, whispers
from tafelrunde.rooms.models import Room
from tests.platform.rooms.speaking import Committed, Here, People, Told, refused, say, texts


@pytest.mark.parametrize(
    "line", ["/tell Bob hi you", "/w bob hi you", "/MSG @Bob  hi you", '/whisper "Bob" hi you', "/ t ＢＯＢ\thi you"]
)
def test_only_its_two_people_ever_get_a_whisper(
    room: Room, people: People, told: Told, committed: Committed, here: Here, line: str
) -> None:
    here(room, people["Bob"])
    with committed():
        assert say(room, people["Ann"], line) == []
    assert texts(room, people["Ann"]) == texts(room, people["Bob"]) == ["hi you"]
    assert texts(room, people["Cid"]) == texts(room) == []
    assert not told["line"]
    [message] = told["whisper"]
    assert message["players"] == [people["Ann"].pk, people["Bob"].pk]
    assert [chat.shown(message["line"])] == chat.last_lines(room, people["Bob"])


def test_both_see_who_whispers_to_whom(room: Room, people: People, here: Here) -> None:
    here(room, people["Bob"])
    say(room, people["Ann"], "/tell Bob hi")
    line = chat.last_lines(room, people["Ann"])[-1]
    assert (line["kind"], line["from"], line["to"], line["text"]) == ("whisper", "Ann", "Bob", "hi")


def test_whispers_do_not_push_others_lines_out(room: Room, people: People, here: Here) -> None:
    here(room, people["Bob"])
    say(room, people["Bob"], "/join")
    say(room, people["Bob"], "one")
    for _ in range(100):
        whispers.whisper(people["Ann"], "Bob", "psst")
    assert texts(room, people["Cid"]) == ["Bob sits down.", "one"]


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("/tell", "bad_argument"),
        ("/tell Bob", "bad_argument"),
        ("/tell Bob \x07", "bad_argument"),
        ("/tell @ hi", "bad_argument"),
        ("/tell Ann hi", "bad_argument"),
        ("/tell Nobody hi", "no_such_player"),
        ("/tell <b>x</b> hi", "no_such_player"),
        ("/tell a\x00b hi", "no_such_player"),
        ("/tell Zoe hi", "no_such_player"),
        ("/tell Bob " + "x" * 501, "bad_argument"),
    ],
)
def test_what_cannot_be_whispered_is_refused(room: Room, people: People, here: Here, line: str, code: str) -> None:
    people["Zoe"]  # she exists and is not online
    here(room, people["Bob"])
    assert refused(room, people["Ann"], line).code == code


def test_quotes_and_spaces_of_the_text_are_kept(room: Room, people: People, here: Here) -> None:
    here(room, people["Bob"])
    say(room, people["Ann"], '/tell Bob "so"  he said')
    assert texts(room, people["Bob"])[-1] == '"so"  he said'

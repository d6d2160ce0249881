"""A whisper finds its person wherever they are, and so does the answer."""

import datetime as dt

import pytest
from django.db import IntegrityError, transaction

from tafelrunde.rooms import chat
from tafelrunde.rooms.models import ChatLine, Room
from tafelrunde.rooms.opening import open_room
from tests.platform.rooms.speaking import Here, People, refused, say, texts


@pytest.fixture
def other(people: People) -> Room:
    """Bob's room."""
    return open_room(people["Bob"], "king_lui", "Bob's")


@pytest.mark.parametrize("from_lobby", [False, True])
@pytest.mark.parametrize("to_lobby", [False, True])
def test_from_any_room_or_the_lobby_to_any_other(
    room: Room, other: Room, people: People, here: Here, from_lobby: bool, to_lobby: bool
) -> None:
    here("/" if from_lobby else room, people["Ann"])
    here("/" if to_lobby else other, people["Bob"])
    assert say(None if from_lobby else room, people["Ann"], "/tell Bob psst") == []
    assert say(None if to_lobby else other, people["Bob"], "/reply yes?") == []
    for place in (None, room, other):
        assert texts(place, people["Ann"]) == texts(place, people["Bob"]) == ["psst", "yes?"]
        assert texts(place, people["Cid"]) == texts(place) == []


def test_an_answer_goes_to_who_has_whispered_last(room: Room, people: People, here: Here) -> None:
    here(room, people["Ann"], people["Bob"], people["Cid"])
    say(room, people["Ann"], "/tell Cid one")
    say(room, people["Bob"], "/tell Cid two")
    say(room, people["Cid"], "/tell Ann three")
    for line in ("/reply four", "/R  five", "/answer six"):
        say(room, people["Cid"], line)
    assert [(line["to"], line["text"]) for line in chat.last_lines(room, people["Cid"])[-3:]] == [
        ("Bob", "four"),
        ("Bob", "five"),
        ("Bob", "six"),
    ]


def test_without_a_whisper_there_is_nobody_to_answer(room: Room, people: People, here: Here) -> None:
    here(room, people["Ann"], people["Bob"])
    say(room, people["Ann"], "/tell Bob hi")
    no = refused(room, people["Ann"], "/reply hi")
    assert (no.code, str(no.text)) == ("not_allowed_now", "Nobody has whispered to you yet.")
    assert refused(room, None, "/reply hi").code == "signed_out"
    assert refused(room, people["Bob"], "/reply").code == "bad_argument"


def test_who_has_gone_since_cannot_be_answered(room: Room, people: People, here: Here) -> None:
    here(room, people["Ann"], people["Bob"])
    say(room, people["Ann"], "/tell Bob hi")
    here.away(room, people["Ann"])
    no = refused(room, people["Bob"], "/reply hi")
    assert (no.code, no.more) == ("no_such_player", {"hint": "/letter Ann hi"})
    assert str(no.text) == "Ann is not online. Send it once more to leave it as a letter."


def test_whispers_outlive_the_room_they_were_typed_in(room: Room, people: People, here: Here) -> None:
    here(room, people["Ann"], people["Bob"])
    say(room, people["Ann"], "/tell Bob hi")
    room.delete()
    assert texts(None, people["Bob"]) == ["hi"]


def test_those_of_another_day_are_not_shown_again(room: Room, people: People, here: Here) -> None:
    here(room, people["Ann"], people["Bob"])
    say(room, people["Ann"], "/tell Bob hi")
    ChatLine.objects.update(at=ChatLine.objects.get().at - dt.timedelta(days=1))
    assert texts(room, people["Bob"]) == []
    say(room, people["Bob"], "/reply good morning")
    assert texts(room, people["Ann"]) == ["good morning"]


def test_what_is_said_in_a_room_has_one_and_a_whisper_has_none(room: Room, people: People) -> None:
    for wrong in ({"kind": "say"}, {"kind": "whisper", "room": room}):
        with pytest.raises(IntegrityError), transaction.atomic():
            ChatLine.objects.create(text="x", **wrong)


@pytest.mark.parametrize(
    "line", ["hello", "//x", "/me waves", "/join", "/start", "/pace brisk", "/abort", "/take wine"]
)
def test_what_needs_a_room_is_refused_in_the_lobby(room: Room, people: People, line: str) -> None:
    no = refused(None, people["Ann"], line)
    assert no.code == ("unknown_command" if line == "/take wine" else "not_allowed_now")
    assert texts(room) == []


def test_a_slip_in_the_lobby_is_answered_with_what_works_there(people: People) -> None:
    assert refused(None, people["Ann"], "/tel Bob hi").more == {"hint": "/tell"}
    assert refused(None, None, "/xyzzy").more == {"hint": "/help"}

"""The platform keeps text as it was typed: templates escape it, and nothing here makes it safe, ever."""

import pytest
from django.utils.safestring import SafeString

from tafelrunde.refusals import Refusal
from tafelrunde.rooms import chat
from tafelrunde.rooms.models import Room
from tafelrunde.rooms.opening import open_room
from tests.platform.rooms.speaking import Here, People, say, texts

NASTY = [
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    '"><svg/onload=alert(1)>',
    "{{ 7*7 }}",
    "&lt;b&gt;",
]


@pytest.mark.parametrize("nasty", NASTY)
def test_chat_keeps_it(room: Room, people: People, here: Here, nasty: str) -> None:
    here(room, people["Bob"])
    for line in (nasty, f"/me {nasty}", f"/tell Bob {nasty}"):
        say(room, people["Ann"], line)
    assert texts(room, people["Ann"])[-3:] == [nasty] * 3
    assert not any(isinstance(line["text"], SafeString) for line in chat.last_lines(room, people["Ann"]))


@pytest.mark.parametrize("nasty", NASTY)
def test_names_of_rooms_keep_it_and_addresses_do_not(people: People, nasty: str) -> None:
    room = open_room(people["Ann"], "king_lui", nasty)
    assert room.name == nasty
    assert room.slug.replace("-", "").isalnum()


@pytest.mark.parametrize("nasty", NASTY)
@pytest.mark.parametrize(
    "command", ["bot", "kick", "game", "option", "option draw", "help", "join", "tell", "rules", "xyz", "goto", "whois"]
)
def test_answers_and_refusals_are_plain(room: Room, people: People, command: str, nasty: str) -> None:
    try:
        answers = say(room, people["Ann"], f"/{command} {nasty}")
    except Refusal as refusal:
        answers = [refusal.as_json()["text"]]
    assert answers
    assert not any(isinstance(answer, SafeString) for answer in answers)
    assert texts(room) == []

"""Everybody reads a page, a room and what is answered to them in their own language, all in the same room."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from tafelrunde.accounts.models import Player
from tafelrunde.rooms.models import Room
from tafelrunde.rooms.opening import open_room
from tafelrunde.rooms.seating import add_bot, sit
from tafelrunde.rooms.starting import start
from tests.platform.rooms.speaking import say

LOBBY = {"en": "Play now", "fr": "Jouer maintenant", "de": "Jetzt spielen", "it": "Gioca ora"}
GUEST = {"en": "Play as a guest", "fr": "Jouer comme invité", "de": "Als Gast spielen", "it": "Gioca come ospite"}
BOARD = {"en": "The king", "fr": "Le roi", "de": "Der König", "it": "Il re"}
KITCHEN = {"en": "The kitchen", "fr": "La cuisine", "de": "Die Küche", "it": "La cucina"}
HELP = {"en": "help", "fr": "aide", "de": "hilfe", "it": "aiuto"}
BEGUN = {
    "en": "The match begins.",
    "fr": "La partie commence.",
    "de": "Die Partie beginnt.",
    "it": "Comincia la partita.",
}


@pytest.fixture
def room(db: None) -> Room:
    """A match of King Lui that has just begun."""
    ann = Player.objects.create_user("Ann")
    room = open_room(ann, "king_lui", "Evening round")
    sit(room, ann)
    add_bot(room, ann)
    add_bot(room, ann)
    start(room, ann)
    room.refresh_from_db()
    return room


def read(address: str, language: str) -> str:
    """What a stranger whose browser asks for that language reads there."""
    answer = Client().get(address, HTTP_ACCEPT_LANGUAGE=language)
    assert answer.status_code == 200
    page = answer.content.decode()
    assert f'<html lang="{language}"' in page
    return re.sub(r"\s+", " ", page)


@pytest.mark.parametrize("language", LOBBY)
def test_a_room_and_the_lobby(room: Room, language: str) -> None:
    assert LOBBY[language] in read("/", language)
    page = read(f"/rooms/{room.slug}/", language)
    for said in (GUEST, BOARD, BEGUN):
        assert said[language] in page
        assert not [other for other, text in said.items() if other != language and text in page]


@pytest.mark.parametrize("language", KITCHEN)
@pytest.mark.django_db
def test_the_rules_of_a_game(language: str) -> None:
    assert KITCHEN[language] in read("/rules/king_lui/", language)


@pytest.mark.parametrize("language", HELP)
def test_a_command_is_typed_in_ones_own_language_or_in_english_and_answered_in_ones_own(
    room: Room, language: str
) -> None:
    ann = Player.objects.get(name="Ann")

    answers = {word: say(room, ann, f"/{word}", language) for word in HELP.values()}

    assert all(answer == answers["help"] for answer in answers.values())
    assert (answers["help"] == say(room, ann, "/help", "en")) is (language == "en")


@pytest.mark.django_db
def test_words_are_written_as_their_language_writes_them() -> None:
    client = Client(HTTP_ACCEPT_LANGUAGE="de")
    client.force_login(Player.objects.create_user("Ann"), "django.contrib.auth.backends.ModelBackend")

    page = client.get("/me/preferences/").content.decode()

    assert ">Wie mein Browser sagt</option>" in page
    assert ">Wie mein Gerät es hat</option>" in page

"""The page on which the host decides: it ends in the functions that decide, and is the host's alone."""

from __future__ import annotations

import pytest
from django.test import Client

from tafelrunde.rooms.models import Room
from tests.platform.rooms.speaking import People, say

FORM = {
    "text": "Beginners welcome",
    "entry": "open",
    "password": "",
    "sits": "all",
    "rating_from": "",
    "rating_to": "",
}


@pytest.fixture
def ann(room: Room, people: People) -> Client:
    client = Client()
    client.force_login(people["Ann"])
    return client


def test_what_the_host_writes_is_so(room: Room, ann: Client, people: People) -> None:
    sent = {
        **FORM,
        "entry": "password",
        "password": "plums",
        "sits": "members",
        "rating_to": "1500",
        "starts_full": "on",
        "lasts": "on",
        "locked": "on",
    }
    answer = ann.post(f"/rooms/{room.slug}/hosting/", sent, follow=True)
    assert answer.redirect_chain == [(f"/rooms/{room.slug}/hosting/", 302)]
    room.refresh_from_db()
    assert (room.text, room.entry, room.sits, room.rating_from, room.rating_to) == (
        "Beginners welcome",
        "password",
        "members",
        None,
        1500,
    )
    assert (room.starts_full, room.owner, room.locked) == (True, people["Ann"], True)
    again = ann.post(f"/rooms/{room.slug}/hosting/", {**sent, "password": "", "locked": ""})
    before, key = room.password, room.entry_key
    room.refresh_from_db()
    assert (again.status_code, room.password, room.entry_key) == (302, before, key), (
        "an empty password keeps the old one"
    )
    assert not room.locked


def test_the_password_is_never_shown(room: Room, ann: Client) -> None:
    ann.post(f"/rooms/{room.slug}/hosting/", {**FORM, "entry": "password", "password": "plums"})
    page = ann.get(f"/rooms/{room.slug}/hosting/").content.decode()
    assert "plums" not in page
    wrong = ann.post(f"/rooms/{room.slug}/hosting/", {**FORM, "entry": "password", "password": "secret", "sits": "x"})
    assert "secret" not in wrong.content.decode()


@pytest.mark.parametrize(
    ("wrong", "word"),
    [
        ({"entry": "password"}, "Which password?"),
        ({"entry": "password", "password": "abc"}, "at least 4"),
        ({"rating_from": "1200", "rating_to": "900"}, "not below"),
        ({"sits": "nobody"}, "valid choice"),
    ],
)
def test_what_is_wrong_is_said_and_nothing_changes(room: Room, ann: Client, wrong: dict[str, str], word: str) -> None:
    version = Room.objects.get(pk=room.pk).version
    answer = ann.post(f"/rooms/{room.slug}/hosting/", {**FORM, **wrong})
    assert answer.status_code == 200
    assert word in answer.content.decode()
    assert Room.objects.get(pk=room.pk).version == version


def test_it_is_the_hosts_alone(room: Room, people: People) -> None:
    for player in (None, people["Bob"]):
        client = Client()
        if player is not None:
            client.force_login(player)
        for answer in (client.get(f"/rooms/{room.slug}/hosting/"), client.post(f"/rooms/{room.slug}/hosting/", FORM)):
            assert answer.status_code == 403
    assert Client().get("/rooms/nowhere/hosting/").status_code == 404


def test_who_is_banned_is_listed_and_let_in_again(room: Room, ann: Client, people: People) -> None:
    say(room, people["Ann"], f"/ban {people['Bob'].name}")
    assert "Let Bob in again" in ann.get(f"/rooms/{room.slug}/hosting/").content.decode()
    ann.post(f"/rooms/{room.slug}/hosting/", {"unban": "Bob"})
    assert "Let Bob in again" not in ann.get(f"/rooms/{room.slug}/hosting/").content.decode()


def test_the_text_of_the_room_is_read_by_all_and_escaped(room: Room, ann: Client) -> None:
    ann.post(f"/rooms/{room.slug}/hosting/", {**FORM, "text": "<b>Beginners</b> welcome"})
    page = Client().get(f"/rooms/{room.slug}/").content.decode()
    assert "&lt;b&gt;Beginners&lt;/b&gt; welcome" in page

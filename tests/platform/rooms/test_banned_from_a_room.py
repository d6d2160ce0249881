"""The host's ban: from this room, by name, until it is taken back."""

from __future__ import annotations

import pytest
from django.test import Client

from tafelrunde.rooms.models import Room
from tafelrunde.rooms.seating import add_bot, sit
from tests.platform.rooms.speaking import Here, People, names, outcome, refused, say, texts


@pytest.fixture
def banned(room: Room, people: People) -> Room:
    """The room from which Bob, who sat there, is banned."""
    sit(room, people["Ann"])
    sit(room, people["Bob"])
    assert say(room, people["Ann"], "/ban Bob") == []
    room.refresh_from_db()
    return room


def test_who_is_banned_gets_up_and_all_read_it(banned: Room) -> None:
    assert names(banned) == ["Ann"]
    assert "Bob is banned from this room." in texts(banned)


def test_who_is_banned_gets_in_nowhere(banned: Room, people: People) -> None:
    bob = people["Bob"]
    client = Client()
    client.force_login(bob)
    page = client.get(f"/rooms/{banned.slug}/")
    assert (page.status_code, "banned you from this room" in page.content.decode()) == (403, True)
    assert client.get(f"/rooms/{banned.slug}/matches/").status_code == 403
    assert refused(banned, bob, "hello").code == "banned"
    assert refused(banned, bob, "/join").code == "banned"
    assert outcome(lambda: sit(banned, bob)) == "banned"
    assert client.get("/").status_code == 200, "it is this room's ban"


def test_the_host_sees_who_is_banned_and_lets_them_in_again(banned: Room, people: People) -> None:
    ann, bob = people["Ann"], people["Bob"]
    assert say(banned, ann, "/ban") == ["Banned from this room: Bob"]
    assert refused(banned, ann, "/ban Bob").code == "not_allowed_now"
    assert refused(banned, ann, "/unban Ann").code == "no_such_player"
    say(banned, ann, "/unban bob")
    assert say(banned, ann, "/ban") == ["Nobody is banned here."]
    assert sit(banned, bob) == 1


def test_only_the_host_bans_and_never_themselves_or_the_owner(room: Room, people: People, here: Here) -> None:
    sit(room, people["Ann"])
    sit(room, people["Bob"])
    assert refused(room, people["Bob"], "/ban Ann").code == "host_only"
    assert refused(room, people["Bob"], "/unban Ann").code == "host_only"
    assert refused(room, people["Ann"], "/ban Ann").code == "bad_argument"
    assert refused(room, people["Ann"], "/ban Nobody").code == "no_such_player"
    say(room, people["Ann"], "/keep on")
    say(room, people["Ann"], "/host Bob")
    assert refused(room, people["Bob"], "/ban Ann").code == "bad_argument"


def test_nobody_is_taken_out_of_a_running_match(playing: Room, people: People) -> None:
    assert refused(playing, people["Ann"], "/ban Bob").code == "not_allowed_now"
    assert say(playing, people["Ann"], f"/ban {people['Cid'].name}") == [], "who only watches"


def test_a_new_host_cannot_be_who_is_banned(banned: Room, people: People, here: Here) -> None:
    here(banned, people["Bob"])
    assert refused(banned, people["Ann"], "/host Bob").code == "banned"


def test_the_seat_of_who_is_banned_goes_to_the_queue(room: Room, people: People, here: Here) -> None:
    sit(room, people["Ann"])
    sit(room, people["Bob"])
    add_bot(room, people["Ann"], count=3)
    here(room, people["Cid"])
    say(room, people["Cid"], "/queue")
    say(room, people["Ann"], "/ban Bob")
    assert names(room)[1] == "Cid"


def test_whom_the_banned_has_invited_does_not_come_in_any_more(room: Room, people: People) -> None:
    sit(room, people["Ann"])
    sit(room, people["Bob"])
    say(room, people["Ann"], "/entry password plums")
    say(room, people["Bob"], f"/invite {people['Dora'].name}")
    say(room, people["Ann"], f"/invite {people['Eve'].name}")
    say(room, people["Ann"], "/ban Bob")
    for name, status in (("Dora", 403), ("Eve", 200)):
        client = Client()
        client.force_login(people[name])
        assert client.get(f"/rooms/{room.slug}/").status_code == status

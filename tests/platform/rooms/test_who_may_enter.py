"""Who may enter a room: its page, the API and what is listed say the same."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from tafelrunde.accounts.models import Player, Token
from tafelrunde.api import limits
from tafelrunde.refusals import Refusal
from tafelrunde.rooms import admitting, tries
from tafelrunde.rooms.admitting import Comer
from tafelrunde.rooms.models import Room
from tafelrunde.rooms.opening import open_room
from tafelrunde.rooms.play_now import play_now
from tafelrunde.rooms.seating import leave, sit
from tests.platform.rooms.speaking import Here, People, refused, say, texts


@pytest.fixture
def behind(room: Room, people: People) -> Room:
    """The room with a password."""
    say(room, people["Ann"], "/entry password plums and nuts")
    room.refresh_from_db()
    return room


def browser(player: Player | None = None) -> Client:
    client = Client()
    if player is not None:
        client.force_login(player)
    return client


def api(player: Player, method: str, address: str, body: Any = None) -> Any:
    for limit in limits.ALL:
        limit.forget()
    token = Token.objects.filter(player=player).first()
    secret = Token.make(player, "bot") if token is None else None
    if secret is not None:
        SECRETS[player.pk] = secret
    headers = {"authorization": f"Bearer {SECRETS[player.pk]}"}
    return Client().generic(method, address, body or "", content_type="application/json", headers=headers)


SECRETS: dict[int, str] = {}


def test_a_password_is_kept_as_a_hash(behind: Room) -> None:
    assert "plums" not in behind.password
    assert behind.password.startswith("argon2")


def test_only_the_host_chooses_who_may_come_in(room: Room, people: People) -> None:
    assert refused(room, people["Bob"], "/entry unlisted").code == "host_only"
    assert refused(room, people["Ann"], "/entry secret").code == "bad_argument"
    assert refused(room, people["Ann"], "/entry password abc").code == "bad_argument"
    assert say(room, people["Bob"], "/entry") == ["Who may come in: open: in the list, for everybody"]


def test_at_the_door_nothing_of_the_room_is_told(behind: Room, people: People) -> None:
    say(behind, people["Ann"], "the treasure is under the oak")
    say(behind, people["Ann"], "/text only for friends")
    for player in (None, people["Bob"]):
        page = browser(player).get(f"/rooms/{behind.slug}/")
        assert page.status_code == 403
        told = page.content.decode()
        assert "treasure" not in told
        assert "only for friends" not in told
        assert 'name="password"' in told


def test_the_password_opens_the_door_for_the_session_and_for_no_other(behind: Room, people: People) -> None:
    inside, outside = browser(people["Bob"]), browser(people["Bob"])
    wrong = inside.post(f"/rooms/{behind.slug}/enter/", {"password": "pears"})
    assert (wrong.status_code, "That is not the password" in wrong.content.decode()) == (403, True)
    right = inside.post(f"/rooms/{behind.slug}/enter/", {"password": "plums and nuts"})
    assert (right.status_code, right["Location"]) == (302, f"/rooms/{behind.slug}/")
    assert inside.get(f"/rooms/{behind.slug}/").status_code == 200
    assert outside.get(f"/rooms/{behind.slug}/").status_code == 403


def test_who_has_entered_without_a_name_is_in_as_a_guest_too(behind: Room) -> None:
    client = browser()
    client.post(f"/rooms/{behind.slug}/enter/", {"password": "plums and nuts"})
    assert client.get(f"/rooms/{behind.slug}/").status_code == 200
    client.post("/guest/", {"next": f"/rooms/{behind.slug}/"})
    assert client.get(f"/rooms/{behind.slug}/").status_code == 200


def test_a_new_password_shuts_out_who_knew_the_old_one_but_not_who_sits(behind: Room, people: People) -> None:
    bob, cid = browser(people["Bob"]), browser(people["Cid"])
    for client in (bob, cid):
        client.post(f"/rooms/{behind.slug}/enter/", {"password": "plums and nuts"})
    sit(behind, people["Cid"])
    say(behind, people["Ann"], "/entry password walnuts")
    assert bob.get(f"/rooms/{behind.slug}/").status_code == 403
    assert cid.get(f"/rooms/{behind.slug}/").status_code == 200
    leave(behind, people["Cid"])
    assert cid.get(f"/rooms/{behind.slug}/").status_code == 200, "who was in when the password changed stays in"
    assert browser(people["Ann"]).get(f"/rooms/{behind.slug}/").status_code == 200, "the host is in"


def test_tries_are_limited_and_who_tries_too_often_is_told_how_long_to_wait(behind: Room, people: People) -> None:
    client = browser(people["Bob"])
    for _try in range(tries.AT_ONCE):
        assert client.post(f"/rooms/{behind.slug}/enter/", {"password": "pears"}).status_code == 403
    late = client.post(f"/rooms/{behind.slug}/enter/", {"password": "plums and nuts"})
    assert late.status_code == 429
    assert "Try again in" in late.content.decode()
    assert 0 < int(late["Retry-After"]) <= tries.WINDOW
    elsewhere = Client(REMOTE_ADDR="198.51.100.7")
    assert elsewhere.post(f"/rooms/{behind.slug}/enter/", {"password": "plums and nuts"}).status_code == 302


def test_who_has_known_it_begins_counting_anew(behind: Room, people: People) -> None:
    for _time in range(2):
        client = browser(people["Bob"])
        for _try in range(tries.AT_ONCE - 1):
            client.post(f"/rooms/{behind.slug}/enter/", {"password": "pears"})
        assert client.post(f"/rooms/{behind.slug}/enter/", {"password": "plums and nuts"}).status_code == 302


def test_programs_enter_by_the_api(behind: Room, people: People) -> None:
    bob = people["Bob"]
    assert api(bob, "GET", f"/api/rooms/{behind.slug}").json()["code"] == "password_needed"
    wrong = api(bob, "POST", f"/api/rooms/{behind.slug}/entry", '{"password":"pears"}')
    assert (wrong.status_code, wrong.json()["code"]) == (403, "password_needed")
    assert api(bob, "POST", f"/api/rooms/{behind.slug}/entry", '{"password":"plums and nuts"}').status_code == 200
    assert api(bob, "GET", f"/api/rooms/{behind.slug}").json()["entry"] == "password"
    say(behind, people["Ann"], "/entry password walnuts")
    assert api(bob, "GET", f"/api/rooms/{behind.slug}").status_code == 403


def test_the_list_shows_a_room_with_a_password_from_outside(behind: Room, people: People) -> None:
    sit(behind, people["Ann"])
    say(behind, people["Ann"], "/text only for friends")
    [outside] = api(people["Bob"], "GET", "/api/rooms").json()["items"]
    assert (outside["entry"], outside["name"], outside["host"]) == ("password", "Evening round", "Ann")
    assert (outside["seats"], outside["here"], outside["text"], outside["match"]) == ([], [], "", None)
    [inside] = api(people["Ann"], "GET", "/api/rooms").json()["items"]
    assert (inside["seats"][0]["player"], inside["text"]) == ("Ann", "only for friends")
    assert say(None, people["Bob"], "/rooms")[0].endswith(", with a password")


def test_a_room_is_opened_unlisted_or_with_a_password_by_programs(people: People) -> None:
    made = api(people["Ann"], "POST", "/api/rooms", '{"game":"king_lui","entry":"password","password":"plums"}')
    assert browser().get(f"/rooms/{made.json()['slug']}/").status_code == 403
    bad = api(people["Ann"], "POST", "/api/rooms", '{"game":"king_lui","entry":"password"}')
    assert (bad.status_code, bad.json()["code"]) == (422, "bad_argument")


def test_an_unlisted_room_is_in_no_list_and_betrays_nobody(people: People, here: Here) -> None:
    room = open_room(people["Ann"], "king_lui", "Moonlit table", entry="unlisted")
    here(room, people["Ann"], people["Cid"])
    assert "moon" not in room.slug, "its address cannot be guessed"
    assert say(None, people["Bob"], "/rooms") == ["There is no room yet: open one with /newroom NAME."]
    assert say(None, people["Bob"], "/whereis Ann") == ["Ann is online."]
    assert "Moonlit" not in " ".join(say(None, people["Bob"], "/whois Ann"))
    assert refused(None, people["Bob"], "/goto Moonlit").code == "no_such_room"
    assert api(people["Bob"], "GET", "/api/rooms").json()["count"] == 0
    lobby = browser(people["Bob"]).get("/").content.decode()
    assert room.slug not in lobby
    assert "Moonlit" not in lobby
    assert browser(people["Bob"]).get(f"/rooms/{room.slug}/").status_code == 200, "who has the link comes in"
    assert say(room, people["Cid"], "/whereis Ann") == [f"Ann is in Moonlit table: /goto {room.slug}"]


def test_who_plays_now_gets_into_open_rooms_only(room: Room, people: People, here: Here) -> None:
    sit(room, people["Ann"])
    here(room, people["Ann"])
    for line in ("/entry unlisted", "/entry password plums", "/entry open", "/lock"):
        say(room, people["Ann"], line)
        if line != "/entry open":
            assert play_now(people["Bob"], "king_lui") != room
            Room.objects.exclude(pk=room.pk).delete()
    say(room, people["Ann"], "/unlock")
    assert play_now(people["Bob"], "king_lui") == room


def test_a_lock_lets_nobody_new_in_and_who_is_inside_may_come_back(room: Room, people: People, here: Here) -> None:
    sit(room, people["Ann"])
    here(room, people["Ann"], people["Bob"])
    assert refused(room, people["Bob"], "/lock").code == "host_only"
    assert say(room, people["Ann"], "/lock") == []
    assert say(room, people["Ann"], "/lock") == ["The room is locked already."]
    assert "The room is locked: nobody new comes in." in texts(room)
    here.away(room, people["Bob"])
    got = {name: browser(people[name]).get(f"/rooms/{room.slug}/").status_code for name in ("Ann", "Bob", "Cid")}
    assert got == {"Ann": 200, "Bob": 200, "Cid": 403}
    assert browser().get(f"/rooms/{room.slug}/").status_code == 403
    assert api(people["Cid"], "GET", f"/api/rooms/{room.slug}").json()["code"] == "not_allowed_now"
    say(room, people["Ann"], "/unlock")
    assert browser().get(f"/rooms/{room.slug}/").status_code == 200


def test_page_api_and_socket_ask_the_same_question(behind: Room, people: People) -> None:
    ann, bob = people["Ann"], people["Bob"]
    cases = {
        "host": (Comer(ann.pk), None),
        "stranger": (Comer(bob.pk), "password_needed"),
        "nobody": (Comer(), "password_needed"),
        "with the key": (Comer(None, {str(behind.pk): behind.entry_key}), None),
        "with an old key": (Comer(None, {str(behind.pk): "old"}), "password_needed"),
    }
    for name, (who, code) in cases.items():
        refusal = admitting.refusal(behind, who, ())
        assert (refusal and refusal.code) == code, name


def test_a_password_tried_at_an_open_door_is_no_try(room: Room, people: People) -> None:
    for _try in range(tries.AT_ONCE + 2):
        admitting.enter(room, Comer(people["Bob"].pk), "198.51.100.7", "pears")


def test_who_is_locked_out_cannot_try_passwords(behind: Room, people: People) -> None:
    say(behind, people["Ann"], "/lock")
    behind.refresh_from_db()
    with pytest.raises(Refusal) as no:
        admitting.enter(behind, Comer(people["Bob"].pk), "198.51.100.7", "plums and nuts")
    assert no.value.code == "not_allowed_now"


def test_a_room_is_opened_for_who_has_the_link_from_the_lobby(people: People) -> None:
    client = browser(people["Ann"])
    gone = client.post("/rooms/new/", {"game": "king_lui", "name": "Moonlit table", "entry": "unlisted"})
    room = Room.objects.get()
    assert (gone["Location"], room.entry) == (f"/rooms/{room.slug}/", "unlisted")
    assert client.post("/rooms/new/", {"game": "king_lui", "entry": "secret"})["Location"] == "/"
    assert Room.objects.count() == 1

"""Inviting by name reaches somebody wherever they are; a link lets in whoever has it, also without an account."""

from __future__ import annotations

import datetime as dt
import re

import pytest
from django.test import Client
from django.utils import timezone

from tafelrunde.accounts import sanctions
from tafelrunde.accounts.models import Player
from tafelrunde.people import conversations, ignoring
from tafelrunde.people.models import Invitation
from tafelrunde.rooms import chat
from tafelrunde.rooms.models import Room
from tests.platform.rooms.speaking import Committed, Here, People, Told, names, refused, say, texts

CALL = "Come to the table Evening round, for King Lui: /goto evening-round"


def link(room: Room, player: Player) -> str:
    """The path of somebody's link."""
    [line] = say(room, player, "/invite")
    found = re.search(r"/invited/\S+/", line)
    assert found
    return found[0]


def browser_of(player: Player) -> Client:
    browser = Client()
    browser.force_login(player)
    return browser


def test_the_invited_sees_it_at_once_with_the_way_there(
    room: Room, people: People, here: Here, told: Told, committed: Committed
) -> None:
    here("/", people["Bob"])
    with committed():
        assert say(room, people["Ann"], "/invite bob") == ["Bob is invited."]
    [message] = told["whisper"]
    line = chat.shown(message["line"])
    assert (message["players"], line["text"]) == ([people["Ann"].pk, people["Bob"].pk], CALL)
    assert (line["from"], line["address"]) == ("Ann", "/rooms/evening-round/")
    assert 'href="/rooms/evening-round/"' in browser_of(people["Bob"]).get("/").content.decode()
    assert texts(None, people["Cid"]) == []


def test_who_is_away_finds_it_when_they_come(room: Room, people: People) -> None:
    people["Bob"]
    assert say(room, people["Ann"], "/invite Bob") == ["Bob finds your invitation when they come."]
    assert conversations.unread(people["Bob"]) == 1


def test_it_vanishes_for_who_ignores_the_host(room: Room, people: People, here: Here) -> None:
    here("/", people["Bob"])
    ignoring.ignore(people["Bob"], people["Ann"])
    assert say(room, people["Ann"], "/invite Bob") == ["Bob is invited."]
    assert (texts(None, people["Bob"]), conversations.unread(people["Bob"])) == ([], 0)


@pytest.mark.parametrize(
    ("who", "line", "code"),
    [
        ("Ann", "/invite Ann", "bad_argument"),
        ("Ann", "/invite Nobody", "no_such_player"),
        ("Ann", "/invite Gesa", "no_such_player"),
        ("Bob", "/invite Ann", "not_seated"),
        ("Bob", "/invite", "not_seated"),
        ("Bob", "/uninvite", "host_only"),
        ("Moritz", "/invite Ann", "muted"),
        ("Moritz", "/invite", "muted"),
    ],
)
def test_what_cannot_be_is_refused(room: Room, people: People, who: str, line: str, code: str) -> None:
    Player.objects.create_user("Gesa", guest=True)
    say(room, people["Moritz"], "/join")
    sanctions.mute(people["Moritz"], None, "shouting")
    assert refused(room, people[who], line).code == code


def test_a_guest_who_is_here_may_be_invited(room: Room, people: People, here: Here) -> None:
    guest = Player.objects.create_user("Gesa", guest=True)
    here("/", guest)
    assert say(room, people["Ann"], "/invite Gesa") == ["Gesa is invited."]


@pytest.mark.usefixtures("nothing_fills_up")
def test_who_invites_many_is_told_how_long_to_wait(room: Room, people: People) -> None:
    people["Bob"]
    for _invitation in range(10):
        say(room, people["Ann"], "/invite Bob")
    for line in ("/invite Bob", "/invite"):
        no = refused(room, people["Ann"], line)
        assert (no.code, no.more["wait"] > 1000) == ("too_fast", True)


def test_a_stranger_with_the_link_chooses_a_name_and_sits_at_the_table(room: Room, people: People) -> None:
    path, stranger = link(room, people["Ann"]), Client()
    shown = stranger.get(path).content.decode()
    assert "Ann invites you to Evening round" in shown
    answered = stranger.post(path, {"name": "Gesa"})
    assert (answered.status_code, answered["Location"]) == (302, "/rooms/evening-round/")
    assert names(room) == ["Gesa"]
    assert Player.objects.get(name="Gesa").guest


@pytest.mark.parametrize(
    ("name", "error"), [("Ann", "taken"), ("x", "3 to 20"), ("admin", "reserved"), ("a b c", "letters")]
)
def test_a_name_that_cannot_be_is_refused_and_may_be_mended(room: Room, people: People, name: str, error: str) -> None:
    path, stranger = link(room, people["Ann"]), Client()
    text = stranger.post(path, {"name": name}).content.decode()
    assert error in text
    assert f'value="{name}"' in text
    assert (names(room), Player.objects.filter(guest=True).count()) == ([], 0)


def test_without_a_name_one_gets_one_and_who_has_one_keeps_it(room: Room, people: People) -> None:
    path = link(room, people["Ann"])
    Client().post(path, {"name": ""})
    browser_of(people["Bob"]).post(path, {"name": "Other"})
    [guest, bob] = names(room)
    assert (Player.objects.get(name=guest).guest, bob) == (True, "Bob")


def test_where_a_match_is_played_they_watch(playing: Room, people: People) -> None:
    answered = Client().post(link(playing, people["Ann"]), {"name": "Gesa"})
    assert answered["Location"] == "/rooms/evening-round/"
    assert "Gesa" not in names(playing)


def test_it_is_over_after_a_day_when_the_host_says_so_and_with_its_room(room: Room, people: People) -> None:
    ann, bob = people["Ann"], people["Bob"]
    say(room, bob, "/join")
    first, other = link(room, ann), link(room, bob)
    assert first == link(room, ann)
    assert first != other
    assert say(room, ann, "/uninvite") == ["2 invitations are over."]
    assert [Client().get(path).status_code for path in (first, other)] == [410, 410]
    again = link(room, ann)
    assert Client().get(again).status_code == 200
    Invitation.objects.update(until=timezone.now() - dt.timedelta(seconds=1))
    assert Client().post(again, {"name": "Gesa"}).status_code == 410
    last = link(room, ann)
    room.delete()
    assert Client().get(last).status_code == 410
    assert not Player.objects.filter(guest=True).exists()


def test_nobody_makes_a_link_up(room: Room, people: People) -> None:
    path = link(room, people["Ann"])
    for wrong in (
        path.replace(":", ":x"),
        "/invited/1/",
        f"/invited/{Invitation.objects.get().pk}:abc/",
        "/invited/x:y/",
    ):
        assert Client().get(wrong).status_code == 410, wrong


def test_who_is_banned_does_not_get_in_by_a_link(room: Room, people: People) -> None:
    path, browser = link(room, people["Ann"]), browser_of(people["Bob"])
    sanctions.ban(people["Bob"], None, "shouting")
    assert browser.post(path, {"name": "Another"}).status_code == 403
    assert names(room) == []

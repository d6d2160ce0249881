"""What of a match in a room that is not open to all is told to whom: while it is played, afterwards, for good."""

from __future__ import annotations

import pytest
from django.test import Client

from tafelrunde.accounts.models import Player, Token
from tafelrunde.matches.models import Match
from tafelrunde.rooms.models import Room
from tafelrunde.rooms.opening import open_room, remove
from tafelrunde.rooms.seating import add_bot, sit
from tafelrunde.rooms.starting import start
from tests.platform.rooms.speaking import People, say

Told = dict[str, int]


def private(people: People, entry: str) -> Room:
    room = open_room(people["Ann"], "king_lui", "Moonlit table", entry=entry, password="plums")
    sit(room, people["Ann"])
    sit(room, people["Bob"])
    add_bot(room, people["Ann"])
    start(room, people["Ann"])
    room.refresh_from_db()
    return room


def over(room: Room) -> None:
    Match.objects.filter(room=room).update(status=Match.Status.OVER)


def browser(player: Player | None) -> Client:
    client = Client()
    if player is not None:
        client.force_login(player)
    return client


def pages(client: Client, match: int) -> set[int]:
    """What the pages of a match and the API answer."""
    addresses = ("/matches/{}/", "/matches/{}/plies/0/", "/api/matches/{}", "/api/matches/{}/views/0")
    return {client.get(address.format(match)).status_code for address in addresses}


@pytest.mark.parametrize("entry", ["unlisted", "password"])
@pytest.mark.parametrize("ended", [False, True])
def test_who_neither_played_nor_entered_knows_of_no_match(people: People, entry: str, ended: bool) -> None:
    room = private(people, entry)
    if ended:
        over(room)
    match = room.match_id or 0
    assert pages(browser(people["Cid"]), match) == {404}
    assert pages(browser(None), match) == {404}
    assert pages(browser(people["Bob"]), match) == {200}
    lists = browser(people["Cid"]).get("/players/Bob/matches/").content.decode()
    assert f"/matches/{match}/" not in lists
    assert f"/matches/{match}/" in browser(people["Bob"]).get("/players/Bob/matches/").content.decode()
    assert f"/matches/{match}/" not in browser(people["Cid"]).get("/players/Bob/").content.decode()


@pytest.mark.parametrize("entry", ["unlisted", "password"])
def test_who_has_been_in_the_room_sees_its_matches(people: People, entry: str) -> None:
    room = private(people, entry)
    client = browser(people["Cid"])
    if entry == "password":
        client.post(f"/rooms/{room.slug}/enter/", {"password": "plums"})
    assert client.get(f"/rooms/{room.slug}/").status_code == 200
    assert pages(client, room.match_id or 0) == {200}
    over(room)
    assert f"/matches/{room.match_id}/" in client.get(f"/rooms/{room.slug}/matches/").content.decode()


def test_when_the_room_has_gone_who_played_still_sees_it(people: People) -> None:
    room = private(people, "password")
    match = room.match_id or 0
    over(room)
    room.refresh_from_db()
    remove(room)
    assert pages(browser(people["Ann"]), match) == {200}
    assert pages(browser(people["Cid"]), match) == {404}


def test_what_was_played_in_an_open_room_stays_for_all_whatever_becomes_of_the_room(
    playing: Room, people: People
) -> None:
    over(playing)
    say(playing, people["Ann"], "/entry password plums")
    assert pages(browser(None), playing.match_id or 0) == {200}


def test_a_running_match_follows_its_room(playing: Room, people: People) -> None:
    match = playing.match_id or 0
    assert pages(browser(None), match) == {200}
    say(playing, people["Ann"], "/entry password plums")
    assert pages(browser(None), match) == {404}
    say(playing, people["Ann"], "/entry open")
    assert pages(browser(None), match) == {200}
    say(playing, people["Ann"], "/lock")
    assert pages(browser(None), match) == {404}
    over(playing)
    assert pages(browser(None), match) == {200}, "a lock is about who comes in now"


def test_who_is_banned_does_not_watch_from_elsewhere(playing: Room, people: People) -> None:
    say(playing, people["Ann"], f"/ban {people['Cid'].name}")
    assert pages(browser(people["Cid"]), playing.match_id or 0) == {404}


def test_a_token_that_has_entered_sees_the_match(people: People) -> None:
    room = private(people, "password")
    headers = {"authorization": f"Bearer {Token.make(people['Cid'], 'bot')}"}
    address = f"/api/matches/{room.match_id}"
    assert Client().get(address, headers=headers).status_code == 404
    entry = Client().post(
        f"/api/rooms/{room.slug}/entry", {"password": "plums"}, content_type="application/json", headers=headers
    )
    assert entry.status_code == 200
    assert Client().get(address, headers=headers).status_code == 200


def test_what_was_played_before_a_room_was_unlisted_gives_no_link_to_it(people: People, room: Room) -> None:
    sit(room, people["Ann"])
    add_bot(room, people["Ann"], count=2)
    start(room, people["Ann"])
    room.refresh_from_db()
    address = f"/matches/{room.match_id}/"
    over(room)
    assert f"/rooms/{room.slug}/" in browser(people["Cid"]).get(address).content.decode()
    say(room, people["Ann"], "/entry unlisted")
    for reader, linked in ((people["Cid"], False), (None, False), (people["Ann"], True)):
        text = browser(reader).get(address).content.decode()
        assert (f"/rooms/{room.slug}/" in text, room.name in text) == (linked, linked)
    visitor = browser(None)
    visitor.get(f"/rooms/{room.slug}/")  # by the link, which they have
    assert f"/rooms/{room.slug}/" in visitor.get(address).content.decode()

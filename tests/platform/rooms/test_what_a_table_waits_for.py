"""Before a match a table says what it waits for, and a game that is switched off is offered nowhere at it."""

from __future__ import annotations

import pytest
from django.test import Client

from tafelrunde.accounts.models import Player
from tafelrunde.house import offers
from tafelrunde.live.sockets import Person
from tafelrunde.matches import amending
from tafelrunde.rooms import awaiting, context, picture, seating, starting
from tafelrunde.rooms.models import Room
from tafelrunde.rooms.opening import open_room
from tests.platform.rooms.speaking import Here, People, say


def seen(room: Room) -> picture.Picture:
    """The room as it is now."""
    found = picture.read(room.slug)
    assert found is not None
    return found


def waits(room: Room, player: Player | None) -> str:
    """What this reader is told."""
    return awaiting.word(seen(room), person(player))


def person(player: Player | None) -> Person | None:
    return None if player is None else Person(player.pk, player.name, player.guest)


def switch_off(monkeypatch: pytest.MonkeyPatch, *slugs: str) -> None:
    """This process has heard that these are off."""
    monkeypatch.setattr(offers._Heard, "off", frozenset(slugs))


def test_how_many_are_needed_and_then_who_begins(room: Room, people: People) -> None:
    ann, bob = people["Ann"], people["Bob"]
    for reader in (None, bob):
        assert waits(room, reader) == "3 to 5 play: 3 more are needed."
    assert waits(room, ann) == "3 to 5 play: 3 more are needed. Bots fill the table."
    say(room, bob, "/join")
    say(room, ann, "/bot")
    assert waits(room, bob) == "3 to 5 play: 1 more is needed."
    say(room, ann, "/bot")
    assert waits(room, bob) == "Ann begins the match."
    assert waits(room, ann) == ""


def test_in_a_match_nothing_and_after_it_only_to_those_who_cannot_play_again(over: Room, people: People) -> None:
    assert waits(over, people["Bob"]) == ""
    assert waits(over, people["Dora"]) == "Ann begins the match."


def test_who_plays_is_told_nothing(playing: Room, people: People) -> None:
    assert {waits(playing, people[name]) for name in ("Ann", "Bob", "Dora")} == {""}


def test_a_game_that_is_switched_off_is_said_to_be(over: Room, people: People, monkeypatch: pytest.MonkeyPatch) -> None:
    switch_off(monkeypatch, "king_lui")
    assert waits(over, people["Ann"]) == "King Lui is switched off just now: choose another game."
    assert waits(over, people["Bob"]) == "King Lui is switched off just now: the host can choose another game."
    buttons = context.tool(seen(over), person(people["Ann"]))["buttons"]
    assert [button["say"] for button in buttons] == ["/leave"]


def test_no_play_off_of_a_game_that_is_switched_off(
    people: People, monkeypatch: pytest.MonkeyPatch, client: Client
) -> None:
    room = open_room(people["Ann"], "kings_gold", "Port Royal")
    for name in ("Ann", "Bob", "Cem"):
        seating.sit(room, people[name])
    match = starting.start(room, people["Ann"])
    amending.adjudicate(match, [seat.seat for seat in match.seats.all() if seat.name != "Cem"])
    client.force_login(people["Ann"])
    assert 'id="again"' in client.get("/rooms/port-royal/").content.decode()
    switch_off(monkeypatch, "kings_gold")
    page = client.get("/rooms/port-royal/").content.decode()
    assert 'id="again"' not in page
    assert "A play-off of them alone decides it" not in page
    assert "switched off just now: no new match of it begins." in page


def test_a_match_can_be_ended_by_who_plays_and_it_is_said_whether_others_must_agree(
    playing: Room, people: People, here: Here
) -> None:
    def end(name: str) -> dict[str, bool] | None:
        found: dict[str, bool] | None = context.tool(seen(playing), person(people[name]))["end"]
        return found

    here(playing, people["Ann"])
    assert end("Ann") == {"alone": True}
    assert end("Dora") is None
    here(playing, people["Bob"])
    assert end("Ann") == {"alone": False}
    say(playing, people["Ann"], "/abort")
    assert end("Bob") is None  # the vote is there instead


def test_the_end_is_not_offered_where_nothing_is_played(over: Room, people: People) -> None:
    assert context.tool(seen(over), person(people["Ann"]))["end"] is None


def test_the_page_tells_the_address_for_friends(room: Room, client: Client) -> None:
    assert (
        '<code id="address">http://testserver/rooms/evening-round/</code>'
        in client.get("/rooms/evening-round/").content.decode()
    )

"""Neither an unlisted room nor who does not show that they are here is betrayed by the other."""

from __future__ import annotations

import pytest
from django.test import Client

from tafelrunde.accounts.models import Player, Token
from tafelrunde.accounts.preferences import set_preference
from tafelrunde.people import friends
from tafelrunde.rooms.models import Room
from tafelrunde.rooms.opening import open_room
from tests.platform.people.test_inviting import browser_of
from tests.platform.rooms.speaking import Here, People, answer, refused, say


@pytest.fixture
def moonlit(people: People, here: Here) -> Room:
    """An unlisted room in which Bob and Dora are; Cid is Bob's friend, in the lobby with Ann."""
    room = open_room(people["Bob"], "king_lui", "Moonlit table", entry="unlisted")
    for asks, other in (("Bob", "Cid"), ("Cid", "Bob")):
        friends.befriend(people[asks], people[other])
    here(room, people["Bob"], people["Dora"])
    here("/", people["Cid"], people["Ann"])
    return room


def profile(reader: Player | None) -> str:
    return (browser_of(reader) if reader else Client()).get("/players/Bob/").content.decode()


def test_friends_and_others_learn_that_he_is_here_and_not_where(moonlit: Room, people: People) -> None:
    for name in ("Ann", "Cid"):
        assert say(None, people[name], "/whereis Bob") == ["Bob is online."]
        for line in ("/follow Bob", "/goto Bob"):
            no = refused(None, people[name], line)
            assert (no.code, "Moonlit" in str(no.text), moonlit.slug in str(no.text)) == ("no_such_room", False, False)
    assert say(None, people["Cid"], "/friends") == ["Bob is online."]
    say(None, people["Ann"], "/watch Bob")
    assert say(None, people["Ann"], "/watch") == ["Bob is online."]
    for reader in (None, people["Ann"], people["Cid"]):
        text = profile(reader)
        assert ("Is here." in text, "Moonlit" in text, moonlit.slug in text) == (True, False, False)


def test_who_is_in_the_room_sees_him_there(moonlit: Room, people: People) -> None:
    assert say(moonlit, people["Dora"], "/whereis Bob") == [f"Bob is in Moonlit table: /goto {moonlit.slug}"]
    answered = answer(None, people["Dora"], "/follow Bob")
    assert answered
    assert answered.go == f"/rooms/{moonlit.slug}/"
    assert "Is in Moonlit table now" in profile(people["Dora"])


def test_who_hides_is_not_online_also_for_who_is_beside_them(moonlit: Room, people: People) -> None:
    set_preference(people["Bob"], "seen", "friends")
    assert say(None, people["Ann"], "/whereis Bob") == ["Bob is not online."]
    assert say(moonlit, people["Dora"], "/whereis Bob") == ["Bob is not online."]
    assert say(None, people["Cid"], "/whereis Bob") == ["Bob is online."]
    assert "Is here." not in profile(people["Ann"])


@pytest.mark.parametrize(("audience", "seen_by"), [("all", "AC"), ("friends", "C"), ("nobody", "")])
def test_the_list_of_rooms_for_programs_tells_no_more(
    people: People, room: Room, here: Here, moonlit: Room, audience: str, seen_by: str
) -> None:
    here(room, people["Bob"], people["Zoe"])
    set_preference(people["Bob"], "seen", audience)
    for name in ("Ann", "Cid"):
        headers = {"authorization": f"Bearer {Token.make(people[name], 'a bot')}"}
        [listed] = Client().get("/api/rooms", headers=headers).json()["items"]
        assert listed["here"] == (["Bob", "Zoe"] if name[0] in seen_by else ["Zoe"])

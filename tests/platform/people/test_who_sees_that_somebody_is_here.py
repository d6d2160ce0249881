"""Who lets nobody, or only friends, see that they are here, is for everybody else like somebody who is away."""

from __future__ import annotations

import pytest
from django.test import Client

from tafelrunde.accounts.preferences import set_preference
from tafelrunde.people import friends
from tafelrunde.people.seeing import read_online
from tafelrunde.rooms.models import Room
from tests.platform.rooms.speaking import Here, People, answer, refused, say


@pytest.fixture(params=["friends", "nobody"])
def hidden(request: pytest.FixtureRequest, room: Room, people: People, here: Here) -> str:
    """Bob is in the room, and lets only these see it; Cid is his friend, Ann is not."""
    friends.befriend(people["Bob"], people["Cid"])
    friends.befriend(people["Cid"], people["Bob"])
    set_preference(people["Bob"], "seen", request.param)
    here(room, people["Bob"])
    here("/", people["Ann"], people["Cid"])
    audience: str = request.param
    return audience


def test_others_are_told_that_he_is_not_online(hidden: str, people: People) -> None:
    ann = people["Ann"]
    assert say(None, ann, "/whereis Bob") == ["Bob is not online."]
    assert say(None, ann, "/whois Bob")[-1] == "Bob is not online."
    assert say(None, ann, "/who") == ["2 online: Ann, Cid"]
    for line in ("/goto Bob", "/follow Bob", "/tell Bob psst"):
        assert refused(None, ann, line).code == "no_such_player", line
    browser = Client()
    browser.force_login(ann)
    assert "Bob" not in browser.get("/").content.decode()
    assert "is here" not in browser.get("/me/whispers/Bob/").content.decode()
    assert "Bob" not in read_online().seen_by(None)


def test_friends_see_it_if_they_may(hidden: str, people: People) -> None:
    cid, may = people["Cid"], hidden == "friends"
    where = "Bob is in Evening round: /goto evening-round" if may else "Bob is not online."
    assert say(None, cid, "/whereis Bob") == say(None, cid, "/friends") == [where]
    assert ("Bob" in say(None, cid, "/who")[0]) is may
    if may:
        answered = answer(None, cid, "/follow Bob")
        assert answered
        assert answered.go == "/rooms/evening-round/"


def test_he_sees_himself(hidden: str, people: People) -> None:
    assert "Bob" in say(None, people["Bob"], "/who")[0]


def test_a_letter_to_him_comes_at_once_without_a_word_that_he_is_here(hidden: str, people: People) -> None:
    away, bob = people["Zoe"], people["Bob"]
    answers = {say(None, people["Ann"], f"/letter {to.name} psst")[0] for to in (away, bob)}
    assert answers == {"Zoe finds your letter when they come.", "Bob finds your letter when they come."}


def test_who_has_been_whispered_to_by_him_may_answer(hidden: str, people: People) -> None:
    say(None, people["Bob"], "/tell Ann psst")
    assert say(None, people["Ann"], "/reply yes?") == []


def test_by_default_all_see_it(room: Room, people: People, here: Here) -> None:
    here(room, people["Bob"])
    assert say(None, None, "/whereis Bob") == ["Bob is in Evening round: /goto evening-round"]
    assert read_online().seen_by(None) == ["Bob"]

"""The host hands over, or is followed by somebody who is here once they have been gone for long."""

from __future__ import annotations

import time

import pytest

from tafelrunde.live import presence
from tafelrunde.rooms import hosting
from tafelrunde.rooms.models import Room
from tests.platform.rooms.speaking import AtOnce, Here, People, refused, say, texts


def host() -> str:
    found = Room.objects.select_related("host").get().host
    return found.name if found else ""


@pytest.fixture
def seated(room: Room, people: People, here: Here) -> Room:
    """Ann is host and here; Bob, then Cid have sat down and are here, too."""
    for name in ("Ann", "Bob", "Cid"):
        say(room, people[name], "/join")
        here(room, people[name])
    return room


@pytest.mark.parametrize("line", ["/host Bob", "/HOST @bob", '/host "Bob"'])
def test_the_host_hands_over(seated: Room, people: People, line: str) -> None:
    assert say(seated, people["Ann"], line) == []
    assert host() == "Bob"
    assert texts(seated)[-1] == "Bob is host now."
    assert refused(seated, people["Ann"], "/host Cid").code == "host_only"


def test_also_to_somebody_who_only_watches_and_while_a_match_is_played(
    playing: Room, people: People, here: Here
) -> None:
    here(playing, people["Dora"])
    say(playing, people["Ann"], "/host Dora")
    assert host() == "Dora"


def test_alone_it_tells_who_is_host(room: Room) -> None:
    assert say(room, None, "/host") == ["The host is Ann."]
    Room.objects.update(host=None)
    assert say(room, None, "/host") == ["This room has no host: with /join you become host."]


@pytest.mark.parametrize(
    ("name", "line", "code"),
    [
        ("Bob", "/host Bob", "host_only"),
        ("Ann", "/host Ann", "bad_argument"),
        ("Ann", "/host Dora", "no_such_player"),
        ("Ann", "/host Nobody", "no_such_player"),
        ("Ann", "/host Bob Cid", "bad_argument"),
        ("", "/host Bob", "signed_out"),
    ],
)
def test_to_nobody_else(seated: Room, people: People, name: str, line: str, code: str) -> None:
    people["Dora"]  # she is elsewhere
    assert refused(seated, people[name] if name else None, line).code == code
    assert host() == "Ann"


def test_a_host_who_has_been_gone_for_long_is_followed_by_who_has_sat_longest_of_those_who_are_here(
    seated: Room, people: People, here: Here
) -> None:
    assert hosting.succeed(seated) is None
    here.away(seated, people["Ann"], people["Bob"])
    assert hosting.succeed(seated) == people["Cid"]
    assert host() == "Cid"
    assert texts(seated)[-1] == "Cid is host now."
    here(seated, people["Ann"])
    assert hosting.succeed(seated) is None


def test_only_after_a_minute(seated: Room, people: People, here: Here, monkeypatch: pytest.MonkeyPatch) -> None:
    here.away(seated, people["Ann"])
    gone = time.time() - 59
    monkeypatch.setattr(presence, "gone_since", lambda _place, _player: gone)
    assert hosting.succeed(seated) is None
    gone -= 2
    assert hosting.succeed(seated) == people["Bob"]


def test_whoever_only_watches_does_not_follow(room: Room, people: People, here: Here) -> None:
    here(room, people["Dora"])
    say(room, people["Ann"], "/bot 3")
    assert hosting.succeed(room) is None
    assert host() == "Ann"
    say(room, people["Dora"], "/join")
    assert hosting.succeed(room) == people["Dora"]


def test_a_room_that_has_lost_its_host_finds_one_at_once(seated: Room, people: People) -> None:
    people["Ann"].delete()
    assert hosting.succeed(seated) == people["Bob"]


@pytest.mark.django_db(transaction=True)
def test_however_many_processes_look_one_follows(seated: Room, people: People, here: Here, at_once: AtOnce) -> None:
    here.away(seated, people["Ann"])
    outcomes = at_once(*[lambda: hosting.succeed(seated)] * 8)
    assert outcomes.count(None) == 7
    assert texts(seated).count("Bob is host now.") == 1

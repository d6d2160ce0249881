"""A match that begins by itself when all seats are taken, after a moment, once."""

from __future__ import annotations

import datetime as dt

import pytest
from django.utils import timezone

from tafelrunde.house import offers
from tafelrunde.matches.models import Match
from tafelrunde.refusals import Refusal
from tafelrunde.rooms import autostart_keeping, starting
from tafelrunde.rooms.models import Room, RoomSeat
from tafelrunde.rooms.opening import open_room
from tafelrunde.rooms.seating import add_bot, leave, sit
from tests.platform.rooms.speaking import AtOnce, People, refused, say, texts


@pytest.fixture
def full(room: Room, people: People) -> Room:
    """All sit, and the moment runs."""
    sit(room, people["Ann"])
    say(room, people["Ann"], "/autostart on")
    sit(room, people["Bob"])
    add_bot(room, people["Ann"], count=3)
    room.refresh_from_db()
    return room


def later(room: Room) -> None:
    """The moment is over."""
    Room.objects.filter(pk=room.pk, starts_at__isnull=False).update(starts_at=timezone.now() - dt.timedelta(seconds=1))


def test_it_begins_when_the_moment_is_over_and_not_before(full: Room) -> None:
    assert full.starts_at is not None
    assert autostart_keeping.start_due() == []
    later(full)
    assert autostart_keeping.start_due() == [full.slug]
    full.refresh_from_db()
    assert full.match is not None
    assert not full.starts_at
    assert any("the match begins in 10 seconds" in text for text in texts(full))


def test_who_gets_up_meanwhile_stops_it(full: Room, people: People) -> None:
    leave(full, people["Bob"])
    later(full)
    assert autostart_keeping.start_due() == []
    sit(full, people["Cid"])
    full.refresh_from_db()
    assert full.starts_at is not None, "and it begins anew"


def test_without_the_choice_nothing_begins(room: Room, people: People) -> None:
    sit(room, people["Ann"])
    add_bot(room, people["Ann"], count=4)
    room.refresh_from_db()
    assert room.starts_at is None
    say(room, people["Ann"], "/autostart on")
    room.refresh_from_db()
    assert room.starts_at is not None
    say(room, people["Ann"], "/autostart off")
    room.refresh_from_db()
    assert room.starts_at is None


def test_the_host_may_begin_sooner_and_it_begins_once(full: Room, people: People) -> None:
    say(full, people["Ann"], "/start")
    later(full)
    assert autostart_keeping.start_due() == []
    assert Match.objects.count() == 1


def test_with_the_same_people_the_next_one_does_not_begin_by_itself(full: Room) -> None:
    later(full)
    autostart_keeping.start_due()
    Match.objects.update(status=Match.Status.OVER)
    assert autostart_keeping.start_due() == []


def test_where_the_game_is_switched_off_it_is_given_up(full: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    def off(_slug: str) -> None:
        raise Refusal("game_off", "off")

    monkeypatch.setattr(offers, "refuse_if_off", off)
    later(full)
    assert autostart_keeping.start_due() == []
    full.refresh_from_db()
    assert full.starts_at is None


def test_only_the_host_chooses(full: Room, people: People) -> None:
    assert refused(full, people["Bob"], "/autostart off").code == "host_only"
    assert refused(full, people["Ann"], "/autostart maybe").code == "bad_argument"
    assert say(full, people["Bob"], "/autostart") == ["The match begins by itself when all seats are taken."]


@pytest.mark.django_db(transaction=True)
def test_of_ten_processes_that_look_one_begins(people: People, room: Room, at_once: AtOnce) -> None:
    sit(room, people["Ann"])
    say(room, people["Ann"], "/autostart on")
    add_bot(room, people["Ann"], count=4)
    later(room)
    got = at_once(*[autostart_keeping.start_due] * 10)
    assert sorted(map(len, got)) == [0] * 9 + [1]
    assert Match.objects.count() == 1


def test_a_room_whose_match_cannot_begin_keeps_no_other_from_beginning(
    full: Room, people: People, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = open_room(people["Eva"], full.game, "Other")
    sit(other, people["Eva"])
    say(other, people["Eva"], "/autostart on")
    add_bot(other, people["Eva"], count=4)
    begin = starting.begin

    def broken(room: Room, rows: list[RoomSeat]) -> Match:
        if room.pk == full.pk:
            raise ZeroDivisionError("a bug in the rules")
        return begin(room, rows)

    monkeypatch.setattr(starting, "begin", broken)
    later(full)
    later(other)
    assert autostart_keeping.start_due() == [other.slug]
    full.refresh_from_db()
    assert full.starts_at is None, "and it is not tried again every second"

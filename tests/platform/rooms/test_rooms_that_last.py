"""Rooms that last: owned by a member, kept when empty, with their table cleared; others vanish."""

from __future__ import annotations

import datetime as dt

import pytest
from django.utils import timezone

from tafelrunde.accounts.models import Player
from tafelrunde.rooms import keeping
from tafelrunde.rooms.lasting import keep
from tafelrunde.rooms.models import Room
from tafelrunde.rooms.opening import open_room
from tafelrunde.rooms.seating import sit
from tests.platform.rooms.speaking import AtOnce, Here, People, names, refused, say


def long_empty(room: Room) -> None:
    Room.objects.filter(pk=room.pk).update(emptied=timezone.now() - dt.timedelta(days=3))


def test_a_room_that_is_owned_is_kept_when_it_is_empty(room: Room, people: People, here: Here) -> None:
    say(room, people["Ann"], "/keep on")
    other = open_room(people["Ann"], "king_lui")
    for one in (room, other):
        long_empty(one)
    keeping.keep()
    assert list(Room.objects.all()) == [room]


def test_when_it_has_been_empty_the_table_is_clear_and_the_owner_is_host(
    room: Room, people: People, here: Here
) -> None:
    say(room, people["Ann"], "/keep on")
    sit(room, people["Bob"])
    say(room, people["Ann"], "/lock")
    here(room, people["Bob"])
    say(room, people["Ann"], "/host Bob")
    here.away(room, people["Bob"])
    long_empty(room)
    keeping.keep()
    room.refresh_from_db()
    assert (names(room), room.host, room.locked) == ([], people["Ann"], False)


def test_a_room_that_is_let_go_vanishes(room: Room, people: People, here: Here) -> None:
    say(room, people["Ann"], "/keep on")
    say(room, people["Ann"], "/keep off")
    long_empty(room)
    keeping.keep()
    assert not Room.objects.exists()


def test_guests_own_none_and_members_only_so_many(people: People, settings: pytest.FixtureRequest) -> None:
    settings.ROOMS_OWNED = 2  # type: ignore[attr-defined]
    gesa = Player.objects.create_user("Gesa", guest=True)
    assert refused(open_room(gesa, "king_lui"), gesa, "/keep on").code == "not_allowed_now"
    rooms = [open_room(people["Ann"], "king_lui") for _room in range(3)]
    for room in rooms[:2]:
        say(room, people["Ann"], "/keep on")
    assert refused(rooms[2], people["Ann"], "/keep on").code == "not_allowed_now"
    say(rooms[0], people["Ann"], "/keep off")
    say(rooms[2], people["Ann"], "/keep on")


def test_the_owner_becomes_host_again_whenever_they_like(room: Room, people: People, here: Here) -> None:
    say(room, people["Ann"], "/keep on")
    here(room, people["Ann"], people["Bob"])
    say(room, people["Ann"], "/host Bob")
    assert refused(room, people["Bob"], "/keep off").code == "not_allowed_now"
    assert refused(room, people["Ann"], "/host Bob").code == "host_only"
    say(room, people["Ann"], "/host Ann")
    room.refresh_from_db()
    assert room.host == people["Ann"]


@pytest.mark.django_db(transaction=True)
def test_ten_rooms_kept_at_once_are_no_more_than_one_may_own(
    people: People, at_once: AtOnce, settings: pytest.FixtureRequest
) -> None:
    settings.ROOMS_OWNED = 3  # type: ignore[attr-defined]
    ann = people["Ann"]
    rooms = [open_room(ann, "king_lui") for _room in range(6)]
    got = at_once(*[lambda room=room: keep(room, ann) for room in rooms])
    assert got.count("not_allowed_now") == 3
    assert Room.objects.filter(owner=ann).count() == 3

import datetime as dt

from django.utils import timezone

from tafelrunde.matches.models import Match
from tafelrunde.rooms.models import Room
from tafelrunde.rooms.opening import close_empty_rooms
from tests.platform.rooms.speaking import Committed, Here, People, Told


def long_empty(room: Room) -> None:
    Room.objects.filter(pk=room.pk).update(emptied=timezone.now() - dt.timedelta(minutes=11))


def test_a_room_that_is_empty_for_long_vanishes(room: Room, told: Told, committed: Committed, here: Here) -> None:
    assert close_empty_rooms() == []
    long_empty(room)
    with committed():
        assert close_empty_rooms() == [room.slug]
    assert told["room"] == [{"slug": room.slug}]
    assert not Room.objects.exists()


def test_but_not_with_somebody_in_it(room: Room, people: People, here: Here) -> None:
    long_empty(room)
    here(room, people["Dora"])
    assert close_empty_rooms() == []


def test_nor_while_its_match_is_played(playing: Room, here: Here) -> None:
    long_empty(playing)
    assert close_empty_rooms() == []


def test_its_matches_are_kept(over: Room, here: Here) -> None:
    long_empty(over)
    assert close_empty_rooms() == [over.slug]
    assert Match.objects.get().place == over.slug

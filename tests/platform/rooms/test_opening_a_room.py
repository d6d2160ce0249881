import datetime as dt

import pytest
from django.conf import LazySettings
from django.utils import timezone

from tafelrunde.accounts.models import Player
from tafelrunde.matches.models import Match
from tafelrunde.refusals import Refusal
from tafelrunde.rooms.models import Room
from tafelrunde.rooms.opening import open_room
from tests.platform.rooms.speaking import AtOnce, Committed, Here, People, Told


def test_whoever_opens_a_room_is_its_host_and_does_not_sit_yet(people: People) -> None:
    room = open_room(people["Ann"], "king_lui", "Evening round")
    assert (room.name, room.slug, room.host, room.game) == ("Evening round", "evening-round", people["Ann"], "king_lui")
    assert not room.seats.exists()


def test_without_a_name_it_is_the_hosts_table(people: People) -> None:
    assert (open_room(people["Ann"], "king_lui").name, open_room(people["Ann"], "king_lui").slug) == (
        "Ann's table",
        "anns-table-2",
    )


def test_rooms_of_one_name_are_told_apart_by_a_number(people: People) -> None:
    slugs = [open_room(people["Ann"], "king_lui", "Evening round").slug for _ in range(3)]
    assert slugs == ["evening-round", "evening-round-2", "evening-round-3"]


def test_an_address_of_a_vanished_room_with_matches_is_not_given_again(people: People) -> None:
    Match.objects.create(game="king_lui", ruleset="1", seed=b"", place="evening-round")
    assert open_room(people["Ann"], "king_lui", "Evening round").slug == "evening-round-2"


@pytest.mark.parametrize(
    ("name", "slug"), [("Вечер", "table"), ("!!!", "table"), ("new", "new-2"), ("Ça va?", "ca-va")]
)
def test_every_name_has_an_address(people: People, name: str, slug: str) -> None:
    assert open_room(people["Ann"], "king_lui", name).slug == slug


def test_a_name_is_one_clean_line_of_at_most_40_characters(people: People) -> None:
    assert open_room(people["Ann"], "king_lui", " a\x00b\n \u202e c ").name == "ab c"
    assert open_room(people["Ann"], "king_lui", "x" * 40).name == "x" * 40
    with pytest.raises(Refusal) as no:
        open_room(people["Ann"], "king_lui", "x" * 41)
    assert no.value.code == "bad_argument"


def test_options_are_stored_whole_and_bad_ones_refused(people: People) -> None:
    room = open_room(people["Ann"], "king_lui", options={"open_plates": True})
    assert room.options == {"kitchen_dragon": "choose", "open_plates": True}
    for bad in ({"open_plates": "<b>"}, {"no_such": 1}, {"kitchen_dragon": ["wait"]}):
        with pytest.raises(Refusal) as no:
            open_room(people["Ann"], "king_lui", options=bad)
        assert no.value.code == "bad_argument"


def test_an_unknown_game_or_pace_is_refused(people: People) -> None:
    with pytest.raises(Refusal) as no:
        open_room(people["Ann"], "chess")
    assert no.value.code == "game_off"
    with pytest.raises(Refusal) as no:
        open_room(people["Ann"], "king_lui", pace="hasty")
    assert no.value.code == "bad_argument"


def test_the_new_room_is_told_when_it_is_there(people: People, told: Told, committed: Committed) -> None:
    with committed():
        room = open_room(people["Ann"], "king_lui")
        assert not told["room"]
    assert told["room"] == [{"slug": room.slug}]


@pytest.mark.django_db(transaction=True)
def test_rooms_opened_at_once_all_open(at_once: AtOnce) -> None:
    hosts = [Player.objects.create_user(f"Host{n}") for n in range(6)]
    rooms = at_once(*[lambda host=host: open_room(host, "king_lui", "Evening round") for host in hosts])
    assert len({room.slug for room in rooms}) == len(hosts) == Room.objects.count()


def test_nobody_is_host_of_any_number_of_rooms(people: People, here: Here, settings: LazySettings) -> None:
    settings.ROOMS_PER_PLAYER = 2
    rooms = [open_room(people["Ann"], "king_lui") for _ in range(2)]
    with pytest.raises(Refusal) as no:
        open_room(people["Ann"], "king_lui")
    assert no.value.code == "not_allowed_now"
    assert open_room(people["Bob"], "king_lui").host == people["Bob"]
    Room.objects.update(emptied=timezone.now() - dt.timedelta(seconds=61))
    here(rooms[0], people["Cid"])
    made = open_room(people["Ann"], "king_lui")
    assert set(Room.objects.filter(host=people["Ann"])) == {rooms[0], made}

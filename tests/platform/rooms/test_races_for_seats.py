"""Real threads, each with its own connection, on a database in a file or a server."""

import pytest

from tafelrunde.accounts.models import Player
from tafelrunde.matches.models import Entry, Match
from tafelrunde.rooms.models import Room
from tafelrunde.rooms.opening import open_room
from tafelrunde.rooms.play_now import play_now
from tafelrunde.rooms.seating import add_bot, leave, sit
from tafelrunde.rooms.starting import again, start
from tests.platform.rooms.speaking import AtOnce, names

pytestmark = pytest.mark.django_db(transaction=True)


def crowd(number: int) -> list[Player]:
    return Player.objects.bulk_create([Player(name=f"Guest{n}", key=f"guest{n}") for n in range(number)])


@pytest.fixture
def ann() -> Player:
    return Player.objects.create_user("Ann")


@pytest.fixture
def full_but_one(ann: Player) -> Room:
    room = open_room(ann, "king_lui", "Evening round")
    sit(room, ann)
    add_bot(room, ann, count=3)
    return room


def test_of_fifty_at_the_last_seat_exactly_one_gets_it(full_but_one: Room, at_once: AtOnce) -> None:
    outcomes = at_once(*[lambda player=player: sit(full_but_one, player) for player in crowd(50)])
    assert sorted(outcomes, key=str) == [4, *["room_full"] * 49]
    assert full_but_one.seats.count() == 5


def test_ten_clicks_of_one_player_are_one_seat(full_but_one: Room, at_once: AtOnce) -> None:
    [bob] = crowd(1)
    assert at_once(*[lambda: sit(full_but_one, bob)] * 10) == [4] * 10
    assert full_but_one.seats.filter(player=bob).count() == 1


def test_ten_starts_are_one_match(full_but_one: Room, ann: Player, at_once: AtOnce) -> None:
    outcomes = at_once(*[lambda: start(full_but_one, ann)] * 10)
    assert outcomes.count("not_allowed_now") == 9
    assert Match.objects.count() == 1


@pytest.mark.parametrize("attempt", range(5))
def test_start_against_leave_has_one_outcome(full_but_one: Room, ann: Player, at_once: AtOnce, attempt: int) -> None:
    [bob] = crowd(1)
    sit(full_but_one, bob)
    started, left = at_once(lambda: start(full_but_one, ann), lambda: leave(full_but_one, bob))
    assert left is None
    assert isinstance(started, Match)
    assert "Guest0" not in names(full_but_one)
    plays = started.seats.filter(player=bob).exists()
    assert started.seats.count() == (5 if plays else 4)
    assert [entry.kind for entry in Entry.objects.all()] == (["left"] if plays else [])


def test_start_against_the_third_player_leaving(ann: Player, at_once: AtOnce) -> None:
    room = open_room(ann, "king_lui")
    people = [ann, *crowd(2)]
    for player in people:
        sit(room, player)
    started, left = at_once(lambda: start(room, ann), lambda: leave(room, people[2]))
    assert left is None
    if started == "not_allowed_now":
        assert not Match.objects.exists()
    else:
        assert [entry.kind for entry in Entry.objects.all()] == ["left"]


def test_again_by_all_at_once_is_one_match(full_but_one: Room, ann: Player, at_once: AtOnce) -> None:
    start(full_but_one, ann)
    Match.objects.update(status=Match.Status.OVER)
    outcomes = at_once(*[lambda: again(full_but_one, ann)] * 4)
    assert outcomes.count("not_allowed_now") == 3
    assert Match.objects.count() == 2


def test_a_crowd_that_plays_now_all_sit_somewhere(at_once: AtOnce) -> None:
    players = crowd(8)
    rooms = at_once(*[lambda player=player: play_now(player) for player in players])
    for player, room in zip(players, rooms, strict=True):
        assert room.seats.filter(player=player).exists()
        assert room.match is not None

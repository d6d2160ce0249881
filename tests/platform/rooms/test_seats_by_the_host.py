"""The host says who sits where, while nothing is played."""

from __future__ import annotations

from tafelrunde.rooms.models import Room
from tafelrunde.rooms.seating import add_bot, sit
from tests.platform.rooms.speaking import Here, People, refused, say


def seats(room: Room) -> dict[int, str]:
    return {row.seat + 1: row.player.name if row.player else row.bot for row in room.seats.select_related("player")}


def test_who_is_here_is_seated_and_who_sits_is_moved(room: Room, people: People, here: Here) -> None:
    here(room, people["Bob"])
    say(room, people["Ann"], "/seat bob 3")
    assert seats(room) == {3: "Bob"}
    say(room, people["Ann"], "/seat Bob 1")
    assert seats(room) == {1: "Bob"}


def test_who_is_not_here_or_no_seat_or_a_taken_one_is_refused(room: Room, people: People, here: Here) -> None:
    sit(room, people["Ann"])
    here(room, people["Bob"])
    assert refused(room, people["Ann"], f"/seat {people['Cid'].name} 3").code == "no_such_player"
    assert refused(room, people["Ann"], "/seat Bob 1").code == "not_allowed_now"
    assert refused(room, people["Ann"], "/seat Bob 9").code == "bad_argument"
    assert refused(room, people["Bob"], "/seat Bob 2").code == "host_only"


def test_two_change_their_seats_and_one_may_be_free(room: Room, people: People) -> None:
    sit(room, people["Ann"])
    sit(room, people["Bob"])
    add_bot(room, people["Ann"])
    say(room, people["Ann"], "/swap 1 2")
    assert seats(room) == {1: "Bob", 2: "Ann", 3: "courtier"}
    say(room, people["Ann"], "/swap 3 5")
    assert seats(room) == {1: "Bob", 2: "Ann", 5: "courtier"}
    for line in ("/swap 1 1", "/swap 3 4", "/swap 1 6"):
        assert refused(room, people["Ann"], line).code == "bad_argument"


def test_not_while_a_match_is_played(playing: Room, people: People, here: Here) -> None:
    here(playing, people["Cid"])
    for line in ("/swap 1 2", "/seat Cid 4"):
        assert refused(playing, people["Ann"], line).code == "not_allowed_now"

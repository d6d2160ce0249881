import pytest

from tafelrunde.matches.models import Match
from tafelrunde.refusals import Refusal
from tafelrunde.rooms.models import Room
from tafelrunde.rooms.opening import open_room
from tafelrunde.rooms.play_now import play_now
from tafelrunde.rooms.seating import sit
from tests.platform.rooms.speaking import Here, People, names, say


def test_with_nobody_waiting_a_match_against_bots_begins(people: People, here: Here) -> None:
    room = play_now(people["Bob"])
    assert (room.name, room.host, room.game) == ("Bob's table", people["Bob"], "king_lui")
    assert sorted(names(room)) == ["Bob", "courtier", "courtier", "courtier"]
    assert room.match is not None
    assert room.match.status == Match.Status.PLAYING


def test_where_somebody_waits_there_is_a_seat(room: Room, people: People, here: Here) -> None:
    sit(room, people["Ann"])
    here(room, people["Ann"])
    assert play_now(people["Bob"], "king_lui") == room
    assert names(room) == ["Ann", "Bob"]
    assert play_now(people["Bob"]) == room


def test_the_host_waits_too_when_not_seated(room: Room, people: People, here: Here) -> None:
    here(room, people["Ann"])
    assert play_now(people["Bob"]) == room


def test_the_fullest_table_comes_first(people: People, here: Here) -> None:
    for name, others in (("Ann", []), ("Cid", ["Dora", "Eve"])):
        waiting = open_room(people[name], "king_lui")
        for one in (name, *others):
            sit(waiting, people[one])
            here(waiting, people[one])
    assert play_now(people["Bob"]).host == people["Cid"]


def test_those_who_have_gone_catch_nobody(room: Room, people: People, here: Here) -> None:
    sit(room, people["Ann"])
    assert play_now(people["Bob"]) != room


def test_onlookers_alone_are_no_table(room: Room, people: People, here: Here) -> None:
    here(room, people["Dora"])
    assert play_now(people["Bob"]) != room


def test_a_full_table_or_a_running_match_is_passed_by(room: Room, people: People, here: Here) -> None:
    here(room, people["Ann"])
    sit(room, people["Ann"])
    say(room, people["Ann"], "/bot 4")
    assert play_now(people["Bob"]) != room
    say(room, people["Ann"], "/kick 2")
    say(room, people["Ann"], "/start")
    assert play_now(people["Cid"]) != room


def test_who_is_playing_comes_back_to_the_own_match(playing: Room, people: People, here: Here) -> None:
    assert play_now(people["Bob"]) == playing


def test_a_table_that_is_taken_meanwhile_is_passed_by(
    room: Room, people: People, here: Here, monkeypatch: pytest.MonkeyPatch
) -> None:
    here(room, people["Ann"])

    def taken(room: Room, player: object, seat: int | None = None) -> int:
        monkeypatch.undo()
        raise Refusal("room_full", "")

    monkeypatch.setattr("tafelrunde.rooms.play_now.sit", taken)
    assert play_now(people["Bob"]).host == people["Bob"]


def test_a_game_that_is_not_there_is_refused(people: People) -> None:
    with pytest.raises(Refusal) as no:
        play_now(people["Bob"], "chess")
    assert no.value.code == "game_off"

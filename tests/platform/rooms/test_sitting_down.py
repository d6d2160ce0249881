from tafelrunde.accounts.models import Player
from tafelrunde.rooms.models import Room
from tests.platform.rooms.speaking import Committed, People, Told, names, refused, say, texts


def test_join_takes_the_first_free_seat(room: Room, people: People) -> None:
    assert say(room, people["Bob"], "/join") == []
    say(room, people["Ann"], "/join")
    assert names(room) == ["Bob", "Ann"]
    assert "Bob sits down." in texts(room)


def test_join_takes_the_seat_asked_for(room: Room, people: People) -> None:
    say(room, people["Ann"], "/join 3")
    assert room.seats.get().seat == 2


def test_a_taken_seat_is_refused_and_who_sits_there_is_told(room: Room, people: People) -> None:
    say(room, people["Ann"], "/join 2")
    no = refused(room, people["Bob"], "/join 2")
    assert (no.code, str(no.text)) == ("not_allowed_now", "Seat 2 is taken by Ann.")


def test_there_are_as_many_seats_as_the_game_has(room: Room, people: People) -> None:
    for seat in ("6", "0", "999999", "-1", "x", "1.5", "²"):
        assert refused(room, people["Ann"], f"/join {seat}").code == "bad_argument"
    for name in ("Ann", "Bob", "Cid", "Dora", "Eve"):
        say(room, people[name], "/join")
    assert refused(room, people["Fay"], "/join").code == "room_full"
    assert refused(room, people["Fay"], "/join 2").code == "room_full"


def test_sitting_twice_changes_nothing_and_is_answered_kindly(room: Room, people: People) -> None:
    say(room, people["Ann"], "/join")
    version = Room.objects.get().version
    assert say(room, people["Ann"], "/join") == ["You are sitting at seat 1."]
    assert say(room, people["Ann"], "/join 1") == ["You are sitting at seat 1."]
    assert Room.objects.get().version == version


def test_before_a_match_one_may_change_to_a_free_seat(room: Room, people: People) -> None:
    say(room, people["Ann"], "/join")
    say(room, people["Ann"], "/join 4")
    assert [row.seat for row in room.seats.all()] == [3]


def test_a_visitor_without_a_name_cannot_sit(room: Room) -> None:
    assert refused(room, None, "/join").code == "signed_out"


def test_who_sits_down_first_in_a_room_without_a_host_is_host(room: Room, people: People) -> None:
    Room.objects.update(host=None)
    say(room, people["Bob"], "/join")
    say(room, people["Cid"], "/join")
    assert Room.objects.get().host == people["Bob"]
    assert "Bob is host now." in texts(room)


def test_a_seated_player_may_take_over_a_room_without_a_host(room: Room, people: People) -> None:
    say(room, people["Bob"], "/join")
    Room.objects.update(host=None)
    assert "none: with /join" in str(refused(room, people["Bob"], "/start").text)
    say(room, people["Bob"], "/join")
    assert Room.objects.get().host == people["Bob"]


def test_while_others_play_a_newcomer_watches(playing: Room, people: People) -> None:
    for line in ("/join", "/join 2"):
        no = refused(playing, people["Dora"], line)
        assert (no.code, "watch" in str(no.text)) == ("not_allowed_now", True)


def test_during_a_match_everybody_keeps_their_seat(playing: Room, people: People) -> None:
    seat = playing.seats.get(player=people["Ann"]).seat
    assert say(playing, people["Ann"], "/join") == [f"You are sitting at seat {seat + 1}."]
    assert refused(playing, people["Ann"], "/join 5").code == "not_allowed_now"


def test_each_change_is_told_with_a_higher_version(
    room: Room, people: People, told: Told, committed: Committed
) -> None:
    with committed():
        say(room, people["Ann"], "/join")
    assert told["room"] == [{"slug": room.slug}]
    assert Room.objects.get().version == room.version + 1


def test_a_room_that_has_vanished_is_refused(room: Room, people: People) -> None:
    ann: Player = people["Ann"]
    Room.objects.all().delete()
    assert refused(room, ann, "/join").code == "no_such_room"
    assert refused(room, ann, "hello").code == "no_such_room"

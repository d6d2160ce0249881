from tafelrunde.matches.models import Entry, Match
from tafelrunde.rooms.models import Room
from tests.platform.rooms.speaking import People, names, refused, say, texts


def test_who_leaves_frees_the_seat(room: Room, people: People) -> None:
    say(room, people["Bob"], "/join")
    say(room, people["Bob"], "/leave")
    assert names(room) == []
    assert "Bob leaves the table." in texts(room)


def test_only_who_sits_can_leave(room: Room, people: People) -> None:
    assert refused(room, people["Bob"], "/leave").code == "not_seated"
    assert refused(room, None, "/leave").code == "signed_out"


def test_the_host_passes_on_to_who_has_sat_for_longest(room: Room, people: People) -> None:
    for name in ("Ann", "Bob", "Cid"):
        say(room, people[name], "/join")
    say(room, people["Ann"], "/bot")
    say(room, people["Bob"], "/join 5")
    say(room, people["Ann"], "/leave")
    assert Room.objects.get().host == people["Bob"]
    assert "Bob is host now." in texts(room)


def test_who_has_sat_for_longest_is_remembered_when_seats_are_drawn(playing: Room, people: People) -> None:
    say(playing, people["Ann"], "/leave")
    assert Room.objects.get().host == people["Bob"]


def test_with_the_last_person_the_host_goes(room: Room, people: People) -> None:
    say(room, people["Ann"], "/join")
    say(room, people["Ann"], "/bot")
    say(room, people["Ann"], "/leave")
    assert Room.objects.get().host is None


def test_who_leaves_a_match_is_played_for_and_may_come_back_to_the_own_seat(playing: Room, people: People) -> None:
    assert playing.match is not None
    seat = playing.match.seats.get(player=people["Bob"]).seat
    say(playing, people["Bob"], "/leave")
    assert [(entry.kind, entry.seat) for entry in Entry.objects.all()] == [("left", seat)]
    assert "Bob" not in names(playing)
    assert refused(playing, people["Dora"], "/join").code == "not_allowed_now"

    say(playing, people["Bob"], "/join")
    assert [(entry.kind, entry.seat) for entry in Entry.objects.all()] == [("left", seat), ("back", seat)]
    assert playing.seats.get(player=people["Bob"]).seat == seat
    assert "Bob is back." in texts(playing)


def test_who_comes_back_to_a_match_that_all_had_left_is_host(playing: Room, people: People) -> None:
    say(playing, people["Ann"], "/leave")
    say(playing, people["Bob"], "/leave")
    assert Room.objects.get().host is None
    say(playing, people["Bob"], "/join")
    assert Room.objects.get().host == people["Bob"]


def test_a_match_that_rests_keeps_nobody(playing: Room, people: People) -> None:
    Match.objects.update(status=Match.Status.SUSPENDED)
    say(playing, people["Bob"], "/leave")
    assert "Bob" not in names(playing)
    assert refused(playing, people["Dora"], "/join").code == "not_allowed_now"


def test_leaving_after_the_match_leaves_no_trace_in_it(over: Room, people: People) -> None:
    say(over, people["Bob"], "/leave")
    assert not Entry.objects.exists()

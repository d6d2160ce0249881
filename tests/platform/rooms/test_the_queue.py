"""The queue for the next match: in order, each once, also when several seat at once."""

from __future__ import annotations

from functools import partial

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tafelrunde.accounts.models import Player
from tafelrunde.live import presence
from tafelrunde.matches.models import Match
from tafelrunde.rooms import queueing
from tafelrunde.rooms.models import Room
from tafelrunde.rooms.opening import open_room
from tafelrunde.rooms.picture import read, room_json
from tafelrunde.rooms.registry import buttons
from tafelrunde.rooms.seating import add_bot, leave, sit
from tafelrunde.rooms.starting import again, start
from tests.platform.rooms.speaking import AtOnce, Here, People, call, names, outcome, refused, say, texts


@pytest.fixture
def waiting(playing: Room, people: People, here: Here) -> Room:
    """Ann, Bob and a bot play, Cid and Dora wait and are here."""
    here(playing, *(people[name] for name in ("Ann", "Bob", "Cid", "Dora")))
    assert say(playing, people["Cid"], "/queue") == ["You are number 1 in the queue."]
    assert say(playing, people["Dora"], "/queue") == ["You are number 2 in the queue."]
    return playing


def end(room: Room) -> None:
    Match.objects.filter(room=room).update(status=Match.Status.OVER)
    room.refresh_from_db()


def queue(room: Room) -> list[str]:
    picture = read(room.slug)
    assert picture is not None
    found: list[str] = room_json(picture)["queue"]
    return found


def test_who_waits_is_shown_in_order_and_asks_again_in_vain(waiting: Room, people: People) -> None:
    assert queue(waiting) == ["Cid", "Dora"]
    assert say(waiting, people["Cid"], "/queue") == ["You are number 1 in the queue."]
    assert texts(waiting).count("Cid waits for the next match.") == 1


def test_who_waits_is_offered_to_leave_the_queue(waiting: Room, people: People) -> None:
    assert "/unqueue" in [button.say for button in buttons(call(waiting, people["Cid"]))]
    assert "/queue" in [button.say for button in buttons(call(waiting, people["Eve"]))]
    assert "/queue" not in [button.say for button in buttons(call(waiting, people["Ann"]))]
    say(waiting, people["Cid"], "/unqueue")
    assert queue(waiting) == ["Dora"]
    assert refused(waiting, people["Cid"], "/unqueue").code == "not_allowed_now"


def test_at_the_next_start_they_take_the_free_seats(waiting: Room, people: People) -> None:
    end(waiting)
    match = start(waiting, people["Ann"])
    assert match.seats.count() == 5
    assert {"Cid", "Dora"} <= set(names(waiting))
    assert queue(waiting) == []


def test_at_again_they_follow_those_who_have_left(waiting: Room, people: People, here: Here) -> None:
    leave(waiting, people["Bob"])
    end(waiting)
    match = again(waiting, people["Ann"])
    assert {"Ann", "Cid", "Dora"} <= set(names(waiting))
    assert match.seats.filter(player=people["Bob"]).count() == 0


def test_the_seat_of_who_leaves_between_matches_goes_to_the_first(room: Room, people: People, here: Here) -> None:
    for name in ("Ann", "Bob"):
        sit(room, people[name])
    add_bot(room, people["Ann"], count=3)
    here(room, people["Cid"], people["Dora"])
    for name in ("Cid", "Dora"):
        say(room, people[name], "/queue")
    leave(room, people["Bob"])
    assert names(room)[1] == "Cid"
    assert queue(room) == ["Dora"]
    say(room, people["Ann"], "/kick 3")
    assert names(room)[2] == "Dora"


def test_who_is_not_here_is_passed_over_and_waits_on(waiting: Room, people: People, here: Here) -> None:
    here.away(waiting, people["Cid"])
    end(waiting)
    start(waiting, people["Ann"])
    assert "Cid" not in names(waiting)
    assert queue(waiting) == ["Cid"]


def test_nobody_gets_in_front_of_the_queue(waiting: Room, people: People) -> None:
    end(waiting)
    assert outcome(lambda: sit(waiting, people["Eve"])) == "room_full"
    add_bot(waiting, people["Ann"])
    assert outcome(lambda: sit(waiting, people["Eve"])) == "room_full"


def test_who_waits_and_sits_down_keeps_the_order(waiting: Room, people: People) -> None:
    end(waiting)
    sit(waiting, people["Dora"])
    assert names(waiting)[-2:] == ["Cid", "Dora"]
    assert queue(waiting) == []


def test_who_sits_or_finds_a_free_seat_or_may_not_sit_does_not_wait(room: Room, people: People) -> None:
    sit(room, people["Ann"])
    assert refused(room, people["Ann"], "/queue").code == "not_allowed_now"
    assert "free seat" in str(refused(room, people["Bob"], "/queue").text)
    say(room, people["Ann"], "/maysit 3000-")
    assert refused(room, people["Bob"], "/queue").code == "not_allowed_now"


@pytest.mark.django_db(transaction=True)
def test_of_many_who_seat_at_once_each_seat_is_taken_once_and_in_order(
    at_once: AtOnce, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(presence, "is_here", lambda _place, _player: True)
    ann = Player.objects.create_user("Ann")
    room = open_room(ann, "king_lui")
    sitting = [Player.objects.create_user(f"Sits{n}") for n in range(4)]
    waits = [Player.objects.create_user(f"Waits{n}") for n in range(6)]
    for player in (ann, *sitting):
        sit(room, player)
    for player in waits:
        queueing.line_up(room, player)
    at_once(*[lambda player=player: leave(room, player) for player in sitting])
    assert set(names(room)) == {"Ann", "Waits0", "Waits1", "Waits2", "Waits3"}
    room.refresh_from_db()
    assert room.queue == [waits[4].pk, waits[5].pk]


ACTS = st.lists(st.tuples(st.sampled_from(["queue", "unqueue", "join", "leave", "go", "come"]), st.integers(0, 7)))


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(acts=ACTS)
def test_whatever_happens_nobody_waits_and_sits_and_order_is_kept(
    people: People, here: Here, acts: list[tuple[str, int]]
) -> None:
    room = open_room(people["Host"], "king_lui")
    crowd = [people[f"P{n}"] for n in range(8)]
    here(room, *crowd)
    add_bot(room, people["Host"], count=3)
    for what, n in acts:
        room.refresh_from_db()
        before = list(room.queue)
        player = crowd[n]
        if what == "go":
            here.away(room, player)
        elif what == "come":
            here(room, player)
        else:
            decide = {"queue": queueing.line_up, "unqueue": queueing.step_out, "join": sit, "leave": leave}[what]
            outcome(partial(decide, room, player))
        room.refresh_from_db()
        seated = set(room.seats.values_list("player_id", flat=True))
        assert not seated & set(room.queue)
        assert len(set(room.queue)) == len(room.queue)
        assert [one for one in before if one in room.queue] == [one for one in room.queue if one in before]
        full = room.seats.count() == 5
        assert full or not any(presence.is_here(room.slug, one) for one in room.queue if what == "leave")

"""What needs everybody's agreement: a match that is aborted, a seat that is handed over."""

from __future__ import annotations

import datetime as dt

import pytest
from django.utils import timezone

from tafelrunde.accounts.models import Player
from tafelrunde.matches import amending
from tafelrunde.matches import live as matches
from tafelrunde.matches import position as fold
from tafelrunde.matches.models import Entry, Match
from tafelrunde.matches.position import Change
from tafelrunde.rooms import picture, votes
from tafelrunde.rooms.models import Room, Vote
from tafelrunde.rooms.opening import open_room
from tafelrunde.rooms.seating import add_bot, sit
from tafelrunde.rooms.starting import start
from tests.platform.rooms.speaking import Here, People, refused, say, texts


@pytest.fixture
def three(room: Room, people: People, here: Here) -> Room:
    """A match of Ann, Bob and Cid, who sit in this order and are all here; Dora watches."""
    Room.objects.update(draw_seats=False)
    for name in ("Ann", "Bob", "Cid"):
        sit(room, people[name])
        here(room, people[name])
    here(room, people["Dora"])
    start(room, people["Ann"])
    room.refresh_from_db()
    return room


def absent(room: Room, seat: int, kind: str = fold.ABSENT) -> None:
    """The seat's player is absent, or back."""
    assert room.match is not None
    assert amending.amend(room.match, lambda _live: Change(kind, seat, fold.now()))


def shown(room: Room) -> dict[str, object] | None:
    """The wire's `vote`."""
    seen = picture.read(room.slug)
    assert seen is not None
    return picture.vote_json(seen)


def status() -> str:
    return Match.objects.get().status


def sitting(room: Room) -> list[str]:
    assert room.match is not None
    return matches.read(room.match.pk).names


def late() -> None:
    """The time of the vote is out."""
    Vote.objects.update(until=timezone.now() - dt.timedelta(seconds=1))


# --- the match is aborted -------------------------------------------------------------------------------------------


def test_a_match_is_aborted_when_all_who_play_agree(three: Room, people: People) -> None:
    say(three, people["Ann"], "/abort")
    assert status() == Match.Status.PLAYING
    assert texts(three)[-1] == "Ann asks to abort the match. Who plays says /accept or /refuse."
    say(three, people["Bob"], "/accept")
    assert status() == Match.Status.PLAYING
    say(three, people["Cid"], "/yes")
    assert status() == Match.Status.ABORTED
    assert texts(three)[-1] == "The match is aborted."
    assert not Vote.objects.exists()


def test_everybody_sees_who_has_agreed_and_who_has_not(three: Room, people: People) -> None:
    version = Room.objects.get().version
    began, length = timezone.now(), dt.timedelta(seconds=30)
    say(three, people["Ann"], "/abort")
    say(three, people["Cid"], "/accept")
    vote = shown(three)
    assert vote is not None
    assert (vote["kind"], vote["seat"], vote["by"]) == ("abort", None, "Ann")
    assert (vote["yes"], vote["waiting"]) == (["Ann", "Cid"], ["Bob"])
    until = dt.datetime.fromtimestamp(int(str(vote["until"])) / 1000, dt.UTC)
    assert began + length - dt.timedelta(milliseconds=1) <= until <= timezone.now() + length
    assert Room.objects.get().version == version + 2


def test_one_refusal_is_enough(three: Room, people: People) -> None:
    say(three, people["Ann"], "/abort")
    say(three, people["Bob"], "/refuse")
    assert (status(), shown(three)) == (Match.Status.PLAYING, None)
    assert texts(three)[-1] == "Bob does not agree: nothing changes."
    say(three, people["Bob"], "/abort")  # and one may ask again
    assert Vote.objects.exists()


def test_to_ask_for_what_is_asked_for_is_to_agree(three: Room, people: People) -> None:
    for name in ("Ann", "Bob", "Cid"):
        say(three, people[name], "/abort")
    assert status() == Match.Status.ABORTED


def test_who_asked_may_take_it_back(three: Room, people: People) -> None:
    say(three, people["Ann"], "/abort")
    say(three, people["Ann"], "/refuse")
    assert texts(three)[-1] == "Ann takes the request back."
    assert not Vote.objects.exists()


def test_to_agree_twice_changes_nothing(three: Room, people: People) -> None:
    say(three, people["Ann"], "/abort")
    say(three, people["Bob"], "/accept")
    version = Room.objects.get().version
    assert say(three, people["Bob"], "/accept") == say(three, people["Ann"], "/accept") == ["You have agreed already."]
    assert Room.objects.get().version == version


def test_when_its_time_is_out_nothing_changes(three: Room, people: People) -> None:
    say(three, people["Ann"], "/abort")
    say(three, people["Bob"], "/accept")
    assert votes.settle_all() is not None
    assert Vote.objects.exists()
    late()
    assert votes.settle_all() is None
    assert votes.settle_all() is None
    assert (status(), shown(three)) == (Match.Status.PLAYING, None)
    assert texts(three).count("Not all have agreed in time: nothing changes.") == 1


def test_who_is_alone_with_bots_or_absent_people_decides_alone(
    room: Room, people: People, three: Room, here: Here
) -> None:
    here.away(three, people["Bob"], people["Cid"])
    say(three, people["Ann"], "/abort")
    assert status() == Match.Status.ABORTED


def test_the_absent_have_no_vote(three: Room, people: People, here: Here) -> None:
    absent(three, 2)
    say(three, people["Ann"], "/abort")
    vote = shown(three)
    assert vote is not None
    assert vote["waiting"] == ["Bob"]
    say(three, people["Bob"], "/accept")
    assert status() == Match.Status.ABORTED


def test_whoever_goes_is_not_waited_for(three: Room, people: People, here: Here) -> None:
    say(three, people["Ann"], "/abort")
    say(three, people["Bob"], "/accept")
    here.away(three, people["Cid"])
    votes.settle_all()
    assert status() == Match.Status.ABORTED


def test_whoever_leaves_the_table_is_not_waited_for(three: Room, people: People) -> None:
    say(three, people["Ann"], "/abort")
    say(three, people["Bob"], "/accept")
    say(three, people["Cid"], "/leave")
    assert status() == Match.Status.ABORTED


def test_a_vote_ends_with_its_match(three: Room, people: People) -> None:
    say(three, people["Ann"], "/abort")
    said = len(texts(three))
    Match.objects.update(status=Match.Status.OVER)
    votes.settle_all()
    assert not Vote.objects.exists()
    assert len(texts(three)) == said


@pytest.mark.parametrize("line", ["/abort", "/accept", "/refuse"])
def test_only_who_plays_has_a_vote(three: Room, people: People, line: str) -> None:
    if line != "/abort":
        say(three, people["Ann"], "/abort")
    assert refused(three, None, line).code == "signed_out"
    assert refused(three, people["Dora"], line).code == "not_seated"
    say(three, people["Cid"], "/leave")
    assert refused(three, people["Cid"], line).code == "not_seated"


@pytest.mark.parametrize("line", ["/abort", "/accept", "/refuse"])
def test_there_are_votes_only_while_a_match_is_played(room: Room, people: People, line: str) -> None:
    say(room, people["Ann"], "/join")
    assert refused(room, people["Ann"], line).code == "not_allowed_now"


@pytest.mark.parametrize("line", ["/accept", "/refuse"])
def test_without_a_vote_there_is_nothing_to_agree_to(three: Room, people: People, line: str) -> None:
    no = refused(three, people["Ann"], line)
    assert (no.code, str(no.text)) == ("not_allowed_now", "There is nothing to vote on.")


def test_after_an_aborted_match_the_table_is_free_again(three: Room, people: People) -> None:
    for name in ("Ann", "Bob", "Cid"):
        say(three, people[name], "/abort")
    say(three, people["Ann"], "/pace brisk")
    say(three, people["Bob"], "/again")
    assert Match.objects.latest("pk").pace == "brisk"


# --- a seat is handed over ------------------------------------------------------------------------------------------


def test_an_absent_players_seat_is_handed_over_when_all_who_play_agree(three: Room, people: People) -> None:
    absent(three, 1)
    assert say(three, people["Dora"], "/join 2") == []
    assert texts(three)[-1] == "Dora asks for Bob's seat 2. Who plays says /accept or /refuse."
    vote = shown(three)
    assert vote is not None
    assert (vote["kind"], vote["seat"], vote["by"], vote["waiting"]) == ("seat", 1, "Dora", ["Ann", "Cid"])
    say(three, people["Ann"], "/accept")
    assert sitting(three) == ["Ann", "Bob", "Cid"]
    say(three, people["Cid"], "/accept")
    assert sitting(three) == ["Ann", "Dora", "Cid"]
    assert {row.seat: row.player for row in three.seats.all()} == dict(
        enumerate((people["Ann"], people["Dora"], people["Cid"]))
    )
    assert texts(three)[-1] == "Dora takes over seat 2."
    assert refused(three, people["Bob"], "/join").code == "not_allowed_now"


def test_a_left_seat_too(three: Room, people: People) -> None:
    say(three, people["Bob"], "/leave")
    say(three, people["Dora"], "/join 2")
    for name in ("Ann", "Cid"):
        say(three, people[name], "/accept")
    assert sitting(three) == ["Ann", "Dora", "Cid"]
    assert three.seats.get(seat=1).player == people["Dora"]


def test_with_nobody_there_to_ask_it_is_given_at_once(three: Room, people: People, here: Here) -> None:
    absent(three, 0)
    absent(three, 1)
    here.away(three, people["Ann"], people["Bob"], people["Cid"])
    say(three, people["Dora"], "/join 1")
    assert sitting(three) == ["Dora", "Bob", "Cid"]
    assert not Vote.objects.exists()


def test_a_newcomer_may_leave_and_come_back_like_anybody(three: Room, people: People, here: Here) -> None:
    test_a_left_seat_too(three, people)
    say(three, people["Dora"], "/leave")
    assert three.seats.filter(seat=1).first() is None
    say(three, people["Dora"], "/join")
    assert three.seats.get(seat=1).player == people["Dora"]
    assert [entry.kind for entry in Entry.objects.order_by("version")] == ["left", "replaced", "left", "back"]


def test_who_has_given_up_a_seat_may_ask_for_one_like_anybody(three: Room, people: People) -> None:
    test_a_left_seat_too(three, people)
    absent(three, 1)
    say(three, people["Bob"], "/join 2")
    vote = shown(three)
    assert vote is not None
    assert vote["by"] == "Bob"


@pytest.mark.parametrize("kind", ["absent", "left"])
def test_whoever_is_back_before_it_ends_keeps_the_seat(three: Room, people: People, kind: str) -> None:
    if kind == "left":
        say(three, people["Bob"], "/leave")
    else:
        absent(three, 1)
    say(three, people["Dora"], "/join 2")
    if kind == "left":
        say(three, people["Bob"], "/join")
    else:
        absent(three, 1, fold.BACK)
        votes.settle_all()
    assert not Vote.objects.exists()
    assert texts(three)[-1] == "The vote is over: Bob is back."
    assert sitting(three) == ["Ann", "Bob", "Cid"]
    assert refused(three, people["Ann"], "/accept").code == "not_allowed_now"


def test_back_at_the_very_moment_of_the_last_agreement(three: Room, people: People) -> None:
    absent(three, 1)
    say(three, people["Dora"], "/join 2")
    say(three, people["Ann"], "/accept")
    absent(three, 1, fold.BACK)
    say(three, people["Cid"], "/accept")
    assert sitting(three) == ["Ann", "Bob", "Cid"]
    assert not Vote.objects.exists()


def test_who_asks_and_goes_gets_nothing(three: Room, people: People, here: Here) -> None:
    absent(three, 1)
    say(three, people["Dora"], "/join 2")
    here.away(three, people["Dora"])
    votes.settle_all()
    assert texts(three)[-1] == "The vote is over: Dora has gone."
    assert sitting(three) == ["Ann", "Bob", "Cid"]


@pytest.mark.parametrize(("line", "code"), [("/join 1", "not_allowed_now"), ("/join 4", "bad_argument")])
def test_a_seat_that_somebody_plays_or_that_is_none_cannot_be_asked_for(
    three: Room, people: People, line: str, code: str
) -> None:
    absent(three, 1)
    no = refused(three, people["Dora"], line)
    assert no.code == code
    assert ("ask for Bob's seat with /join 2" in str(no.text)) is (code == "not_allowed_now")


def test_a_bots_seat_cannot_be_asked_for(room: Room, people: People, here: Here) -> None:
    for name in ("Ann", "Dora"):
        here(room, people[name])
    Room.objects.update(draw_seats=False)
    sit(room, people["Ann"])
    add_bot(room, people["Ann"], count=2)
    start(room, people["Ann"])
    assert refused(room, people["Dora"], "/join 2").code == "not_allowed_now"


def test_who_sits_asks_for_no_other_seat(three: Room, people: People) -> None:
    absent(three, 1)
    assert refused(three, people["Ann"], "/join 2").code == "not_allowed_now"


def test_there_is_one_vote_at_a_time(three: Room, people: People, here: Here) -> None:
    absent(three, 1)
    say(three, people["Dora"], "/join 2")
    say(three, people["Dora"], "/join 2")  # asked twice
    here(three, people["Eve"])
    for name, line in (("Eve", "/join 2"), ("Ann", "/abort")):
        no = refused(three, people[name], line)
        assert (no.code, str(no.text)) == (
            "not_allowed_now",
            "There is a vote already: wait until it is over.",
        )
    assert Vote.objects.get().by == people["Dora"]


def test_after_a_seat_was_handed_over_the_same_people_play_again(three: Room, people: People) -> None:
    test_a_left_seat_too(three, people)
    Match.objects.update(status=Match.Status.OVER)
    say(three, people["Dora"], "/again")
    assert Match.objects.count() == 2


def test_a_vote_of_a_match_whose_rules_are_gone_ends(
    three: Room, people: People, monkeypatch: pytest.MonkeyPatch
) -> None:
    say(three, people["Ann"], "/abort")
    Match.objects.update(ruleset="gone")
    for name in ("Bob", "Cid"):
        try_to_accept(three, people[name])
    late()
    votes.settle_all()
    assert not Vote.objects.exists()


def try_to_accept(room: Room, player: Player) -> None:
    """Agree; the last one is told that this match rests."""
    if player.name == "Bob":
        say(room, player, "/accept")
    else:
        assert refused(room, player, "/accept").code == "suspended"


def test_who_is_banned_from_the_room_gets_no_seat_by_a_vote(three: Room, people: People, here: Here) -> None:
    absent(three, 1)
    say(three, people["Dora"], "/join 2")
    say(three, people["Ann"], "/ban Dora")
    assert shown(three) is None
    assert "Dora" not in sitting(three)


def test_a_vote_that_cannot_be_settled_keeps_no_other_from_its_end(
    three: Room, people: People, here: Here, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = open_room(people["Eve"], three.game, "Other")
    for name in ("Eve", "Fay", "Gus"):
        sit(other, people[name])
        here(other, people[name])
    start(other, people["Eve"])
    other.refresh_from_db()
    say(three, people["Ann"], "/abort")
    say(other, people["Eve"], "/abort")
    late()
    settle = votes.settle

    def broken(room: Room) -> None:
        if room.pk == three.pk:
            raise ZeroDivisionError("a bug in the rules")
        settle(room)

    monkeypatch.setattr(votes, "settle", broken)
    votes.settle_all()
    assert shown(other) is None
    assert shown(three) is None, "its time is over, too"

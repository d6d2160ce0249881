"""Who may sit down: everybody, members, or who has a rating in a range. Bots and who sits already are not concerned."""

from __future__ import annotations

import pytest

from tafelrunde.accounts.models import Player
from tafelrunde.people import ignoring
from tafelrunde.people.friends import befriend
from tafelrunde.ratings.models import Rating
from tafelrunde.rooms.models import Room
from tafelrunde.rooms.seating import add_bot, sit
from tests.platform.rooms.speaking import Here, People, names, outcome, refused, say, texts


@pytest.fixture
def guest(db: None) -> Player:
    return Player.objects.create_user("Gesa", guest=True)


def rated(player: Player, number: int) -> Player:
    Rating.objects.create(player=player, game="king_lui", number=number, mu=25, sigma=8, matches=1)
    return player


def test_members_only(room: Room, people: People, guest: Player) -> None:
    say(room, people["Ann"], "/maysit members")
    assert outcome(lambda: sit(room, guest)) == "not_allowed_now"
    assert sit(room, people["Bob"]) == 0
    assert "Who may sit down: members." in texts(room)


@pytest.mark.parametrize(
    ("typed", "number", "sits"),
    [
        ("900-1200", 899, False),
        ("900-1200", 900, True),
        ("900-1200", 1200, True),
        ("900-1200", 1201, False),
        ("900-", 1500, True),
        ("-1200", 1500, False),
        ("members 1100–", 1100, True),
    ],
)
def test_a_rating_in_a_range(room: Room, people: People, typed: str, number: int, sits: bool) -> None:
    say(room, people["Ann"], f"/maysit {typed}")
    got = outcome(lambda: sit(room, rated(people["Bob"], number)))
    assert got == (0 if sits else "not_allowed_now")


def test_who_has_no_rating_yet_counts_as_they_begin_and_a_guest_has_none(
    room: Room, people: People, guest: Player
) -> None:
    say(room, people["Ann"], "/maysit 1000-1000")
    assert sit(room, people["Bob"]) == 0
    assert outcome(lambda: sit(room, guest)) == "not_allowed_now"


def test_the_host_and_bots_may_always(room: Room, people: People) -> None:
    say(room, people["Ann"], "/maysit 2000-")
    assert sit(room, people["Ann"]) == 0
    add_bot(room, people["Ann"])
    assert len(names(room)) == 2


def test_who_sits_stays_and_may_change_seats(room: Room, people: People, guest: Player) -> None:
    sit(room, guest)
    say(room, people["Ann"], "/maysit members")
    assert names(room) == ["Gesa"]
    assert sit(room, guest, 3) == 3


def test_who_asks_for_a_seat_in_a_match_is_asked_too(playing: Room, people: People, guest: Player, here: Here) -> None:
    say(playing, people["Ann"], "/maysit members")
    say(playing, people["Bob"], "/leave")
    assert outcome(lambda: sit(playing, guest, 1)) == "not_allowed_now"


@pytest.mark.parametrize("typed", ["nobody", "1200-900", "12-13-14", "-", "900", "99999-", "members x"])
def test_what_says_nothing_good_is_refused(room: Room, people: People, typed: str) -> None:
    assert refused(room, people["Ann"], f"/maysit {typed}").code == "bad_argument"


def test_where_friends_may_sit_others_may_not(room: Room, people: People, guest: Player) -> None:
    ann, bob, cid = (people[name] for name in ("Ann", "Bob", "Cid"))
    say(room, ann, "/maysit friends")
    befriend(bob, ann)
    assert outcome(lambda: sit(room, bob)) == "not_allowed_now", "who has only asked is no friend"
    befriend(ann, bob)
    befriend(cid, bob)
    befriend(bob, cid)
    assert outcome(lambda: sit(room, cid)) == outcome(lambda: sit(room, guest)) == "not_allowed_now"
    assert sit(room, bob) == 0
    assert sit(room, ann) == 1
    assert say(room, bob, "/maysit") == ["Who may sit down: friends of the host."]
    say(room, ann, "/maysit friends 1300-")
    assert say(room, bob, "/maysit") == ["Who may sit down: friends of the host with a rating of 1300–."]


def test_whose_friendship_ends_stays_and_does_not_come_back(room: Room, people: People) -> None:
    ann, bob = people["Ann"], people["Bob"]
    befriend(bob, ann)
    befriend(ann, bob)
    say(room, ann, "/maysit friends")
    sit(room, bob)
    ignoring.ignore(ann, bob)
    assert names(room) == ["Bob"]
    say(room, bob, "/leave")
    assert outcome(lambda: sit(room, bob)) == "not_allowed_now"


def test_the_owner_may_sit_and_where_there_is_no_host_friends_of_the_owner(room: Room, people: People) -> None:
    ann, bob = people["Ann"], people["Bob"]
    befriend(bob, ann)
    befriend(ann, bob)
    say(room, ann, "/maysit friends")
    say(room, ann, "/keep on")
    Room.objects.filter(pk=room.pk).update(host=None)
    assert outcome(lambda: sit(room, people["Cid"])) == "not_allowed_now"
    assert sit(room, bob) == 0
    assert sit(room, ann) == 1


def test_without_host_and_owner_any_member_may_begin(room: Room, people: People, guest: Player) -> None:
    Room.objects.filter(pk=room.pk).update(host=None, sits=Room.Sits.FRIENDS)
    assert outcome(lambda: sit(room, guest)) == "not_allowed_now"
    assert sit(room, people["Cid"]) == 0


def test_a_guest_who_is_host_has_no_friends_to_choose(room: Room, guest: Player) -> None:
    Room.objects.filter(pk=room.pk).update(host=guest)
    assert refused(room, guest, "/maysit friends").code == "not_allowed_now"


def test_only_the_host_chooses_and_all_may_ask(room: Room, people: People) -> None:
    assert refused(room, people["Bob"], "/maysit members").code == "host_only"
    say(room, people["Ann"], "/maysit 900-")
    assert say(room, people["Bob"], "/maysit") == ["Who may sit down: members with a rating of 900–."]

"""Friends: one asks, the other accepts, either ends it; both are told what concerns them, and nobody else."""

from __future__ import annotations

import pytest

from tafelrunde.accounts import sanctions
from tafelrunde.accounts.models import Player
from tafelrunde.people import friends
from tafelrunde.people.models import Friendship
from tafelrunde.rooms.models import Room
from tests.platform.rooms.speaking import Committed, Here, People, Told, refused, say


def names(players: object) -> list[str]:
    return [player.name for player in players]  # type: ignore[attr-defined]


def test_one_asks_and_the_other_accepts(people: People) -> None:
    ann, bob = people["Ann"], people["Bob"]
    assert say(None, ann, "/friend bob") == ["Bob is asked whether you are friends."]
    assert (names(friends.friends(ann)), names(friends.asked(ann)), names(friends.asking(bob))) == (
        [],
        ["Bob"],
        ["Ann"],
    )
    assert say(None, bob, "/friend @Ann") == ["Ann is your friend now."]
    for one, other in ((ann, "Bob"), (bob, "Ann")):
        assert (names(friends.friends(one)), names(friends.asked(one)), names(friends.asking(one))) == ([other], [], [])


def test_the_other_is_told_at_once(people: People, told: Told, committed: Committed) -> None:
    people["Bob"]
    with committed():
        say(None, people["Ann"], "/friend Bob")
    with committed():
        say(None, people["Bob"], "/friend Ann")
    asked, accepted = told["notice"]
    assert (asked["player"], asked["by"], asked["values"]) == (people["Bob"].pk, people["Ann"].pk, {"name": "Ann"})
    assert (accepted["player"], accepted["message"]) == (people["Ann"].pk, "{name} is your friend now.")


@pytest.mark.parametrize(
    ("before", "who", "answer"),
    [
        (("Ann", "Bob"), "Ann", "Bob is not asked any more."),
        (("Ann", "Bob"), "Bob", "Ann is not your friend, and is not told so."),
        (("Ann", "Bob", "Bob", "Ann"), "Bob", "Ann is your friend no longer."),
    ],
)
def test_it_is_taken_back_declined_and_ended(people: People, before: tuple[str, ...], who: str, answer: str) -> None:
    for asker, asked in zip(before[::2], before[1::2], strict=True):
        friends.befriend(people[asker], people[asked])
    other = "Bob" if who == "Ann" else "Ann"
    assert say(None, people[who], f"/unfriend {other}") == [answer]
    assert not Friendship.objects.exists()
    assert refused(None, people[who], f"/unfriend {other}").code == "not_allowed_now"


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("/friend Ann", "bad_argument"),
        ("/friend Nobody", "no_such_player"),
        ("/friend", "bad_argument"),
        ("/friend Bob", "not_allowed_now"),
        ("/friend Cid", "not_allowed_now"),
        ("/friend Gesa", "not_allowed_now"),
        ("/watch Gesa", "not_allowed_now"),
        ("/watch Ann", "bad_argument"),
        ("/ignore Ann", "bad_argument"),
        ("/unignore Bob", "not_allowed_now"),
        ("/unwatch Bob", "not_allowed_now"),
    ],
)
def test_what_cannot_be_is_refused(people: People, line: str, code: str) -> None:
    Player.objects.create_user("Gesa", guest=True)
    friends.befriend(people["Ann"], people["Bob"])
    friends.befriend(people["Ann"], people["Cid"])
    friends.befriend(people["Cid"], people["Ann"])
    assert refused(None, people["Ann"], line).code == code


def test_a_guest_has_no_friends_and_watches_for_nobody_but_may_ignore(people: People) -> None:
    guest = Player.objects.create_user("Gesa", guest=True)
    people["Ann"]
    for line in ("/friend Ann", "/watch Ann"):
        no = refused(None, guest, line)
        assert (no.code, "Become a member" in str(no.text)) == ("not_allowed_now", True)
    assert say(None, guest, "/ignore Ann")


def test_a_guest_who_has_become_a_member_may(people: People) -> None:
    guest = Player.objects.create_user("Gesa", guest=True)
    Player.objects.filter(pk=guest.pk).update(guest=False)
    assert say(None, people["Ann"], "/friend Gesa")


def test_who_is_muted_asks_nobody_and_accepts(people: People) -> None:
    people["Cid"]
    sanctions.mute(people["Bob"], None, "shouting")
    friends.befriend(people["Ann"], people["Bob"])
    assert refused(None, people["Bob"], "/friend Cid").code == "muted"
    assert say(None, people["Bob"], "/friend Ann") == ["Ann is your friend now."]


@pytest.mark.usefixtures("nothing_fills_up")
def test_who_asks_many_is_told_how_long_to_wait(people: People) -> None:
    for number in range(10):
        friends.befriend(people["Ann"], people[f"Bob{number}"])
    people["Zoe"]
    no = refused(None, people["Ann"], "/friend Zoe")
    assert (no.code, no.more["wait"] > 1000) == ("too_fast", True)


def test_the_list_says_who_is_where(room: Room, people: People, here: Here) -> None:
    for name in ("Bob", "Cid", "Dora"):
        friends.befriend(people[name], people["Ann"])
        friends.befriend(people["Ann"], people[name])
    friends.befriend(people["Eve"], people["Ann"])
    here(room, people["Bob"])
    here("/", people["Cid"])
    assert say(None, people["Ann"], "/friends") == [
        "Bob is in Evening round: /goto evening-round",
        "Cid is in the lobby.",
        "Dora is not online.",
        "To be your friends ask: Eve. With /friend NAME you accept.",
    ]
    assert say(None, people["Fay"], "/friends") == ["You have no friends here yet: /friend NAME."]

import pytest

from tafelrunde.matches.models import Match
from tafelrunde.rooms.models import Room
from tests.platform.rooms.speaking import People, refused, say


@pytest.mark.parametrize("name", ["Ann", "Bob"])
def test_anybody_seated_begins_again_with_the_same_people(over: Room, people: People, name: str) -> None:
    say(over, people[name], "/again")
    assert Room.objects.get().match == Match.objects.latest("pk")
    assert Match.objects.count() == 2


def test_with_other_people_the_host_decides(over: Room, people: People) -> None:
    say(over, people["Dora"], "/join")
    assert refused(over, people["Bob"], "/again").code == "not_allowed_now"
    say(over, people["Ann"], "/again")
    assert Match.objects.count() == 2


def test_when_somebody_has_left_too_few_are_refused(over: Room, people: People) -> None:
    say(over, people["Bob"], "/leave")
    no = refused(over, people["Ann"], "/again")
    assert (no.code, "needs at least 3" in str(no.text)) == ("not_allowed_now", True)


def test_only_who_sits_and_only_after_a_match(room: Room, people: People) -> None:
    say(room, people["Ann"], "/join")
    assert refused(room, None, "/again").code == "signed_out"
    assert refused(room, people["Dora"], "/again").code == "not_seated"
    assert refused(room, people["Ann"], "/again").code == "not_allowed_now"


def test_not_during_a_match(playing: Room, people: People) -> None:
    assert refused(playing, people["Ann"], "/again").code == "not_allowed_now"


def test_after_an_aborted_match_too(playing: Room, people: People) -> None:
    Match.objects.update(status=Match.Status.ABORTED)
    say(playing, people["Bob"], "/again")
    assert Match.objects.count() == 2

from django.db import connection
from django.test.utils import CaptureQueriesContext

from tafelrunde.accounts.models import Player
from tafelrunde.live.sockets import Person
from tafelrunde.rooms import picture, registry
from tafelrunde.rooms.models import Room
from tests.platform.rooms.speaking import People, call, say


def buttons(room: Room, player: Player | None) -> list[str]:
    return [f"{'*' if button.primary else ''}{button.say}" for button in registry.buttons(call(room, player))]


def test_each_sees_what_can_be_done_now_with_the_next_step_in_front(room: Room, people: People) -> None:
    assert buttons(room, None) == []
    assert buttons(room, people["Bob"]) == ["*/join"]
    assert buttons(room, people["Ann"]) == ["*/join", "/bot"]
    say(room, people["Ann"], "/join")
    assert buttons(room, people["Ann"]) == ["*/bot", "/leave"]
    say(room, people["Ann"], "/bot 2")
    assert buttons(room, people["Ann"]) == ["*/start", "/bot", "/leave"]
    say(room, people["Ann"], "/bot 2")
    assert buttons(room, people["Ann"]) == ["*/start", "/leave"]
    assert buttons(room, people["Bob"]) == ["/queue"]


def test_in_a_match_one_may_leave_and_come_back(playing: Room, people: People) -> None:
    assert buttons(playing, people["Bob"]) == ["/leave"]
    say(playing, people["Bob"], "/leave")
    assert buttons(playing, people["Bob"]) == ["*/join"]
    assert buttons(playing, people["Dora"]) == ["/queue"]


def test_after_a_match_again_is_next_while_the_same_people_sit(over: Room, people: People) -> None:
    assert buttons(over, people["Bob"]) == ["*/again", "/leave"]
    assert buttons(over, people["Ann"]) == ["*/again", "/bot", "/leave"]
    say(over, people["Dora"], "/join")
    assert buttons(over, people["Bob"]) == ["/leave"]
    assert buttons(over, people["Ann"]) == ["*/start", "/bot", "/leave"]


def test_labels_are_in_the_readers_language(room: Room, people: People) -> None:
    assert [button.label for button in registry.buttons(call(room, people["Bob"]))] == ["Join"]


def test_a_picture_shows_them_without_asking_the_database(over: Room, people: People) -> None:
    seen = picture.read(over.slug)
    assert seen is not None
    bob = Person(people["Bob"].pk, "Bob", False)
    with CaptureQueriesContext(connection) as asked:
        assert registry.buttons(seen.call(bob, "en"))
        assert registry.available(seen.call(None, "en"))
    assert not asked.captured_queries

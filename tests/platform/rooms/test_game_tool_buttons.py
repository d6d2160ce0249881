from django.db import connection
from django.test.utils import CaptureQueriesContext

from tafelrunde.accounts.models import Player
from tafelrunde.live.sockets import Person
from tafelrunde.rooms import admitting, picture, registry
from tafelrunde.rooms.models import Room
from tests.platform.rooms.speaking import People, call, say


def buttons(room: Room, player: Player | None) -> list[str]:
    return [f"{'*' if button.primary else ''}{button.say}" for button in registry.buttons(call(room, player))]


def test_each_sees_what_can_be_done_now_with_the_next_step_in_front(room: Room, people: People) -> None:
    assert buttons(room, None) == []
    assert buttons(room, people["Bob"]) == ["*/join", "/learn"]
    assert buttons(room, people["Ann"]) == ["*/join", "/bot", "/learn"]
    say(room, people["Ann"], "/join")
    assert buttons(room, people["Ann"]) == ["*/bot", "/leave", "/learn", "/invite"]
    say(room, people["Ann"], "/bot 2")
    assert buttons(room, people["Ann"]) == ["*/start", "/bot", "/leave", "/learn", "/invite"]
    say(room, people["Ann"], "/bot 2")
    assert buttons(room, people["Ann"]) == ["*/start", "/leave", "/learn"]
    assert buttons(room, people["Bob"]) == ["/learn", "/queue"]


def test_who_waits_at_a_table_invites_unless_only_the_host_gives_links(room: Room, people: People) -> None:
    say(room, people["Bob"], "/join")
    assert buttons(room, people["Bob"]) == ["/leave", "/learn", "/invite"]
    assert "/invite" not in buttons(room, people["Ann"])
    say(room, people["Ann"], "/join")
    admitting.set_entry(room, people["Ann"], "password", "plums")
    room.refresh_from_db()
    assert "/invite" not in buttons(room, people["Bob"])
    assert "/invite" in buttons(room, people["Ann"])


def test_in_a_match_one_may_leave_and_come_back(playing: Room, people: People) -> None:
    assert buttons(playing, people["Bob"]) == ["/leave"]
    say(playing, people["Bob"], "/leave")
    assert buttons(playing, people["Bob"]) == ["*/join"]
    assert buttons(playing, people["Dora"]) == ["/queue"]


def test_after_a_match_again_is_next_while_the_same_people_sit(over: Room, people: People) -> None:
    assert buttons(over, people["Bob"]) == ["*/again", "/leave", "/invite"]
    assert buttons(over, people["Ann"]) == ["*/again", "/bot", "/leave", "/invite"]
    say(over, people["Dora"], "/join")
    assert buttons(over, people["Bob"]) == ["/leave", "/invite"]
    assert buttons(over, people["Ann"]) == ["*/start", "/bot", "/leave", "/invite"]


def test_labels_are_in_the_readers_language(room: Room, people: People) -> None:
    assert [button.label for button in registry.buttons(call(room, people["Bob"]))] == ["Join", "Learn it"]


def test_a_picture_shows_them_without_asking_the_database(over: Room, people: People) -> None:
    seen = picture.read(over.slug)
    assert seen is not None
    bob = Person(people["Bob"].pk, "Bob", False)
    with CaptureQueriesContext(connection) as asked:
        assert registry.buttons(seen.call(bob, "en"))
        assert registry.available(seen.call(None, "en"))
    assert not asked.captured_queries

import pytest

from tafelrunde.matches import texts as texts_of_games
from tafelrunde.rooms import hosting, seating, starting
from tafelrunde.rooms.models import Room
from tests.platform.rooms.catalogues import Catalogue
from tests.platform.rooms.speaking import People, names, outcome, refused, say, texts


@pytest.mark.parametrize(
    ("line", "bots"),
    [
        ("/bot", ["courtier"]),
        ("/bot novice", ["novice"]),
        ("/bot Novice", ["novice"]),
        ("/bot 2", ["courtier", "courtier"]),
        ("/bot novice 2", ["novice", "novice"]),
        ("/bot 2 novice", ["novice", "novice"]),
        ("/robot", ["courtier"]),
        ("/bot sage", ["sage"]),
        ("/bot Sage 2", ["sage", "sage"]),
    ],
)
def test_the_host_seats_bots(room: Room, people: People, line: str, bots: list[str]) -> None:
    say(room, people["Ann"], line)
    assert names(room) == bots


def test_everybody_is_told_of_bots(room: Room, people: People) -> None:
    say(room, people["Ann"], "/bot")
    say(room, people["Ann"], "/bot novice 2")
    assert texts(room) == ["A bot sits down: courtier.", "2 bots sit down: novice."]


def test_too_many_bots_are_refused_together(room: Room, people: People) -> None:
    assert refused(room, people["Ann"], "/bot 6").code == "room_full"
    assert names(room) == []
    say(room, people["Ann"], "/bot 5")
    assert refused(room, people["Ann"], "/bot").code == "room_full"


@pytest.mark.parametrize("line", ["/bot chef", "/bot 0", "/bot novice x", "/bot 1 2 3", "/bot 99999999999", "/bot <b>"])
def test_what_is_no_bot_is_refused(room: Room, people: People, line: str) -> None:
    assert refused(room, people["Ann"], line).code == "bad_argument"


def test_bots_are_told_apart_by_names_without_spaces(room: Room, people: People) -> None:
    say(room, people["Ann"], "/join")
    say(room, people["Ann"], "/bot 2")
    say(room, people["Ann"], "/bot novice")
    lines = say(room, None, "/who")
    assert lines[1:4] == ["2: Courtier, a bot", "3: Courtier-2, a bot", "4: Novice, a bot"]


def test_a_bot_never_has_a_players_name(room: Room, people: People) -> None:
    say(room, people["courtier"], "/join")
    say(room, people["Ann"], "/bot")
    assert "2: Courtier-2, a bot" in say(room, None, "/who")


@pytest.mark.parametrize("line", ["/kick 2", "/kick Bob", "/kick @bob", '/kick "Bob"', "/kick ＢＯＢ"])
def test_the_host_frees_a_seat_by_number_or_name(room: Room, people: People, line: str) -> None:
    say(room, people["Ann"], "/join")
    say(room, people["Bob"], "/join")
    say(room, people["Ann"], line)
    assert names(room) == ["Ann"]
    assert "Ann asks Bob to leave the table." in texts(room)


@pytest.mark.parametrize(
    ("line", "left"),
    [("/kick courtier-2", [0, 2]), ("/kick novice", [0, 1]), ("/kick bot", [0, 1]), ("/kick Courtier", [1, 2])],
)
def test_the_host_sends_bots_away_by_name_or_kind(room: Room, people: People, line: str, left: list[int]) -> None:
    say(room, people["Ann"], "/bot 2")
    say(room, people["Ann"], "/bot novice")
    say(room, people["Ann"], line)
    assert [row.seat for row in room.seats.all()] == left


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("/kick", "bad_argument"),
        ("/kick Bob Ann", "bad_argument"),
        ("/kick 9", "bad_argument"),
        ("/kick 0", "bad_argument"),
        ("/kick 4", "no_such_player"),
        ("/kick Zoe", "no_such_player"),
        ("/kick @", "bad_argument"),
        ("/kick Ann", "bad_argument"),
    ],
)
def test_who_is_not_there_cannot_be_kicked(room: Room, people: People, line: str, code: str) -> None:
    say(room, people["Ann"], "/join")
    assert refused(room, people["Ann"], line).code == code


@pytest.mark.parametrize("line", ["/bot", "/kick 1"])
def test_only_the_host_and_not_in_a_match(room: Room, playing: Room, people: People, line: str) -> None:
    assert refused(room, None, line).code == "signed_out"
    assert refused(room, people["Bob"], line).code == "host_only"
    assert "that is Ann" in str(refused(room, people["Bob"], line).text)
    assert refused(room, people["Ann"], line).code == "not_allowed_now"


def test_no_bot_that_the_game_has_not_is_the_answer_with_those_it_has(room: Room, people: People) -> None:
    assert "Bots: courtier, novice, sage." in str(refused(room, people["Ann"], "/bot chef").text)


def test_the_sage_has_a_name_in_every_language(room: Room, people: People, monkeypatch: pytest.MonkeyPatch) -> None:
    german = Catalogue({"sage": "Weiser"})
    monkeypatch.setattr(texts_of_games, "catalog", lambda: german)
    say(room, people["Ann"], "/bot weiser")
    assert names(room) == ["sage"]


def test_nor_by_a_call_that_began_before_the_match_did(playing: Room, people: People) -> None:
    before = names(playing)
    for late in (lambda: seating.add_bot(playing, people["Ann"]), lambda: seating.remove(playing, people["Ann"], 1)):
        assert outcome(late) == "not_allowed_now"
    assert names(playing) == before


def test_nor_by_who_was_host_until_a_moment_ago(room: Room, people: People) -> None:
    for name in ("Ann", "Bob"):
        seating.sit(room, people[name])
    hosting.hand_over(room, people["Ann"], people["Bob"].name)
    for late in (
        lambda: seating.add_bot(room, people["Ann"]),
        lambda: seating.remove(room, people["Ann"], 0),
        lambda: starting.start(room, people["Ann"]),
        lambda: hosting.hand_over(room, people["Ann"], "Ann"),
    ):
        assert outcome(late) == "host_only"
    assert names(room) == ["Ann", "Bob"]

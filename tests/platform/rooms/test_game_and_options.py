import pytest

from tafelrunde import games
from tafelrunde.game import Game, Line, Option, Result
from tafelrunde.games import Plugin, Registry
from tafelrunde.matches.models import Match
from tafelrunde.rooms import choices
from tafelrunde.rooms.models import Room
from tests.platform.rooms.speaking import People, names, refused, say, texts


class Duel(Game[None, None]):
    """For two, with one bot of its own kind."""

    slug, name, seats, ruleset, hidden = "quick_duel", Line("Quick Duel"), range(2, 3), "1", False

    def setup(self, *_given: object) -> None: ...
    def moves(self, *_given: object) -> tuple[str, ...]:
        return ()

    def play(self, *_given: object) -> None: ...
    def view(self, *_given: object) -> dict[str, object]:
        return {}

    def story(self, *_given: object) -> tuple[Line, ...]:
        return ()

    def result(self, *_given: object) -> Result | None:
        return None


@pytest.fixture
def duel(monkeypatch: pytest.MonkeyPatch) -> None:
    plugins = {**games.registry().plugins, "quick_duel": Plugin(Duel(), {"1": Duel()}, "tests")}
    monkeypatch.setattr(games, "registry", lambda: Registry(plugins))


def chosen(room: Room) -> dict[str, object]:
    room.refresh_from_db()
    return {option.name: choices.value_of(room, option) for option in choices.options(room)}


def test_option_alone_lists_options_with_their_values(room: Room) -> None:
    lines = say(room, None, "/option")
    assert lines[0].startswith("kitchen_dragon = choose: A dragon from the kitchen; one of choose (")
    assert lines[1] == "open_plates = off: Open plates; one of on, off"
    assert lines[2].startswith("pace = none: Time for a move; one of none (no clock), relaxed (relaxed: 90 seconds), ")
    assert lines[3] == "rated = on: Rated; one of on, off"
    assert lines[4] == "draw = on: Seats are drawn at the start; one of on, off"


def test_option_with_a_name_tells_that_one(room: Room) -> None:
    assert say(room, None, "/option draw") == ["draw = on: Seats are drawn at the start; one of on, off"]


@pytest.mark.parametrize(
    "line",
    [
        "/option kitchen_dragon wait",
        "/option Kitchen-Dragon WAIT",
        "/option kitchen dragon  wait",
        "/option kitchen_dragon=wait",
        "/option kitchen_dragon: wait",
        "/OPTIONS a dragon from the kitchen wait",
        "/option kitchen_dragon it waits, your turn is over",
    ],
)
def test_the_host_chooses_an_option(room: Room, people: People, line: str) -> None:
    assert say(room, people["Ann"], line) == []
    assert chosen(room)["kitchen_dragon"] == "wait"
    assert texts(room)[-1] == "A dragon from the kitchen: it waits, your turn is over"


@pytest.mark.parametrize(("word", "value"), [("off", False), ("no", False), ("ON", True), ("1", True)])
def test_switches_are_forgiving(room: Room, people: People, word: str, value: bool) -> None:
    say(room, people["Ann"], f"/option draw {word}")
    say(room, people["Ann"], f"/option open_plates {word}")
    assert (chosen(room)["draw"], chosen(room)["open_plates"]) == (value, value)


def test_what_is_no_value_is_refused_with_what_would_be(room: Room, people: People) -> None:
    no = refused(room, people["Ann"], "/option kitchen_dragon maybe")
    assert (no.code, str(no.text)) == ("bad_argument", "kitchen_dragon is one of: choose, wait.")
    no = refused(room, people["Ann"], "/option kitchen <script>alert(1)</script>")
    assert (no.code, "Options: kitchen_dragon, open_plates, pace, rated, draw" in str(no.text)) == (
        "bad_argument",
        True,
    )


def test_choosing_what_is_chosen_changes_nothing(room: Room, people: People) -> None:
    say(room, people["Ann"], "/option draw on")
    assert Room.objects.get().version == room.version
    assert texts(room) == []


@pytest.mark.parametrize("line", ["/option draw off", "/game quick_duel", "/pace brisk", "/rated off"])
def test_the_host_alone_chooses_and_only_between_matches(room: Room, people: People, duel: None, line: str) -> None:
    assert refused(room, None, line).code == "signed_out"
    assert refused(room, people["Bob"], line).code == "host_only"
    say(room, people["Ann"], "/bot 3")
    say(room, people["Ann"], "/start")
    assert refused(room, people["Ann"], line).code == "not_allowed_now"


def test_an_option_that_the_game_has_forgotten_has_its_default(room: Room) -> None:
    Room.objects.update(options={"gone": 1, "kitchen_dragon": "gone"})
    usual = {"kitchen_dragon": "choose", "open_plates": False, "pace": "none", "rated": True, "draw": True}
    assert chosen(room) == usual


def start_with_two_members(room: Room, people: People) -> None:
    say(room, people["Bob"], "/join")
    say(room, people["Ann"], "/join")
    say(room, people["Ann"], "/bot 2")
    say(room, people["Ann"], "/start")


@pytest.mark.parametrize("line", ["/pace brisk", "/Pace BRISK", "/option pace brisk", "/clock brisk: 30 seconds"])
def test_the_host_chooses_the_pace_of_the_next_match(room: Room, people: People, line: str) -> None:
    assert say(room, people["Ann"], line) == []
    assert texts(room)[-1] == "Time for a move: brisk: 30 seconds"
    start_with_two_members(room, people)
    match = Match.objects.get()
    assert (match.pace, match.rated) == ("brisk", True)


@pytest.mark.parametrize("line", ["/rated off", "/ranked no", "/option rated off"])
def test_the_host_chooses_whether_matches_count(room: Room, people: People, line: str) -> None:
    assert say(room, people["Ann"], line) == []
    assert texts(room)[-1] == "Rated: off"
    start_with_two_members(room, people)
    assert not Match.objects.get().rated


def test_alone_they_tell_what_is_chosen(room: Room) -> None:
    assert say(room, None, "/rated") == ["rated = on: Rated; one of on, off"]
    [line] = say(room, None, "/pace")
    assert line.startswith("pace = none: Time for a move; one of none (no clock)")


def test_a_pace_that_is_none_is_refused_with_those_that_are(room: Room, people: People) -> None:
    no = refused(room, people["Ann"], "/pace fast")
    assert (no.code, str(no.text)) == ("bad_argument", "pace is one of: none, relaxed, brisk, daily.")
    assert refused(room, people["Ann"], "/rated perhaps").code == "bad_argument"


def test_game_lists_the_games(room: Room, duel: None) -> None:
    lines = say(room, None, "/game")
    assert "king_lui: King Lui, 3 to 5 players (played here)" in lines
    assert "quick_duel: Quick Duel, 2 to 2 players" in lines
    assert [line.partition(":")[0] for line in lines] == list(games.installed())


@pytest.mark.parametrize("line", ["/game quick_duel", "/game Quick Duel", '/game "quick duel"', "/game QUICK"])
def test_the_host_chooses_the_game(room: Room, people: People, duel: None, line: str) -> None:
    say(room, people["Ann"], line)
    room.refresh_from_db()
    assert (room.game, room.options) == ("quick_duel", {})
    assert texts(room)[-1] == "The game is Quick Duel now."


@pytest.mark.parametrize("line", ["/game chess", "/game <b>", "/game -"])
def test_a_game_that_is_not_there_is_refused_with_those_that_are(
    room: Room, people: People, duel: None, line: str
) -> None:
    no = refused(room, people["Ann"], line)
    assert (no.code, f"Games: {', '.join(games.installed())}." in str(no.text)) == ("bad_argument", True)


def test_another_game_keeps_people_and_as_many_bots_as_have_room(room: Room, people: People, duel: None) -> None:
    say(room, people["Ann"], "/bot 2")
    say(room, people["Ann"], "/join 5")
    say(room, people["Ann"], "/game quick_duel")
    assert names(room) == ["anymove", "Ann"]
    assert [row.seat for row in room.seats.all()] == [0, 1]


def test_too_many_people_for_a_game_are_not_sent_away(room: Room, people: People, duel: None) -> None:
    for name in ("Ann", "Bob", "Cid"):
        say(room, people[name], "/join")
    no = refused(room, people["Ann"], "/game quick_duel")
    assert (no.code, "at most 2" in str(no.text)) == ("not_allowed_now", True)


def test_with_another_game_the_match_before_is_no_longer_shown(over: Room, people: People, duel: None) -> None:
    say(over, people["Bob"], "/leave")
    say(over, people["Ann"], "/game quick_duel")
    assert Room.objects.get().match is None
    assert refused(over, people["Ann"], "/again").code == "not_allowed_now"


def test_draw_is_an_option_like_those_of_games() -> None:
    assert isinstance(choices.DRAW, Option)

import pytest
from django.utils import translation

from tafelrunde.game import Line, Seat, plural
from tafelrunde.rooms import chat
from tafelrunde.rooms.models import ChatLine, Room
from tests.platform.rooms.catalogues import Catalogue
from tests.platform.rooms.speaking import Committed, People, Told, refused, say, texts


def test_a_line_is_as_the_wire_has_it(room: Room, people: People) -> None:
    say(room, people["Ann"], "hello")
    [line] = chat.last_lines(room, None)
    at = line.pop("at")
    assert line == {"id": ChatLine.objects.get().pk, "kind": "say", "from": "Ann", "text": "hello"}
    assert isinstance(at, int)
    assert at > 1_600_000_000_000


def test_me_is_an_emote(room: Room, people: People) -> None:
    say(room, people["Ann"], "/me waves")
    [line] = chat.last_lines(room, None)
    assert (line["kind"], line["from"], line["text"]) == ("emote", "Ann", "waves")
    assert refused(room, people["Ann"], "/me").code == "bad_argument"


def test_a_visitor_without_a_name_only_listens(room: Room) -> None:
    for line in ("hello", "/me waves", "/tell Ann hi"):
        assert refused(room, None, line).code == "signed_out"
    assert texts(room) == []


@pytest.mark.parametrize(
    "text",
    [
        "",
        "   ",
        "\n",
        "\x00\x07",
        "//\u202e"[2:],
        "\ud800",
        "\u200b",
        "\u2060 \ufe0f",
        "\u3164",
        "\u2800",
        "\u200e\u00a0",
    ],
)
def test_nothing_is_not_said(room: Room, people: People, text: str) -> None:
    assert refused(room, people["Ann"], text).code == "bad_argument"


def test_at_most_500_characters_a_line(room: Room, people: People) -> None:
    say(room, people["Ann"], "🙂" * 500)
    assert refused(room, people["Ann"], "x" * 501).code == "bad_argument"
    assert refused(room, people["Ann"], "/me " + "x" * 501).code == "bad_argument"
    assert [len(text) for text in texts(room)] == [500]


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("a\nb\r\nc", "a b  c"),
        ("a\u2028b", "a b"),
        ("a\x00\x1b[31mb\x7f", "a[31mb"),
        ("abc\u202egnp\u2066x\u2069", "abcgnpx"),
        ("half \ud83d gone", "half  gone"),
        ("👩\u200d👩\u200d👧 é שלום", "👩\u200d👩\u200d👧 é שלום"),
        ("%s {who} {0.__class__} %(x)d", "%s {who} {0.__class__} %(x)d"),
    ],
)
def test_a_line_is_one_line_without_what_disturbs(room: Room, people: People, typed: str, kept: str) -> None:
    say(room, people["Ann"], typed)
    assert texts(room) == [kept]


def test_the_last_hundred_lines_the_oldest_first(room: Room, people: People) -> None:
    for n in range(103):
        chat.say(room, people["Ann"], str(n))
    assert texts(room) == [str(n) for n in range(3, 103)]


def test_lines_of_the_room_are_in_the_language_of_who_reads(
    room: Room, people: People, monkeypatch: pytest.MonkeyPatch
) -> None:
    german = {"{who} sits down.": "{who} setzt sich.", "King Lui": "König Lui", "{n} cups": "{n} Becher"}
    catalogues = {"en": Catalogue(), "de": Catalogue(german)}
    monkeypatch.setattr("tafelrunde.matches.texts.catalog", lambda: catalogues[str(translation.get_language())])
    say(room, people["Ann"], "/join")
    chat.system(room, "{game} for {cups}", game=Line("King Lui"), cups=plural("{n} cup", "{n} cups", 3))
    chat.system(room, plural("{n} cup", "{n} cups", 1))
    assert texts(room) == ["Ann sits down.", "King Lui for 3 cups", "1 cup"]
    with translation.override("de"):
        assert texts(room)[:2] == ["Ann setzt sich.", "König Lui for 3 Becher"]


def test_names_in_lines_of_the_room_are_never_taken_for_messages(room: Room) -> None:
    chat.system(room, "{who} sits down.", who="{host} %s <b>")
    assert texts(room) == ["{host} %s <b> sits down."]
    assert Seat(0) not in ChatLine.objects.get().values.values()


def test_a_line_is_told_whole_when_it_is_committed(
    room: Room, people: People, told: Told, committed: Committed
) -> None:
    with committed():
        say(room, people["Ann"], "hello")
        assert not told["line"]
    [message] = told["line"]
    assert message["slug"] == room.slug
    assert [chat.shown(message["line"])] == chat.last_lines(room, None)

import pytest

from tafelrunde.rooms import registry
from tafelrunde.rooms.calls import PLAY
from tafelrunde.rooms.models import Room
from tests.platform.rooms.speaking import People, names, refused, say, texts


@pytest.mark.parametrize(
    "line",
    [
        "/join",
        "/JOIN",
        "  /join  ",
        "/ join",
        "/   Join",
        "／ｊｏｉｎ",
        "/sit",
        "/\u3000join",
        "/join\n",
        "/jo\u0131n".replace("\u0131", "i"),
    ],
)
def test_case_width_and_spaces_do_not_matter(room: Room, people: People, line: str) -> None:
    say(room, people["Ann"], line)
    assert names(room) == ["Ann"]


FAMILIAR = {
    "join": "sit",
    "leave": "stand quit exit",
    "start": "begin",
    "again": "rematch",
    "bot": "robot bots addbot",
    "kick": "remove",
    "abort": "cancel stop",
    "accept": "yes ok agree",
    "refuse": "no decline reject",
    "game": "games",
    "option": "options opt",
    "pace": "clock time speed",
    "rated": "ranked",
    "rooms": "list tables",
    "goto": "go g enter visit",
    "newroom": "new open",
    "who": "players",
    "whereis": "where find locate",
    "whois": "finger info",
    "tell": "w whisper msg t",
    "reply": "r answer re",
    "me": "emote",
    "rules": "rule",
    "rank": "ranking rating",
    "notation": "moves verbs",
    "set": "setting settings preference",
    "prop": "property",
    "help": "h ? commands",
    "host": "",
}


@pytest.mark.parametrize(("name", "words"), FAMILIAR.items())
def test_all_commands_are_there_and_the_familiar_words_mean_them(name: str, words: str) -> None:
    for word in (name, *words.split()):
        found = registry.find(f"/{word}")
        assert found is not None, word
        assert found.name == name


@pytest.mark.parametrize("line", ["/join   2", "/join 2 ", "/ join\t2", '/join "2"', "/join ２"])
def test_nor_do_they_between_arguments(room: Room, people: People, line: str) -> None:
    say(room, people["Ann"], line)
    assert room.seats.get().seat == 1


@pytest.mark.parametrize(
    ("line", "hint"), [("/strat", "/start"), ("/jion", "/join"), ("/hlep", "/help"), ("/whispr Ann hi", "/tell")]
)
def test_a_slip_is_answered_with_what_may_have_been_meant(room: Room, people: People, line: str, hint: str) -> None:
    no = refused(room, people["Ann"], line)
    assert (no.code, no.more) == ("unknown_command", {"hint": hint})
    assert str(no.text).endswith(f"did you mean {hint}?")


@pytest.mark.parametrize("line", ["/", "/ ", "/xyzzy", "/<img src=x onerror=alert(1)>", "/\x07", "/" + "y" * 400])
def test_what_is_like_nothing_is_pointed_to_help_and_never_shown(room: Room, people: People, line: str) -> None:
    no = refused(room, people["Ann"], line)
    assert (no.code, no.more) == ("unknown_command", {"hint": "/help"})
    assert len(str(no.text)) < 200
    assert texts(room) == []


def test_in_a_match_moves_are_suggested_too(playing: Room, people: People) -> None:
    assert refused(playing, people["Ann"], "/tkae wine").more == {"hint": "/take"}
    assert refused(playing, people["Dora"], "/tkae wine").more != {"hint": "/take"}


def test_a_move_typed_when_nothing_is_played_is_answered(room: Room, playing: Room, people: People, over: Room) -> None:
    no = refused(over, people["Ann"], "/take wine")
    assert (no.code, str(no.text)) == ("not_allowed_now", "There is no match being played.")
    assert texts(room)[-1] == "The match begins."


def test_a_move_that_is_none_now_is_answered(playing: Room, people: People) -> None:
    assert refused(playing, people["Ann"], "/take wine").code == "illegal_move"
    assert refused(playing, people["Dora"], "/take wine").code == "not_seated"


def test_a_line_without_a_slash_is_said_and_two_slashes_say_one(room: Room, people: People) -> None:
    say(room, people["Ann"], "hello /start")
    say(room, people["Ann"], "//start the match")
    say(room, people["Ann"], " ／／x")
    assert texts(room) == ["hello /start", "/start the match", "／x"]


@pytest.mark.parametrize(
    ("line", "word"),
    [("/Take wine", "take"), ("hello", None), ("//x", None), ("／take", "take"), ("/", ""), ("", None)],
)
def test_the_word_of_a_command(line: str, word: str | None) -> None:
    assert registry.command_word(line) == word


def test_names_work_in_the_languages_of_the_site(room: Room, people: People, monkeypatch: pytest.MonkeyPatch) -> None:
    german = {"join": "hinsetzen platznehmen", "me": "start", "start": "begrüße"}
    monkeypatch.setattr(registry, "pgettext", lambda _context, name: german.get(name, name))
    registry._by_word.cache_clear()
    try:
        say(room, people["Ann"], "/Platznehmen")
        say(room, people["Ann"], "/bot 3")
        say(room, people["Ann"], "/BEGRUSSE")
    finally:
        monkeypatch.undo()
        registry._by_word.cache_clear()
    assert texts(room)[-1] == "The match begins."


def test_a_command_must_say_what_it_does() -> None:
    def undocumented(_call: object) -> None: ...

    def unreadable(_call: object, _number: int) -> None:
        """/unreadable: takes a number that does not say how it is read."""

    for run in (undocumented, unreadable):
        with pytest.raises(TypeError):
            registry.command(run.__name__, about=PLAY)(run)
    with pytest.raises(TypeError):
        registry.command("begin", about=PLAY)(unreadable)
    assert registry.find("/undocumented") is None

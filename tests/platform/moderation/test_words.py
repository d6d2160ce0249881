"""Words that are not said here: a line with one gets a clear refusal, and goes nowhere; moderators keep the list."""

from __future__ import annotations

import time

import pytest
from django.core.exceptions import ValidationError

from tafelrunde.accounts import sanctions
from tafelrunde.accounts.models import Player
from tafelrunde.accounts.names import validate_name
from tafelrunde.house import heard, words
from tafelrunde.house.models import AdminAct, BarredWord
from tafelrunde.rooms.models import ChatLine, Room
from tests.platform.moderation.conftest import Browser
from tests.platform.rooms.speaking import Here, People, outcome, refused, say


@pytest.fixture
def plonk(room: Room) -> str:
    """A word that this process knows to be barred."""
    words.bar("Plónk", None)
    heard.look()
    return "plonk"


@pytest.mark.parametrize(
    "line",
    [
        "what a PLONK!",
        "/me is a plonk",
        "/tell Ann you plonk",
        "/reply plonk",
        "/letter Ann you plonk",
        "/text plonk, that is",
        "/newroom The plonk",
        "pl\u200bonk",
        "ｐｌｏｎｋ",
    ],
)
def test_nobody_says_writes_or_whispers_it(room: Room, people: People, here: Here, plonk: str, line: str) -> None:
    here(room, people["Ann"], people["Bob"])
    say(room, people["Ann"], "/tell Bob hello")
    say(room, people["Ann"], "/host Bob")
    before = ChatLine.objects.count()
    refusal = refused(room, people["Bob"], line)
    assert (refusal.code, plonk in str(refusal.text)) == ("bad_argument", True)
    assert ChatLine.objects.count() == before
    assert not Room.objects.filter(name__icontains="plonk").exists()


@pytest.mark.parametrize("line", ["plonker", "the plonks", "aplonk", "splonking along"])
def test_it_is_found_as_a_word_of_its_own(room: Room, people: People, plonk: str, line: str) -> None:
    say(room, people["Bob"], line)
    assert ChatLine.objects.filter(text=line).exists()


@pytest.mark.parametrize(
    ("barred", "said", "found"),
    [
        ("plonk*", "plonkers", True),
        ("plonk*", "aplonk", False),
        ("*plonk", "aplonk", True),
        ("*plonk*", "aplonking", True),
        ("old plonk", "an old   plonk", True),
        ("old plonk", "an older plonk", False),
        ("plonk", "plonk_it", True),
        ("straße", "STRASSE", True),
        ("a.c", "abc", False),
    ],
)
def test_what_a_word_of_the_list_finds(room: Room, barred: str, said: str, found: bool) -> None:
    words.bar(barred, None)
    heard.look()
    assert (words.find(said) is not None) == found


def test_no_name_has_one(people: People, plonk: str) -> None:
    for name in ("Plonk", "Plonk_7", "the-plonk"):
        with pytest.raises(ValidationError):
            validate_name(name)
    assert outcome(lambda: sanctions.rename(people["Ann"], "Plonk")) == "bad_argument"


@pytest.mark.parametrize("word", ["", " ", "*", "**", "x", "a*b", "!!", "-x", "x" * 41, "x-"])
def test_what_is_no_word_is_not_listed(people: People, word: str) -> None:
    assert outcome(lambda: words.bar(word, people["Ann"])) == "bad_argument"
    assert not BarredWord.objects.exists()


def test_moderators_keep_the_list_and_each_change_is_logged(mona: Player, browser: Browser) -> None:
    client = browser(mona)
    assert (
        "is not said here any more"
        in client.post("/moderation/words/", {"word": "Plonk"}, follow=True).content.decode()
    )
    assert "plonk" in client.get("/moderation/words/").content.decode()
    assert "That is so already." in client.post("/moderation/words/", {"word": "PLONK"}).content.decode()
    client.post("/moderation/words/", {"allow": "plonk"})
    assert words.listed() == []
    assert list(AdminAct.objects.filter(by_id=mona.pk).order_by("pk").values_list("what", "on_name")) == [
        ("word_barred", "plonk"),
        ("word_allowed", "plonk"),
    ]


def test_a_report_may_name_it(room: Room, people: People, plonk: str) -> None:
    say(room, people["Bob"], "/report Ann said plonk")


@pytest.mark.parametrize(
    "unseen",
    ["\u200b", "\u00ad", "\ufe0f", "\ufe00", "\u034f", "\u115f", "\u1160", "\u3164", "\uffa0", "\u180b", "\U000e0100"],
)
def test_what_nobody_sees_hides_no_word(room: Room, plonk: str, unseen: str) -> None:
    assert words.find(f"you pl{unseen}onk!") == "plonk"
    assert words.find(f"{unseen}plonk{unseen}") == "plonk"


def test_a_flood_of_words_and_letters_is_looked_through_in_no_time(room: Room) -> None:
    BarredWord.objects.bulk_create([BarredWord(word=f"*{'a ' * 16}b{n}*") for n in range(words.MOST)])
    heard.look()
    began = time.thread_time()
    assert words.find("a " * 250) is None
    assert words.find("a" + " " * 400 + "b") is None
    assert time.thread_time() - began < 20  # what goes back over what it has read takes hours

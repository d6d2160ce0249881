"""Counts, dates and times are written as in the reader's language; ratings and numbers of matches are names."""

from __future__ import annotations

import datetime as dt
import re
from typing import Final

import pytest
from django.core.mail import EmailMessage
from django.template.loader import render_to_string
from django.test import Client
from django.utils import translation

from tafelrunde.accounts import sanctions
from tafelrunde.accounts.models import Player
from tafelrunde.game import Line
from tafelrunde.languages.numbers import counted
from tafelrunde.matches.texts import render
from tafelrunde.ratings.models import Rating
from tafelrunde.ratings.ranking import rank_line
from tafelrunde.ratings.rating import Record

NUMBER: Final = {"en": "1,234", "fr": "1\xa0234", "de": "1.234", "it": "1.234"}
MILLION: Final = {"en": "1,234,567", "fr": "1\xa0234\xa0567", "de": "1.234.567", "it": "1.234.567"}
DAY: Final = {"en": "March 5, 2026", "fr": "5 mars 2026", "de": "5. März 2026", "it": "5 marzo 2026"}
TIME: Final = {
    "en": "March 5, 2031, 2:07 p.m. (UTC)",
    "fr": "5 mars 2031 14:07 (UTC)",
    "de": "5. März 2031 14:07 (UTC)",
    "it": "5 marzo 2031 14:07 (UTC)",
}
each_language: Final = pytest.mark.parametrize("language", NUMBER)


@pytest.fixture
def ann(db: None) -> Player:
    """A member since March 5, with 1234 rated matches and a rating above 1000."""
    ann = Player.objects.create_user("Ann")
    Player.objects.filter(pk=ann.pk).update(joined=dt.datetime(2026, 3, 5, 14, 7, tzinfo=dt.UTC))
    Rating.of(ann.pk, "king_lui", Record(25, 4, 1234, (1500, 1480), {"dragons_fed": 1234567})).save()
    ann.refresh_from_db()
    return ann


def read(address: str, language: str) -> str:
    """What a stranger reads there."""
    page = Client().get(address, HTTP_ACCEPT_LANGUAGE=language).content.decode()
    return re.sub(r"[ \n]+", " ", page)


@each_language
def test_a_profile(ann: Player, language: str) -> None:
    page = read("/players/Ann/", language)
    assert DAY[language] in page
    assert f">{NUMBER[language]}</td>" in page
    assert f"<dd>{MILLION[language]}</dd>" in page
    assert "<b>1480</b>" in page or "<b>1500</b>" in page
    assert not [other for code, other in DAY.items() if code != language and other in page]


@each_language
def test_a_ranking(ann: Player, language: str) -> None:
    page = read("/games/king_lui/ranking/", language)
    assert f">{NUMBER[language]}</td>" in page
    assert f">{MILLION[language]}</td>" in page


@each_language
def test_a_line_of_the_house(ann: Player, language: str) -> None:
    with translation.override(language):
        line = rank_line(ann, "king_lui")
    assert f"({NUMBER[language]} " in line


@each_language
def test_a_line_of_a_game_also_for_one_reader_among_others(language: str) -> None:
    line = Line("{who} {n}", who=Line("wine"), n=1234567)
    assert render(line, language=language).endswith(f" {MILLION[language]}")
    with translation.override(language):
        assert render(line).endswith(f" {MILLION[language]}")
        assert render(Line("{n} {dish}", n=-999, dish=Line("wine"))).startswith("-999 ")


@each_language
def test_a_ban_says_until_when(ann: Player, language: str) -> None:
    until = dt.datetime(2031, 3, 5, 14, 7, tzinfo=dt.UTC)
    sanction = sanctions.ban(ann, None, "marked cards", until)
    with translation.override(language):
        assert TIME[language] in str(sanctions.refusal(sanction))


@each_language
def test_a_mail_about_turns(language: str) -> None:
    turn = {"room": "Tea", "game_name": "King Lui", "ends": dt.datetime(2031, 3, 5, 14, 7, tzinfo=dt.UTC)}
    with translation.override(language):
        text = render_to_string("turns/mail.txt", {"name": "Ann", "turns": [(turn, "https://example.org/")]})
    assert TIME[language] in EmailMessage(body=text).body


@each_language
def test_a_time_says_in_which_zone_it_is(language: str) -> None:
    with translation.override(language):
        text = render_to_string("people/_time.html", {"at": dt.datetime(2031, 3, 5, 14, 7, tzinfo=dt.UTC)})
    assert text == f'<time datetime="2031-03-05T14:07:00+00:00">{TIME[language]}</time>'


@each_language
def test_counts(language: str) -> None:
    with translation.override(language):
        assert [counted(n) for n in (0, 999, 1234, -1234)] == ["0", "999", NUMBER[language], f"-{NUMBER[language]}"]
    assert counted(1234567, language) == MILLION[language]

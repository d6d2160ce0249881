"""A former player is one in the reader's language, wherever a name is shown; programs read what is kept."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from django.test import Client
from django.utils import translation
from django.utils.translation import trans_real

from tafelrunde.accounts.names import FORMER
from tafelrunde.game import Line
from tafelrunde.game.lines import Seat
from tafelrunde.matches import texts
from tafelrunde.rooms import chat
from tests import two_factor
from tests.platform.rights.conftest import Town

pytestmark = pytest.mark.django_db
GERMAN = "eine Person von früher"


@pytest.fixture(autouse=True)
def german(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The catalogue says so, whatever else it knows."""
    catalogue = trans_real.translation("de")
    known = catalogue.gettext
    monkeypatch.setattr(catalogue, "gettext", lambda message: GERMAN if message == FORMER else known(message))
    texts._translated.cache_clear()
    yield
    texts._translated.cache_clear()


@pytest.fixture
def read(town: Town, delete: Callable[..., Client]) -> Callable[[str], str]:
    """What a page says to a German reader after Seda has left."""
    delete()
    return lambda address: Client(headers={"accept-language": "de"}).get(address).content.decode()


def test_in_lists_without_being_taken_for_a_bot(town: Town, read: Callable[[str], str]) -> None:
    page = read(f"/rooms/{town.room.slug}/matches/")
    assert f"<bdi>{GERMAN}</bdi></li>" in page
    assert FORMER not in page


def test_in_a_replay_and_in_the_story_that_is_taken_home(town: Town, read: Callable[[str], str]) -> None:
    for address in (f"/matches/{town.match.pk}/", f"/matches/{town.match.pk}/story.txt"):
        page = read(address)
        assert GERMAN in page, address
        assert FORMER not in page, address


def test_at_the_table(town: Town, read: Callable[[str], str]) -> None:
    page = read(f"/rooms/{town.room.slug}/")
    assert GERMAN in page
    assert FORMER not in page


def test_in_what_rooms_have_said(town: Town, read: Callable[[str], str]) -> None:
    with translation.override("de"):
        said = [line["text"] for line in chat.last_lines(town.room, None)]
    assert any(GERMAN in text for text in said)
    assert not any(FORMER in text for text in said)


def test_in_the_words_of_a_game() -> None:
    line = Line("{who} takes a plum, says {name}", who=Seat(0), name=Line(FORMER))
    assert texts.render(line, [FORMER, "Bob"], "de") == f"{GERMAN} takes a plum, says {GERMAN}"
    assert texts.render(line, [FORMER, "Bob"], "en") == f"{FORMER} takes a plum, says {FORMER}"


def test_to_moderators_and_admins(town: Town, delete: Callable[..., Client]) -> None:
    delete()
    staff = Client(headers={"accept-language": "de"})
    staff.force_login(town.boss)
    two_factor.shown(staff, town.boss)
    addresses = (
        f"/moderation/people/{town.seda.pk}/",
        "/admin/house/adminact/",
        "/admin/matches/match/",
        "/admin/accounts/player/",
        f"/admin/accounts/player/{town.seda.pk}/change/",
    )
    for address in addresses:
        page = staff.get(address).content.decode()
        assert GERMAN in page, address
        assert FORMER not in page, address


def test_programs_read_what_is_kept(town: Town, read: Callable[[str], str]) -> None:
    answer = Client(headers={"accept-language": "de"}).get(f"/api/matches/{town.match.pk}").json()
    assert FORMER in [seat["player"] for seat in answer["seats"]]

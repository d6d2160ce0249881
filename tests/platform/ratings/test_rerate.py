"""`manage.py rerate GAME`: from the logs follows exactly what is stored; what is not stored is made up for."""

from __future__ import annotations

import io
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db.models import F

from tafelrunde.accounts.models import Player
from tafelrunde.matches import amending
from tafelrunde.matches.models import Match
from tafelrunde.ratings import apply
from tafelrunde.ratings.models import RatedMatch, Rating, RatingChange
from tests.platform.ratings.table import GAME, begin, placed, play, stored, won_by

pytestmark = pytest.mark.django_db


def rerate(*arguments: str) -> str:
    out = io.StringIO()
    call_command("rerate", GAME, *arguments, stdout=out)
    return out.getvalue()


@pytest.fixture
def played(people: list[Player]) -> list[Match]:
    """An evening: matches played out, decided, with people who left, and some that do not count."""
    matches = [
        play(begin(people[:3])),
        won_by(begin(people), 2, 3),
        play(begin(people[1:], bots=1)),
        won_by(begin(people[:2]), 2),
        play(begin(people[:3], rated=False)),
        won_by(begin([*people[:2], Player.objects.create_user("Gast", guest=True)]), 0),
    ]
    left = begin(people)
    amending.leave_match(left, people[0])
    amending.leave_match(left, people[1])
    assert amending.replace_player(left, 1, Player.objects.create_user("Eva"))
    assert amending.abort(begin(people))
    return [*matches, play(left), *[won_by(begin(people), n) for n in range(4)]]


def test_it_gives_exactly_what_is_stored(played: list[Match]) -> None:
    before = stored()
    assert RatedMatch.objects.count() == 9
    assert "all ratings are as stored" in rerate("--check")
    assert stored() == before
    Rating.objects.all().delete()
    RatingChange.objects.all().delete()
    assert "put right" in rerate()
    assert stored() == before


def test_guests_who_became_members_since_change_nothing(played: list[Match]) -> None:
    Player.objects.update(guest=False)
    assert "all ratings are as stored" in rerate("--check")


def test_the_order_is_that_of_the_ends_as_they_were_rated(people: list[Player]) -> None:
    first, second = begin(people[:3]), begin(people[:3])
    won_by(second, 0)
    won_by(first, 1)
    before = stored()
    Match.objects.filter(pk=first.pk).update(ended=F("started"))
    rerate()
    assert stored() == before


@pytest.mark.parametrize(
    "tamper",
    [
        lambda: Rating.objects.filter(player__name="Ann").update(mu=F("mu") + 1e-12),
        lambda: RatingChange.objects.filter(player__name="Ann", rated=1).update(gained=F("gained") + 1),
        lambda: Rating.objects.filter(player__name="Ann").delete(),
        lambda: RatingChange.objects.filter(rated=2).delete(),
    ],
    ids=["mu", "change", "no rating", "no changes"],
)
def test_whatever_is_wrong_is_found_and_put_right(played: list[Match], tamper: Any) -> None:
    before = stored()
    tamper()
    tampered = stored()
    with pytest.raises(CommandError):
        rerate("--check")
    assert stored() == tampered
    assert "put right" in rerate()
    assert stored() == before
    assert "as stored" in rerate("--check")


def test_a_match_that_could_not_be_rated_at_its_end_is_rated_now(
    people: list[Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(apply, "records_of", lambda _standings: 1 // 0)
        missed = won_by(begin(people[:3]), 1)
    later = won_by(begin(people[:3]), 2)
    with pytest.raises(CommandError):
        rerate("--check")
    assert f"match {missed.pk}: not rated when it ended" in rerate()
    assert list(RatedMatch.objects.values_list("sequence", "match")) == [(1, later.pk), (2, missed.pk)]
    assert placed(missed) == {"Ann": 2, "Bob": 1, "Cleo": 2}
    assert "as stored" in rerate("--check")
    assert won_by(begin(people[:3]), 1)
    assert list(RatedMatch.objects.values_list("sequence", flat=True)) == [1, 2, 3]


def test_matches_whose_rules_are_gone_keep_the_places_they_had(played: list[Match]) -> None:
    before = stored()
    Match.objects.filter(pk=played[0].pk).update(ruleset="older than old")
    Rating.objects.all().delete()
    rerate()
    assert stored() == before


def test_a_game_that_nobody_has_played(people: list[Player]) -> None:
    with pytest.raises(CommandError, match="no match of chess has been played here"):
        call_command("rerate", "chess")

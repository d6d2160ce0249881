"""Hints for admins: same address, always the same pair, losing on purpose. Each says what was counted."""

from __future__ import annotations

import datetime as dt

import pytest
from django.test import Client
from django.utils import timezone

from tafelrunde.accounts.models import Player
from tafelrunde.matches.models import Match
from tafelrunde.moderation import hints, traces
from tafelrunde.moderation.models import Trace
from tafelrunde.ratings.models import RatedMatch, RatingChange
from tests.platform.rooms.speaking import People

pytestmark = pytest.mark.usefixtures("nobody_seen")


@pytest.fixture
def nobody_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(traces._Today, "day", None)


def rated(*ranking: Player, ago: int = 1, numbers: tuple[int, ...] = ()) -> None:
    """A rated match with these, the winner first."""
    ended = timezone.now() - dt.timedelta(days=ago)
    match = Match.objects.create(
        game="king_lui", ruleset="1", seed=b"x" * 32, place="x", status="over", rated=True, ended=ended
    )
    row = RatedMatch.objects.create(sequence=match.pk, match=match.pk, game="king_lui")
    for place, player in enumerate(ranking, 1):
        number = numbers[place - 1] if numbers else 1000
        RatingChange.objects.create(rated=row, player=player, place=place, mu=1, sigma=1, number=number, gained=0)


def found(kind: str) -> list[str]:
    return [hint.text for hint in hints.hints() if hint.kind == kind]


def test_two_of_one_address_who_play_together(people: People) -> None:
    ann, bob, cleo = people["Ann"], people["Bob"], people["Cleo"]
    for player, source in ((ann, "192.0.2.1"), (bob, "192.0.2.1"), (cleo, "192.0.2.9")):
        Trace.objects.create(player=player, key=traces.key_of(source), day=timezone.now().date())
    for _match in range(3):
        rated(ann, bob, cleo)
    assert found("address") == ["Ann and Bob have come from the same address, and played 3 rated matches together."]


def test_always_the_same_pair(people: People) -> None:
    ann, bob, cleo = people["Ann"], people["Bob"], people["Cleo"]
    for n in range(10):
        rated(*((ann, bob) if n % 2 else (bob, ann)))
    rated(bob, cleo)
    assert found("pair") == ["Ann has played 10 of 10 rated matches with Bob alone."]


def test_a_club_of_two_is_no_hint(people: People) -> None:
    for n in range(10):
        rated(*((people["Ann"], people["Bob"]) if n % 2 else (people["Bob"], people["Ann"])))
    assert hints.hints() == []


def test_losing_to_one_and_well_enough_against_others(people: People) -> None:
    ann, bob, cleo = people["Ann"], people["Bob"], people["Cleo"]
    for n in range(10):
        rated(bob, ann)
        rated(*((ann, cleo) if n % 2 else (cleo, ann)))
    assert found("losing") == ["Ann has lost 10 of 10 rated matches against Bob, but 5 of 10 against all others."]


def test_who_loses_to_everybody_is_only_a_beginner(people: People) -> None:
    for _match in range(10):
        rated(people["Bob"], people["Ann"])
        rated(people["Cleo"], people["Ann"])
    assert found("losing") == []


def test_a_rating_that_falls_match_after_match(people: People) -> None:
    for n in range(12):
        rated(people["Bob"], people["Ann"], numbers=(1000, 1300 - 20 * n))
    assert found("dropping") == ["Ann has fallen by 220 in king_lui, and was last in 11 of 11 rated matches."]


def test_what_is_long_ago_is_no_hint(people: People) -> None:
    for _match in range(12):
        rated(people["Bob"], people["Ann"], people["Cleo"], ago=hints.DAYS + 1)
    assert hints.hints() == []


def test_they_are_a_page_for_admins(people: People, desk: Client) -> None:
    for _match in range(10):
        rated(people["Ann"], people["Bob"])
    rated(people["Bob"], people["Cleo"])
    page = desk.get("/moderation/hints/").content.decode()
    assert ("Hints, not verdicts" in page, "Ann has played 10 of 10" in page) == (True, True)

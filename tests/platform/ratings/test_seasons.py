"""A season is a quarter in UTC; everybody begins it anew, and it counts the matches that ended in it."""

from __future__ import annotations

import datetime as dt
import io

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone

from tafelrunde.accounts.models import Player
from tafelrunde.matches import amending, position
from tafelrunde.people import friends
from tafelrunde.ratings.models import RatedMatch, Rating, RatingChange, SeasonRating
from tafelrunde.ratings.rating import NEWCOMER, Record, rate
from tafelrunde.ratings.seasons import Season, season_of
from tests.platform.ratings.table import GAME, begin, play, stored, won_by

UTC = dt.UTC
RANKING = f"/games/{GAME}/ranking/"


@pytest.mark.parametrize(
    ("moment", "key"),
    [
        (dt.datetime(2026, 1, 1, tzinfo=UTC), "2026Q1"),
        (dt.datetime(2026, 3, 31, 23, 59, 59, 999_999, tzinfo=UTC), "2026Q1"),
        (dt.datetime(2026, 4, 1, tzinfo=UTC), "2026Q2"),
        (dt.datetime(2027, 1, 1, 0, 30, tzinfo=dt.timezone(dt.timedelta(hours=1))), "2026Q4"),
    ],
)
def test_a_season_is_a_quarter_by_utc_wherever_one_is(moment: dt.datetime, key: str) -> None:
    assert Season.at(moment).key == key == season_of(moment.timestamp())
    season = Season.read(key)
    assert season is not None
    assert season.begins <= moment < season.ends == season.after.begins


@pytest.mark.parametrize("nothing", ["", "2026", "2026Q5", "2026Q0", "0026Q1", "2026q1", "٢026Q1", "2026Q1\n"])
def test_what_is_no_season_is_none(nothing: str) -> None:
    assert Season.read(nothing) is None


def at(monkeypatch: pytest.MonkeyPatch, moment: dt.datetime) -> None:
    monkeypatch.setattr(position, "now", moment.timestamp)


@pytest.fixture
def two_seasons(people: list[Player], monkeypatch: pytest.MonkeyPatch) -> list[Player]:
    """Ann wins twice in the spring, one of them a match that began in the winter; Bob wins in the summer."""
    at(monkeypatch, dt.datetime(2026, 3, 31, 23, 0, tzinfo=UTC))
    over_the_turn = begin(people[:3])
    at(monkeypatch, dt.datetime(2026, 4, 1, tzinfo=UTC))
    won_by(over_the_turn, 0)
    at(monkeypatch, dt.datetime(2026, 6, 30, 23, 59, 59, tzinfo=UTC))
    won_by(begin(people[:3]), 0)
    at(monkeypatch, dt.datetime(2026, 7, 1, tzinfo=UTC))
    won_by(begin(people[:3]), 1)
    return people


def record(player: Player, season: str) -> Record | None:
    row = SeasonRating.objects.filter(player=player, season=season, game=GAME).first()
    return row.record if row else None


@pytest.mark.django_db
def test_everybody_begins_a_season_anew_with_the_same_arithmetic(two_seasons: list[Player]) -> None:
    ann, bob, cleo, _dora = two_seasons
    ids = ann.pk, bob.pk, cleo.pk
    first = rate({}, dict(zip(ids, (1, 2, 2), strict=True)))
    spring = rate(first, dict(zip(ids, (1, 2, 2), strict=True)))
    summer = rate({}, dict(zip(ids, (2, 1, 2), strict=True)))
    assert [record(player, "2026Q2") for player in (ann, bob, cleo)] == [spring[pk] for pk in ids]
    assert [record(player, "2026Q3") for player in (ann, bob, cleo)] == [summer[pk] for pk in ids]
    assert record(ann, "2026Q1") is None
    assert Rating.objects.get(player=ann).matches == 3
    assert record(ann, "2026Q3") == rate({ann.pk: NEWCOMER}, {ann.pk: 2, bob.pk: 1, cleo.pk: 2})[ann.pk]


@pytest.mark.django_db
def test_from_the_logs_follow_exactly_the_seasons_that_are_stored(two_seasons: list[Player]) -> None:
    before = stored()
    SeasonRating.objects.all().delete()
    RatedMatch.objects.update(season="")
    tampered = stored()
    with pytest.raises(CommandError):
        call_command("rerate", GAME, "--check", stdout=io.StringIO())
    assert stored() == tampered
    call_command("rerate", GAME, stdout=io.StringIO())
    assert stored() == before


@pytest.mark.django_db
def test_what_a_game_counts_is_added_up_and_follows_from_the_logs(people: list[Player]) -> None:
    play(begin(people[:3]))
    left = begin(people[:3])
    amending.leave_match(left, people[2])
    play(left)
    won_by(begin(people[:3]), 0)
    for player in people[:3]:
        changes = RatingChange.objects.filter(player=player).order_by("rated")
        counted = [change.counts for change in changes]
        whole = Rating.objects.get(player=player).counts
        assert whole == SeasonRating.objects.get(player=player).counts
        assert set(whole) == {"beyond_the_king", "dragons_fed", "kitchen_visits"}
        assert whole == {name: sum(counts.get(name, 0) for counts in counted) for name in whole}
        assert counted[2] == {}  # an admin has decided it
        assert (counted[1] == {}) == (player == people[2])  # who left has not played it to its end
    before = stored()
    Rating.objects.update(counts={})
    RatingChange.objects.update(counts={})
    call_command("rerate", GAME, stdout=io.StringIO())
    assert stored() == before


@pytest.mark.django_db
def test_statistics_that_raise_cost_nobody_the_end(
    people: list[Player], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("king_lui.rules._beyond_the_king", lambda *_given: 1 // 0)
    match = play(begin(people[:3]))
    assert match.status == "over"
    assert Rating.objects.get(player=people[0]).matches == 1
    assert "its statistics cannot be counted" in caplog.text
    monkeypatch.undo()
    call_command("rerate", GAME, stdout=io.StringIO())
    assert Rating.objects.get(player=people[0]).counts["kitchen_visits"] >= 0


def shown(client: Client, query: str) -> str:
    response = client.get(RANKING + query)
    assert response.status_code == 200
    return response.content.decode()


@pytest.mark.django_db
def test_the_ranking_of_a_season_is_its_own(client: Client, two_seasons: list[Player]) -> None:
    spring, summer = shown(client, "?season=2026Q2"), shown(client, "?season=2026Q3")
    assert "April to June 2026: this season is over." in spring
    assert spring.index(">Ann<") < spring.index(">Bob<")
    assert summer.index(">Bob<") < summer.index(">Ann<")
    assert "Everybody began it anew." not in shown(client, "")
    assert "No rated match has ended in this season yet." in shown(client, "?season=2020Q1")
    assert Season.at(timezone.now()).key in summer  # the season that is on can be chosen, too


@pytest.mark.django_db
def test_the_ranking_is_of_those_with_so_many_matches(client: Client, two_seasons: list[Player]) -> None:
    won_by(begin([two_seasons[0], two_seasons[3]]), 1)
    SeasonRating.objects.update(matches=5)
    Rating.objects.filter(player__name="Ann").update(matches=20)
    everybody, often = shown(client, ""), shown(client, "?least=20")
    assert [name in everybody for name in (">Ann<", ">Bob<", ">Dora<")] == [True, True, True]
    assert [name in often for name in (">Ann<", ">Bob<", ">Dora<")] == [True, False, False]
    assert "Nobody has played so many rated matches." in shown(client, "?least=50")
    assert ">Bob<" in shown(client, "?least=3000")  # what is no choice is none


@pytest.mark.django_db
def test_the_ranking_of_friends_has_the_reader_at_their_place_in_it(client: Client, two_seasons: list[Player]) -> None:
    ann, _bob, cleo, _dora = two_seasons
    friends.befriend(cleo, ann)
    friends.befriend(ann, cleo)
    client.force_login(cleo)
    page = shown(client, "?who=friends")
    assert [name in page for name in (">Ann<", ">Bob<", ">Cleo<")] == [True, False, True]
    assert "You are at place 2" in page
    assert "You are at place 3" in shown(client, "")
    client.logout()
    assert ">Bob<" in shown(client, "?who=friends")  # who is nobody has no friends


@pytest.mark.django_db
def test_statistics_stand_in_the_ranking_and_on_the_profile_with_their_labels(
    client: Client, people: list[Player]
) -> None:
    play(begin(people[:3]))
    fetched = Rating.objects.get(player=people[0])
    Rating.objects.filter(pk=fetched.pk).update(counts={**fetched.counts, "dragons_fed": 4321, "of before": 9876})
    for page in (shown(client, ""), client.get("/players/Ann/").content.decode()):
        assert "Portions beyond the king" in page
        assert "4,321" in page
        assert "9,876" not in page

"""Queries that are compiled once give what Django's own give."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.db import connections
from django.db.models import ForeignKey, IntegerField, Model
from django.db.models.sql.compiler import SQLCompiler
from django.utils import timezone

from tafelrunde.accounts.models import Player
from tafelrunde.live.prepared import Prepared
from tafelrunde.matches.models import Entry, Match
from tafelrunde.ratings.models import RatedMatch, Rating, RatingChange
from tafelrunde.ratings.rating import NEWCOMER
from tafelrunde.rooms.models import Room

pytestmark = pytest.mark.django_db
NAMES = ("Ann", "Bob", "Cem")


@pytest.fixture
def players() -> list[Player]:
    return [Player.objects.create(name=name, key=name.lower()) for name in NAMES]


def test_the_same_query_with_other_values(players: list[Player]) -> None:
    named = Prepared[Player](lambda name: Player.objects.filter(name=name))
    for player in players:
        assert named.all(player.name) == [player]
    assert named.first("Dot") is None


def test_lists_of_any_length(players: list[Player]) -> None:
    among = Prepared[str](
        lambda pks, but: (
            Player.objects.filter(pk__in=pks).exclude(name=but).order_by("pk").values_list("name", flat=True)
        )
    )
    pks = [player.pk for player in players]
    assert among.all(pks, "Dot") == ["Ann", "Bob", "Cem"]
    assert among.all(pks[1:], "Cem") == ["Bob"]
    assert among.all([], "Cem") == []
    assert among.all(pks, "Ann") == ["Bob", "Cem"]


def test_lists_of_texts(players: list[Player]) -> None:
    named = Prepared[str](
        lambda names, but: (
            Player.objects.filter(name__in=names).exclude(pk=but).order_by("name").values_list("name", flat=True)
        )
    )
    assert named.all(["Ann", "Dot", "Cem"], players[1].pk) == ["Ann", "Cem"]
    assert named.all(["Ann", "Cem"], players[2].pk) == ["Ann"]
    assert named.all([], players[2].pk) == []
    assert named.all(["Dot"], players[2].pk) == []


def test_lists_of_all_lengths_are_few_statements(players: list[Player], monkeypatch: pytest.MonkeyPatch) -> None:
    compiled = _compilations(monkeypatch)
    among = Prepared[Player](lambda pks: Player.objects.filter(pk__in=pks))
    for length in range(1, 33):
        assert among.all([players[0].pk, *range(10_000, 10_000 + length - 1)]) == players[:1]
    assert len(compiled) == 6  # for 1, 2, 4, 8, 16 and 32


def test_what_is_joined_comes_along_and_keeps_its_types(
    players: list[Player], django_assert_num_queries: pytest.FixtureRequest
) -> None:
    room = Room.objects.create(slug="a", name="A", host=players[1], game="king_lui", options={"draw": [1, None]})
    with_host = Prepared[Room](lambda slug: Room.objects.select_related("host", "match").filter(slug=slug))
    with_host.first("b")
    with django_assert_num_queries(1):  # type: ignore[operator]
        found = with_host.first("a")
        assert found is not None
        assert found.host == players[1]
        assert found.match is None
    assert found.options == {"draw": [1, None]}
    assert found == room
    assert found._state.db == room._state.db


def test_each_call_reads_anew(players: list[Player]) -> None:
    named = Prepared[Player](lambda name: Player.objects.filter(name=name))
    first = named.first("Ann")
    Player.objects.filter(name="Ann").update(guest=True)
    second = named.first("Ann")
    assert first is not None
    assert second is not None
    assert (first.guest, second.guest) == (False, True)


def test_django_compiles_it_once(players: list[Player], monkeypatch: pytest.MonkeyPatch) -> None:
    compiled = _compilations(monkeypatch)
    named = Prepared[Player](lambda name: Player.objects.filter(name=name))
    for player in players:
        named.all(player.name)
    assert len(compiled) == 1


@pytest.mark.django_db(transaction=True)
def test_threads_do_not_share_what_they_compile(players: list[Player]) -> None:
    named = Prepared[Player](lambda name: Player.objects.filter(name=name))

    def ask(name: str) -> list[Player]:
        try:
            return named.all(name)
        finally:
            connections.close_all()

    with ThreadPoolExecutor(4) as threads:
        found = list(threads.map(ask, NAMES * 20))
    assert found == [[player] for player in players] * 20


def test_values_that_look_alike_are_not_mistaken() -> None:
    sql = Prepared[int](lambda a, b: Player.objects.filter(pk__gt=a, pk__lt=b, guest=True).values_list("pk", flat=True))
    guests = [Player.objects.create(name=f"Guest{n}", key=f"guest{n}", guest=True).pk for n in range(3)]
    assert sql.all(guests[0], guests[2]) == [guests[1]]
    assert sql.all(guests[2], guests[0]) == []
    assert sql.all(31_336, 31_342) == []


@pytest.mark.parametrize("model", [RatedMatch, RatingChange, Rating, Entry], ids=lambda model: str(model.__name__))
def test_whole_numbers_of_all_sizes_are_found(model: type[Model]) -> None:
    """PostgreSQL's adapter tells them apart by types of its own."""
    ann = Player.objects.create(name="Ann", key="ann")
    match = Match.objects.create(game="king_lui", ruleset="1", options={}, seed=b"", started=timezone.now())
    Entry.objects.create(match=match, version=1, kind="back", ply=0, at=timezone.now())
    Rating.of(ann.pk, "king_lui", NEWCOMER).save()
    RatedMatch.objects.create(sequence=7, match=match.pk, game="king_lui")
    RatingChange.of(7, ann.pk, 1, NEWCOMER, NEWCOMER).save()
    for field in model._meta.concrete_fields:
        if isinstance(field, IntegerField | ForeignKey):
            [row] = model.objects.all()  # type: ignore[attr-defined]
            value = getattr(row, field.attname)
            if value is not None:
                found = Prepared[Model](lambda wanted, name=field.attname: model.objects.filter(**{name: wanted}))  # type: ignore[attr-defined]
                assert (found.all(value), found.all(value + 1)) == ([row], []), field.name


def test_a_value_that_the_query_does_not_hold_as_it_is_is_a_mistake() -> None:
    shifted = Prepared[Player](lambda pk: Player.objects.filter(pk=pk + 1))
    with pytest.raises(TypeError, match="not in the query"):
        shifted.all(1)


def _compilations(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """Each time that Django makes SQL from here on."""
    compiled: list[object] = []
    really = SQLCompiler.as_sql

    def counted(compiler: SQLCompiler, *args: Any, **kwargs: Any) -> Any:
        compiled.append(compiler)
        return really(compiler, *args, **kwargs)

    monkeypatch.setattr(SQLCompiler, "as_sql", counted)
    return compiled

"""Whatever links to a player, or may hold numbers of players, is named by a holding: so it is exported and erased."""

from __future__ import annotations

import pytest
from django.apps import apps
from django.db.models import Field, JSONField

from tafelrunde.accounts import holdings
from tafelrunde.accounts.models import Player

OF_NOBODY = frozenset(
    """
    accounts.Player.preferences house.OfferedGame.options
    matches.Match.options matches.Match.result ratings.Rating.numbers ratings.Rating.counts
    ratings.SeasonRating.numbers ratings.SeasonRating.counts ratings.RatingChange.counts rooms.Room.options
    """.split()
)
"""JSON that names no players. (A player's own row is what `account` empties.)"""
Column = tuple[str, "Field[object, object]"]


def columns() -> list[Column]:
    return [
        (f"{model._meta.app_label}.{model.__name__}.{field.name}", field)
        for model in apps.get_models()
        for field in [*model._meta.get_fields()]
        if isinstance(field, Field)
    ]


def links() -> set[str]:
    return {name for name, field in columns() if field.related_model is Player}


def named() -> set[str]:
    return {column for holding in holdings.registered() for column in holding.columns}


def of_persons() -> set[str]:
    many = {f"accounts.Player.{field.name}" for field in Player._meta.many_to_many}
    return links() | many | {name for name, field in columns() if isinstance(field, JSONField)} - OF_NOBODY


def test_every_column_that_may_speak_of_a_person_is_held_by_somebody() -> None:
    assert of_persons() - named() == set()


def test_no_holding_names_a_column_that_is_not_there() -> None:
    assert named() - {name for name, _field in columns()} == set()


def test_who_forgets_to_say_what_they_keep_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    rest = {name: holding for name, holding in holdings._holdings.items() if name != "watching"}
    monkeypatch.setattr(holdings, "_holdings", rest)
    assert of_persons() - named() == {"people.Watch.watcher", "people.Watch.watched"}

"""The filters that boards are written with."""

from __future__ import annotations

from typing import Any

import pytest

from tafelrunde.rooms.templatetags.boards import at, beside, of_game, same, total


@pytest.mark.parametrize(
    ("items", "key", "item"),
    [
        (["a", "b"], 1, "b"),
        ({"ham": 3}, "ham", 3),
        (["a"], 7, None),
        ({}, "ham", None),
        (None, 0, None),
        (["a"], None, None),
    ],
)
def test_at_gives_the_item_or_nothing(items: Any, key: Any, item: Any) -> None:
    assert at(items, key) == item


@pytest.mark.parametrize(("one", "other", "are"), [(0, 0, True), (0, 1, False), (None, None, False), (0, "", False)])
def test_same_is_never_true_of_nobody(one: Any, other: Any, are: bool) -> None:
    assert same(one, other) is are


def test_total_is_the_sum_of_what_is_counted() -> None:
    assert total({"ham": 2, "wine": 0, "bread": 3}) == 5
    assert total({}) == 0


def test_beside_puts_side_by_side_what_has_the_same_key() -> None:
    assert beside(beside({"ham": 1, "wine": 0}, {"wine": 5, "ham": 2}), {"ham": 3}) == [
        ("ham", 1, 2, 3),
        ("wine", 0, 5, None),
    ]


def test_beside_puts_side_by_side_what_is_at_the_same_place() -> None:
    assert beside(["Ann", "Bob"], [1, None]) == [("Ann", 1), ("Bob", None)]


@pytest.mark.parametrize("name", ["board.html", "cover.html", "head.html", "players.html", "rules.html"])
def test_a_game_without_a_template_has_the_plain_one(name: str) -> None:
    assert of_game(name, "no_such_game").template.name == f"rooms/plain/{name}"
    assert of_game(name, "king_lui").template.name == f"king_lui/{name}"

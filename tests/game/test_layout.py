"""The zones a view has by itself: in words, without a key, a brace or a null."""

from __future__ import annotations

from typing import Any

from tafelrunde.game import Line
from tafelrunde.game.layout import zones_of

NAMES = ("Ann", "Bob", "Cem")


def shown(view: dict[str, Any]) -> dict[str, list[str]]:
    """The zones as they are read, with counts behind what is counted."""

    def text(line: Line) -> str:
        return line.render(NAMES.__getitem__)

    return {
        text(zone.label): [text(label) if count is None else f"{text(label)} × {count}" for label, count in zone.items]
        for zone in zones_of(view)
    }


def test_plain_values_come_first_in_words() -> None:
    view = {"round": 3, "phase": "bid_first", "pending_dragon": False, "hand": None, "note": ""}
    assert shown(view) == {"Now": ["round × 3", "phase: bid first", "pending dragon: no"]}


def test_a_number_that_is_a_seat_is_a_name() -> None:
    assert shown({"starter": 2, "leader": 0}) == {"Now": ["starter: Cem", "leader: Ann"]}
    assert shown({"trick": [{"seat": 1, "card": "red-7"}, {"seat": 2, "card": "scary-mary", "as": "pirate"}]}) == {
        "trick": ["seat Bob, card red 7", "seat Cem, card scary mary, as pirate"]
    }


def test_objects_are_counted_and_lists_are_cards() -> None:
    assert shown({"king": {"wine": 2, "left_over": 0, "gone": None}, "hand": ["black-4", "red-2"]}) == {
        "king": ["wine × 2", "left over × 0"],
        "hand": ["black 4", "red 2"],
    }


def test_scores_are_said_seat_by_seat() -> None:
    assert shown({"scores": [20, -10, 30]}) == {"scores": ["Ann × 20", "Bob × -10", "Cem × 30"]}


def test_nothing_raw_is_left_of_what_is_nested() -> None:
    view = {"last": {"cards": [{"seat": 1, "bids": [None, True]}], "winner": 1}, "empty": [], "nothing": {}, "in": [[]]}
    assert shown(view) == {"last": ["cards: seat Bob, bids –, yes", "winner: Bob"], "in": ["–"]}


def test_what_looks_like_a_pattern_stays_as_it_is() -> None:
    assert shown({"word": "a {b}"}) == {"Now": ["word: a {b}"]}

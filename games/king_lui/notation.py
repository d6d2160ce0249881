"""The words of King Lui: its cards, its moves, and how a person reads them."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import NamedTuple

from tafelrunde.game import Line

Plate = tuple[int, ...]
"""Portions of each dish, in the order of DISHES."""
Fetched = tuple[int, ...]
"""Portions in the order of drawing."""

DISHES = ("bread", "cake", "cheese", "chicken", "fruit", "ham", "wine")
DISH_NAMES = (
    Line("bread"),
    Line("cake"),
    Line("cheese"),
    Line("chicken"),
    Line("fruit"),
    Line("ham"),
    Line("wine"),
)
DRAGON = len(DISHES)
PORTIONS = 15
DRAGONS = 5
CARDS = (*(dish for dish in DISHES for _ in range(PORTIONS)), *("dragon",) * DRAGONS)
NUMBERS = {name: number for number, name in enumerate((*DISHES, "dragon"))}
EMPTY: Plate = (0,) * len(DISHES)


class Deed(NamedTuple):
    """What a seat did: the wire's `type`, the dishes it names, and how many portions it took."""

    type: str
    dishes: tuple[int, ...] = ()
    portions: int = 0


TOOK = tuple(tuple(Deed("take", (dish,), count) for count in range(PORTIONS + 1)) for dish in range(len(DISHES)))
FETCHED = Deed("kitchen")
FOUND_DRAGON = Deed("kitchen", (DRAGON,))
WAITED = Deed("wait")
PASSED = Deed("pass")

_FEEDS = {
    f"feed {DISHES[first]} {DISHES[second]}": Deed("feed", (first, second))
    for first in range(len(DISHES))
    for second in range(first, len(DISHES))
}
_TAKES = tuple(f"take {dish}" for dish in DISHES)
MEANT: dict[str, Deed] = {
    **_FEEDS,
    "kitchen": FETCHED,
    **{text: Deed("take", (dish,)) for dish, text in enumerate(_TAKES)},
    "wait": WAITED,
}
"""Every move there can be, and what is meant by it."""


@lru_cache(maxsize=2**13)
def feeds(king: Plate) -> tuple[str, ...]:
    """The ways to feed a dragon two portions of the king's."""
    return _feeds(tuple([count if count < 2 else 2 for count in king]))


@cache
def _feeds(king: Plate) -> tuple[str, ...]:
    return tuple(
        text
        for text, (_, (first, second), _) in _FEEDS.items()
        if king[first] and king[second] and (first != second or king[first] > 1)
    )


@lru_cache(maxsize=2**13)
def takes(table: Plate, kitchen: bool) -> tuple[str, ...]:
    """What can be done without a dragon: go to a kitchen that holds something, take a dish from the table."""
    return _takes(tuple(map(bool, table)), kitchen)


@cache
def _takes(offered: tuple[bool, ...], kitchen: bool) -> tuple[str, ...]:
    dishes = tuple(text for text, there in zip(_TAKES, offered, strict=True) if there)
    return ("kitchen", *dishes) if kitchen else dishes


def spell(text: str) -> str:
    """A typed line in the spelling of the notation: case, spaces and the order of the dishes are forgiven."""
    words = text.casefold().split()
    return " ".join(words[:1] + sorted(words[1:]))


def label(move: str) -> Line:
    """A move as a button shows it."""
    deed = MEANT.get(move)
    names = [DISH_NAMES[dish] for dish in deed.dishes] if deed else []
    if deed is None:
        return Line(move)
    if deed.type == "take":
        return Line("take {dish}", dish=names[0])
    if deed.type == "wait":
        return Line("let the dragon wait")
    if deed.type == "kitchen":
        return Line("go to the kitchen")
    if names[0] == names[1]:
        return Line("feed {dish} twice", dish=names[0])
    return Line("feed {first} and {second}", first=names[0], second=names[1])

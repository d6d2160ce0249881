"""Zones for the generic board, and those that a view has by itself."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from .lines import Line, Seat

SEATS: Final = frozenset({"seat", "active", "starter", "leader", "winner", "dealer", "mover"})
"""Keys of a view under which a number is a seat."""
_JOINT: Final = re.compile(r"(?<=[^\W_])[-_]+(?=[^\W_])")


@dataclass(frozen=True, slots=True)
class Zone:
    """A labelled part of the generic board: things with, where they are counted, how many there are.

    Things without a count are drawn as cards: a hand. With one they are piles and counters.
    """

    label: Line
    items: tuple[tuple[Line, int | None], ...]


def zones_of(view: Mapping[str, Any]) -> Iterable[Zone]:
    """A view as it is nested, in words: what is plain comes first, then a zone for each object and each list.

    Numbers under the keys `SEATS` are said as names, `scores` seat by seat. What is null or empty is left out.
    """
    plain = [(key, value) for key, value in view.items() if isinstance(value, (int, str)) and value != ""]
    if plain:
        yield Zone(Line("Now"), tuple(_item(key, value) for key, value in plain))
    for key, value in view.items():
        if isinstance(value, Mapping) and value:
            yield Zone(_words(key), tuple(_item(str(k), v) for k, v in value.items() if v is not None))
        elif key == "scores" and isinstance(value, list) and all(type(score) is int for score in value):
            yield Zone(_words(key), tuple((_name(seat), score) for seat, score in enumerate(value)))
        elif isinstance(value, list) and value:
            yield Zone(_words(key), tuple((_text(item), None) for item in value))


def _item(key: str, value: Any) -> tuple[Line, int | None]:
    if type(value) is int and key not in SEATS:
        return _words(key), value
    return Line("{what}: {value}", what=_words(key), value=_said(key, value)), None


def _said(key: str, value: Any) -> Line:
    return _name(value) if key in SEATS and type(value) is int else _text(value)


def _text(value: Any) -> Line:
    if isinstance(value, Mapping):
        told = [(str(key), item) for key, item in value.items() if item is not None]
        return _listed([Line("{what} {value}", what=_words(key), value=_said(key, item)) for key, item in told])
    if isinstance(value, list):
        return _listed([_text(item) for item in value])
    if isinstance(value, bool):
        return Line("yes") if value else Line("no")
    return Line("–") if value is None else _words(str(value))


def _listed(lines: Sequence[Line]) -> Line:
    """One line after the other."""
    if not lines:
        return Line("–")
    whole = lines[0]
    for line in lines[1:]:
        whole = Line("{before}, {next}", before=whole, next=line)
    return whole


def _name(seat: int) -> Line:
    return Line("{who}", who=Seat(seat))


def _words(text: str) -> Line:
    """A key or a notation as people write it: ``bid_in``, ``red-7``."""
    return Line(_JOINT.sub(" ", text))

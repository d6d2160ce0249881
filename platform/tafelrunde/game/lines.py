"""Texts for people: an English message with named values, rendered in its reader's language by the platform.

``Line("{who} takes {n} {dish}", who=Seat(1), n=2, dish=Line("wine"))`` holds no words of any language but the message's
key; `makemessages` extracts the first argument (and the second of `plural`), so a game needs no Django.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple


class Seat(NamedTuple):
    """A seat as a value of a Line: shown as the name of who sits there."""

    number: int


@dataclass(frozen=True, slots=True, init=False)
class Line:
    """A translatable text. Equal lines say the same; a line is never markup."""

    message: str
    values: Mapping[str, Any]
    plural: str | None
    count: int

    def __init__(self, message: str, /, **values: str | int | Seat | Line) -> None:
        object.__setattr__(self, "message", message)
        object.__setattr__(self, "values", values)
        object.__setattr__(self, "plural", None)
        object.__setattr__(self, "count", 1)

    def __hash__(self) -> int:
        return hash((self.message, self.plural, self.count, tuple(sorted(self.values.items(), key=lambda kv: kv[0]))))

    def render(
        self,
        names: Callable[[int], str],
        translate: Callable[[str, str | None, int], str] | None = None,
        number: Callable[[int], str] = str,
    ) -> str:
        """The text, with `names(seat)` for seats, and `translate(message, plural, count)` and `number(n)` for the
        reader's language.
        """
        text = (translate or _english)(self.message, self.plural, self.count)
        if not self.values:
            return text
        return text.format_map({key: _render(value, names, translate, number) for key, value in self.values.items()})


def plural(one: str, many: str, n: int, /, **values: str | int | Seat | Line) -> Line:
    """A Line whose wording depends on `n`, which the messages may name as ``{n}``."""
    line = Line(one, n=n, **values)
    object.__setattr__(line, "plural", many)
    object.__setattr__(line, "count", n)
    return line


def _english(message: str, many: str | None, count: int) -> str:
    return message if many is None or count == 1 else many


def _render(
    value: str | int | Seat | Line,
    names: Callable[[int], str],
    translate: Callable[[str, str | None, int], str] | None,
    number: Callable[[int], str],
) -> str:
    if isinstance(value, Line):
        return value.render(names, translate, number)
    if isinstance(value, Seat):
        return names(value.number)
    return number(value) if isinstance(value, int) else value

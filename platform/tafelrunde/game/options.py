"""A game's options: one frozen dataclass, from which forms, commands, the API's schema and the check are drawn.

@dataclass(frozen=True)
class Options:
    kitchen_dragon: str = choice("choose", {"choose": Line("choose at once"), "wait": Line("it waits")},
                                 label=Line("A dragon from the kitchen"))
    open_plates: bool = switch(False, label=Line("Open plates"))
    rounds: int = number(10, range(1, 11), label=Line("Rounds"))
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import Any

from .lines import Line

_KEY = "tafelrunde"


@dataclasses.dataclass(frozen=True, slots=True)
class Option:
    """One declared option: its values in notation, each with a label."""

    name: str
    label: Line
    default: Any
    values: Mapping[Any, Line]

    def read(self, value: Any) -> Any:
        """The value meant by a typed text or a JSON value; BadOption says what would be good."""
        typed = str(value).strip().casefold() if isinstance(value, str) else None
        for good in self.values:
            if type(good) is type(value) and good == value:
                return good
            if typed is not None and typed in _spellings(good):
                return good
        raise BadOption(self.name, tuple(spell(good) for good in self.values))


class BadOption(ValueError):
    """An option that is not declared (`name` is what was given) or a value that is not one of its values."""

    def __init__(self, name: str, allowed: tuple[str, ...]) -> None:
        super().__init__(f"{name}: one of {', '.join(allowed)}")
        self.name, self.allowed = name, allowed


def switch(default: bool, *, label: Line) -> Any:
    """An option that is on or off."""
    return choice(default, {True: Line("on"), False: Line("off")}, label=label)


def number(default: int, values: range, *, label: Line) -> Any:
    """An option that is a whole number."""
    return choice(default, {n: Line(str(n)) for n in values}, label=label)


def choice(default: Any, values: Mapping[Any, Line], *, label: Line) -> Any:
    """An option with named values."""
    return dataclasses.field(default=default, metadata={_KEY: (label, values)})


def declared(options: type[Any]) -> tuple[Option, ...]:
    """The options of a game's `Options`, in their order."""
    return tuple(
        Option(field.name, *_parts(field.metadata[_KEY], field.default)) for field in dataclasses.fields(options)
    )


def read_options(options: type[Any], given: Mapping[str, Any]) -> Any:
    """An `Options` from names and values as JSON or typed text; what is not named keeps its default."""
    known = {option.name: option for option in declared(options)}
    for name in given:
        if name not in known:
            raise BadOption(name, tuple(known))
    return options(**{name: known[name].read(value) for name, value in given.items()})


def write_options(options: Any) -> dict[str, Any]:
    """An `Options` as JSON, whole."""
    return dataclasses.asdict(options)


def spell(value: Any) -> str:
    """A value as it is typed: ``on`` and ``off`` for switches."""
    return ("on" if value else "off") if isinstance(value, bool) else str(value)


def _parts(metadata: tuple[Line, Mapping[Any, Line]], default: Any) -> tuple[Line, Any, Mapping[Any, Line]]:
    label, values = metadata
    return label, default, values


def _spellings(value: Any) -> tuple[str, ...]:
    if isinstance(value, bool):
        return ("on", "true", "yes", "1") if value else ("off", "false", "no", "0")
    return (str(value).casefold(),)

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
from collections.abc import Callable, Iterable, Mapping
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
        raise BadOption(self.name, self.good)

    @property
    def span(self) -> range | None:
        """Its values, where they are whole numbers without a gap."""
        numbers = [value for value in self.values if type(value) is int]
        span = range(min(numbers, default=0), max(numbers, default=0) + 1)
        return span if numbers and sorted(numbers) == [*span] and len(numbers) == len(self.values) else None

    @property
    def good(self) -> str:
        """All its values as they are typed: ``on, off`` or ``1 to 10``."""
        if self.span is not None and len(self.span) > 2:
            return f"{self.span[0]} to {self.span[-1]}"
        return ", ".join(spell(value) for value in self.values)


class BadOption(ValueError):
    """A value that is not one of an option's values, or with `unknown` a name that is no option's.

    `good` is what would be: values as they are typed, or names, and empty where there is no option at all.
    """

    def __init__(self, name: str, good: str, *, unknown: bool = False) -> None:
        super().__init__(f"{name} is no option; options: {good or 'none'}" if unknown else f"{name}: one of {good}")
        self.name, self.good, self.unknown = name, good, unknown


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
    return options(**read_values(declared(options), given))


def read_values(options: Iterable[Option], given: Mapping[str, Any]) -> dict[str, Any]:
    """The values of these options by name, whole; BadOption for a value that is none, and for a name that is none."""
    known = {option.name: option for option in options}
    for name in given:
        if name not in known:
            raise BadOption(name, ", ".join(known), unknown=True)
    return {name: option.read(given[name]) if name in given else option.default for name, option in known.items()}


def write_options(options: Any) -> dict[str, Any]:
    """An `Options` as JSON, whole."""
    return dataclasses.asdict(options)


def options_schema(options: Iterable[Option], text: Callable[[Line], str]) -> dict[str, Any]:
    """The JSON schema of these options as they are written, with texts by `text`; what is left out has its default."""
    properties = {option.name: _schema(option, text) for option in options}
    return {"type": "object", "properties": properties, "additionalProperties": False}


def spell(value: Any) -> str:
    """A value as it is typed: ``on`` and ``off`` for switches."""
    return ("on" if value else "off") if isinstance(value, bool) else str(value)


def _schema(option: Option, text: Callable[[Line], str]) -> dict[str, Any]:
    kind: dict[str, Any] = {"enum": [*option.values]}
    if option.span is not None:
        kind = {"type": "integer", "minimum": option.span[0], "maximum": option.span[-1]}
    elif {*map(type, option.values)} == {bool}:
        kind = {"type": "boolean"}
    meaning = "; ".join(f"{spell(value)}: {text(label)}" for value, label in option.values.items())
    told = {} if option.span else {"description": meaning}
    return {"title": text(option.label), **told, **kind, "default": option.default}


def _parts(metadata: tuple[Line, Mapping[Any, Line]], default: Any) -> tuple[Line, Any, Mapping[Any, Line]]:
    label, values = metadata
    return label, default, values


def _spellings(value: Any) -> tuple[str, ...]:
    if isinstance(value, bool):
        return ("on", "true", "yes", "1") if value else ("off", "false", "no", "0")
    return (str(value).casefold(),)

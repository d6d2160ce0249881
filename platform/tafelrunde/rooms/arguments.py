"""Arguments of commands: what may be typed where, and what a command is given."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, get_args, get_origin, get_type_hints

from django.utils.translation import gettext as _

from tafelrunde.refusals import Refusal

from .typed import first_word, unquoted

Read = Callable[[str], Any]


@dataclass(frozen=True, slots=True)
class Whole:
    """Reads all that is left of the line, spaces and quotes included."""

    read: Read = str

    def __call__(self, text: str) -> Any:
        return self.read(text)


def seat_number(word: str) -> int:
    """A seat: people count them from 1, the rest of the platform from 0."""
    if not word.isdecimal() or len(word) > 4 or int(word) < 1:
        raise ValueError(word)
    return int(word) - 1


def player_name(word: str) -> str:
    """A name, also as ``@Ann``."""
    name = unquoted(word).removeprefix("@").removeprefix("＠")
    if not name:
        raise ValueError(word)
    return name


def seat_or_name(word: str) -> int | str:
    """The number of a seat, or a name."""
    return seat_number(word) if word.isdecimal() else player_name(word)


SeatNumber = Annotated[int, seat_number]
PlayerName = Annotated[str, player_name]
SeatOrName = Annotated[int | str, seat_or_name]
Word = Annotated[str, str]
Phrase = Annotated[str, Whole(unquoted)]
Text = Annotated[str, Whole()]


@dataclass(frozen=True, slots=True)
class Parameter:
    """A declared argument of a command."""

    name: str
    read: Read
    required: bool


def kind_of_call(run: Callable[..., Any]) -> Any:
    """The type of the call that a command's function takes, its first parameter."""
    return get_type_hints(run)[next(iter(inspect.signature(run).parameters))]


def parameters(run: Callable[..., Any]) -> tuple[Parameter, ...]:
    """The arguments that a command's function declares behind its `call`."""
    kinds = get_type_hints(run, include_extras=True)
    declared = list(inspect.signature(run).parameters.values())[1:]
    return tuple(Parameter(one.name, _reader(kinds[one.name]), one.default is one.empty) for one in declared)


def read(usage: str, declared: Sequence[Parameter], text: str) -> dict[str, Any]:
    """The arguments in a typed text, by name. Refusal `bad_argument` tells the usage."""
    values: dict[str, Any] = {}
    for parameter in declared:
        word, rest = (text.strip(), "") if isinstance(parameter.read, Whole) else first_word(text)
        if not word:
            if parameter.required:
                raise _wrong(usage)
            break
        try:
            values[parameter.name] = parameter.read(word)
        except ValueError as error:
            raise _wrong(usage) from error
        text = rest
    if text.strip():
        raise _wrong(usage)
    return values


def _reader(kind: Any) -> Read:
    """The reader in an `Annotated` type, also where None is allowed beside it."""
    for part in (kind, *get_args(kind)):
        if get_origin(part) is Annotated:
            reader: Read = part.__metadata__[0]
            return reader
    raise TypeError(f"{kind} does not say how it is read")


def _wrong(usage: str) -> Refusal:
    return Refusal("bad_argument", _("That is typed as {usage}").format(usage=usage))

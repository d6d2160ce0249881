"""What is well-formed: a view, a move's notation, a Line, a state. Each function names the first fault, or None."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Iterable, Sequence
from string import Formatter
from types import MappingProxyType
from typing import Any, Final

from ..lines import Line, Seat
from .canonical import compared

LONGEST_MOVE: Final = 80
_LARGEST_INT = 2**53  # what a browser still counts exactly
_MUTABLE = (list, dict, set, bytearray)


def json_fault(value: Any, path: str = "") -> str | None:
    """Why a value is no plain JSON; a tuple or an enum that would only become JSON is a fault too."""
    kind = type(value)
    if _simple(value):
        return None
    if kind is int:
        return f"{path or 'it'} is an integer too large for a browser"
    if kind is float:
        return None if math.isfinite(value) else f"{path or 'it'} is {value}"
    if kind is list:
        return _first(json_fault(item, f"{path}[{i}]") for i, item in enumerate(value) if not _simple(item))
    if kind is dict:
        strange = next((key for key in value if type(key) is not str), None)
        if strange is not None:
            return f"{path or 'it'} has the key {strange!r}, which is no text"
        return _first(json_fault(item, f"{path}.{key}") for key, item in value.items() if not _simple(item))
    return f"{path or 'it'} is a {kind.__name__}, which is no JSON: {value!r:.60}"


def _simple(value: Any) -> bool:
    """Most of what is in a view, told apart quickly."""
    kind = type(value)
    return kind is str or kind is bool or value is None or (kind is int and -_LARGEST_INT < value < _LARGEST_INT)


def moves_fault(moves: Any, most: int) -> str | None:
    """Why this is no list of moves."""
    if isinstance(moves, str) or not isinstance(moves, Sequence):
        return f"they are a {type(moves).__name__}, not a sequence"
    if len(moves) > most:
        return f"there are {len(moves)}; a choice this large should be several small moves"
    if len(set(moves)) < len(moves):
        return f"{next(move for move in moves if moves.count(move) > 1)!r} is there twice"
    return _first(notation_fault(move) for move in moves)


def notation_fault(move: Any) -> str | None:
    """Why this is no move in notation: it has to survive being typed, in any case and with any spaces."""
    if type(move) is not str:
        return f"{move!r} is no text"
    if not move or len(move) > LONGEST_MOVE:
        return f"{move!r:.100} has {len(move)} characters"
    if move != " ".join(move.casefold().split()):
        return f"{move!r} has capitals or needless spaces"
    if not move.isascii() or not move.isprintable() or move.startswith("/"):
        return f"{move!r} is hard to type: plain ASCII, and no slash in front"
    return None


def line_fault(line: Any, seats: int | None = None) -> str | None:
    """Why a Line cannot be shown; with `seats`, the seats it names must be among them."""
    if not isinstance(line, Line):
        return f"{line!r:.100} is no Line"
    texts = [line.message] if line.plural is None else [line.message, line.plural]
    for text in texts:
        if type(text) is not str:
            return f"the message {text!r:.100} is no text"
        try:
            names = [name for _, name, _, _ in Formatter().parse(text) if name is not None]
        except ValueError as error:
            return f"{text!r}: {error}"
        missing = [name for name in names if name not in line.values]
        if missing:
            return f"{text!r} names {{{missing[0]}}}, which has no value"
    return _first(_value_fault(line.message, name, value, seats) for name, value in line.values.items()) or _render(
        line
    )


def mutable_part(value: Any, path: str = "state") -> str | None:
    """The first part of a state that could be changed."""
    if isinstance(value, _MUTABLE):
        return f"{path} is a {type(value).__name__}"
    if isinstance(value, Line):
        return None
    if isinstance(value, (tuple, frozenset)):
        return _first(mutable_part(item, f"{path}[{i}]") for i, item in enumerate(value))
    if isinstance(value, MappingProxyType):
        return _first(mutable_part(item, f"{path}[{key!r}]") for key, item in value.items())
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        if not value.__dataclass_params__.frozen:  # type: ignore[attr-defined]  # typeshed does not know it
            return f"{path} is a {type(value).__name__}, a dataclass that is not frozen"
        return _first(mutable_part(part, f"{path}.{name}") for name, part in compared(value))
    try:
        hash(value)
    except TypeError:
        return f"{path} is a {type(value).__name__}, which has no hash"
    return None


def ranks_fault(ranks: Sequence[int], winners: Sequence[int]) -> str | None:
    """Why these are no competition ranks (1, 1, 3) with their winners."""
    for seat, rank in enumerate(ranks):
        due = 1 + sum(other < rank for other in ranks)
        if rank != due:
            return f"seat {seat} has rank {rank}, with {due - 1} seats before it"
    first = tuple(seat for seat, rank in enumerate(ranks) if rank == 1)
    return None if tuple(winners) == first else f"the winners are {tuple(winners)}, but rank 1 have {first}"


def messages(line: Line) -> Iterable[str]:
    """The messages of a Line and of the Lines in it: what a translator is asked for."""
    if any(char.isalpha() for literal, *_ in Formatter().parse(line.message) for char in literal):
        yield line.message
    for value in line.values.values():
        if isinstance(value, Line):
            yield from messages(value)


def _value_fault(message: str, name: str, value: Any, seats: int | None) -> str | None:
    if isinstance(value, Line):
        return line_fault(value, seats)
    if isinstance(value, Seat):
        good = type(value.number) is int and value.number >= 0 and (seats is None or value.number < seats)
        return None if good else f"{message!r}: {name} is {value!r}, and there is no such seat"
    return None if isinstance(value, (str, int)) else f"{message!r}: {name} is a {type(value).__name__}"


def _render(line: Line) -> str | None:
    try:
        line.render(lambda seat: f"seat {seat}")
        line.render(lambda seat: f"seat {seat}", lambda message, many, count: many or message)
    except Exception as error:  # noqa: BLE001  whatever it is, a person would have seen it
        return f"{line.message!r} cannot be rendered: {type(error).__name__}: {error}"
    return None


def _first(faults: Iterable[str | None]) -> str | None:
    return next((fault for fault in faults if fault is not None), None)

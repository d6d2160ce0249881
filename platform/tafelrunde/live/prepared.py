"""Queries that are compiled once: Django makes the SQL anew for each, which costs ten times what the answer does.

What is asked with every match, room or frame is declared by the ORM as ever and kept as a `Prepared`:

    _SEATS = Prepared(lambda room: RoomSeat.objects.select_related("player").filter(room=room).order_by("seat"))
    rows = _SEATS.all(room.pk)
"""

from __future__ import annotations

import itertools
import threading
from collections.abc import Callable, Sequence
from typing import Any, Final, Generic, TypeVar

from django.core.exceptions import EmptyResultSet
from django.db import connections

Row = TypeVar("Row", covariant=True)
Value = int | str | Sequence[int] | Sequence[str]
_FIRST_MARK: Final = 31_337
"""Stand-ins must fit into the smallest column, or Django knows that nothing can be found there."""


class Prepared(Generic[Row]):
    """A query of whole numbers, texts and lists of either, to be asked in any thread.

    `make` gets stand-ins for the values, in their order, and must put each into a filter as it is, a list into one with
    ``__in``. What a query set does beyond its one statement (`prefetch_related`) it does not do here.
    """

    def __init__(self, make: Callable[..., Any]) -> None:
        self._make = make
        self._own = _OfThread()

    def all(self, *values: Value) -> list[Row]:
        """All rows of the answer."""
        return self._compiled(values).ask(values)

    def first(self, *values: Value) -> Row | None:
        """The first row, None without one. The query says itself how many there may be, and in which order."""
        return next(iter(self.all(*values)), None)

    def _compiled(self, values: Sequence[Value]) -> _Compiled:
        form = tuple(type(value) if isinstance(value, int | str) else _form(value) for value in values)
        compiled = self._own.compiled.get(form)
        if compiled is None or compiled.connection is not connections[compiled.alias]:
            compiled = self._own.compiled[form] = _Compiled(self._make, values)
        return compiled


class _OfThread(threading.local):
    """What one thread has compiled: by which values are lists, and for how many."""

    def __init__(self) -> None:
        self.compiled: dict[tuple[type | tuple[type, int], ...], _Compiled] = {}


class _Compiled:
    """One thread's query: Django's compiler, which from now on gives the same SQL with other values."""

    def __init__(self, make: Callable[..., Any], values: Sequence[Value]) -> None:
        marks = _marks(values)
        flat = _flat(marks)
        self._queryset = make(*marks)
        self.alias = self._queryset.db
        self.connection = connections[self.alias]
        compiler = self._queryset.query.get_compiler(self.alias)
        try:
            sql, params = compiler.as_sql()
        except EmptyResultSet:
            if flat and all(marks):
                raise
            sql, params = "", ()  # one of the lists is empty
        self._sql, self._params, self._values = sql, _places(params, flat), values
        if sql and len({place for place, _kind in self._params if place is not None}) < len(flat):
            raise TypeError(f"a value is not in the query as it was given: {sql}")
        compiler.as_sql = self._as_sql
        self._really_get_converters, self._converters = compiler.get_converters, None
        compiler.get_converters = self._get_converters
        self._queryset.query.get_compiler = lambda *_args, **_kwargs: compiler

    def ask(self, values: Sequence[Value]) -> list[Any]:
        self._values = values
        return list(self._queryset._iterable_class(self._queryset))

    def _get_converters(self, columns: object) -> Any:
        """They depend on the columns alone, and those are always the same."""
        if self._converters is None:
            self._converters = self._really_get_converters(columns)
        return self._converters

    def _as_sql(self, *_args: object, **_kwargs: object) -> tuple[str, tuple[Any, ...]]:
        flat = _flat(self._values)
        return self._sql, tuple(kept if place is None else kept(flat[place]) for place, kept in self._params)


def _places(params: Sequence[Any], marks: Sequence[Any]) -> list[tuple[int | None, Any]]:
    """For each parameter the value that belongs there and its type (psycopg has its own numbers); or None, and it."""
    places = {mark: n for n, mark in enumerate(marks)}
    found: list[tuple[int | None, Any]] = []
    for param in params:
        place = places.get(param) if isinstance(param, int | str) else None
        found.append((None, param) if place is None else (place, type(param)))
    return found


def _marks(values: Sequence[Value]) -> list[Value]:
    """Stand-ins of the same kinds, no two alike."""
    marks: list[Value] = []
    numbers = itertools.count(_FIRST_MARK)
    for value in values:
        if isinstance(value, str):
            marks.append(f"stand-in {next(numbers)}")
        elif isinstance(value, int):
            marks.append(next(numbers))
        else:
            kind, places = _form(value)
            own = list(itertools.islice(numbers, places))
            marks.append([f"stand-in {number}" for number in own] if kind is str else own)
    return marks


def _flat(values: Sequence[Value]) -> list[Any]:
    """All values in a row. A list fills its places with its last value, which finds nothing more."""
    flat: list[Any] = []
    for value in values:
        if isinstance(value, int | str):
            flat.append(value)
        else:
            flat.extend(value)
            flat.extend(flat[-1:] * (_form(value)[1] - len(value)))
    return flat


def _form(value: Sequence[int] | Sequence[str]) -> tuple[type, int]:
    """Of what a list is, and for how many it has places: few lengths are compiled, whatever is asked."""
    return str if value and isinstance(value[0], str) else int, 1 << (len(value) - 1).bit_length() if value else 0

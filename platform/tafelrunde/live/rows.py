"""Rows written by statements that are made once: what Django makes anew each time costs several times the writing.

For what is written with every match. No signals, no checks of a form, nothing that hangs on a row that goes: where that
is wanted, the ORM is.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any, Final

from django.db import connections, router
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import AutoField, JSONField, Model

AT_ONCE: Final = 500
"""Rows of a statement: databases take so many values at once and no more."""
_PLAIN: Final = frozenset((int, float, str, bool, type(None)))
Statement = tuple[str, tuple[Any, ...]]
"""What is asked, and the columns whose values it takes."""


def insert(*rows: Model) -> None:
    """Save new rows of one model by one statement, with their numbers afterwards."""
    if not rows:
        return
    model, connection = type(rows[0]), _connection(type(rows[0]))
    statement, fields = _insertion(model, connection.vendor)
    with connection.cursor() as cursor:
        cursor.execute(statement.format(rows=_places(rows, fields)), _values(rows, fields, connection))
        for one, (number,) in zip(rows, cursor.fetchall(), strict=True):
            one.pk = number
            one._state.adding, one._state.db = False, connection.alias


def upsert(unique: Sequence[str], rows: Sequence[Model]) -> None:
    """Save rows of one model: one that is there, by these `unique` columns, takes on all that the new one says."""
    for begin in range(0, len(rows), AT_ONCE):
        some = rows[begin : begin + AT_ONCE]
        model, connection = type(some[0]), _connection(type(some[0]))
        statement, fields = _upsertion(model, tuple(unique), connection.vendor)
        with connection.cursor() as cursor:
            cursor.execute(statement.format(rows=_places(some, fields)), _values(some, fields, connection))


def save(row: Model) -> None:
    """All columns of a row that is there."""
    connection = _connection(type(row))
    statement, fields = _change(type(row), None, connection.vendor)
    with connection.cursor() as cursor:
        cursor.execute(statement, [*_values([row], fields, connection), row.pk])


def change(model: type[Model], pk: Any, **values: Any) -> None:
    """These columns of the row with this key."""
    connection = _connection(model)
    statement, fields = _change(model, tuple(values), connection.vendor)
    given = [_value(field, value, connection) for field, value in zip(fields, values.values(), strict=True)]
    with connection.cursor() as cursor:
        cursor.execute(statement, [*given, pk])


def delete(model: type[Model], **by: Any) -> None:
    """The rows that have these values. Nothing may hang on them: what does, the database refuses or forgets."""
    connection = _connection(model)
    with connection.cursor() as cursor:
        cursor.execute(_deletion(model, tuple(by), connection.vendor), list(by.values()))


def _connection(model: type[Model]) -> BaseDatabaseWrapper:
    return connections[router.db_for_write(model)]


def _places(rows: Sequence[Model], fields: Sequence[Any]) -> str:
    return ", ".join([f"({', '.join(['%s'] * len(fields))})"] * len(rows))


def _values(rows: Sequence[Model], fields: Sequence[Any], connection: BaseDatabaseWrapper) -> list[Any]:
    return [_value(field, field.pre_save(one, add=one._state.adding), connection) for one in rows for field in fields]


def _value(field: Any, value: Any, connection: BaseDatabaseWrapper) -> Any:
    """As the database takes it: numbers and texts as they are, but for those that are JSON."""
    if type(value) in _PLAIN and not isinstance(field, JSONField):
        return value
    return field.get_db_prep_save(value, connection=connection)


@cache
def _insertion(model: type[Model], vendor: str) -> Statement:
    """The statement without its rows."""
    statement, fields = _into(model)
    return f"{statement} RETURNING {_quoted(model, model._meta.pk.column)}", fields


@cache
def _upsertion(model: type[Model], unique: tuple[str, ...], vendor: str) -> Statement:
    statement, fields = _into(model)
    keys = [field.column for field in _fields(model, unique)]
    columns = [_quoted(model, column) for field in fields if (column := field.column) not in keys]
    taken = ", ".join(f"{column} = excluded.{column}" for column in columns)
    on = ", ".join(_quoted(model, column) for column in keys)
    return f"{statement} ON CONFLICT ({on}) DO UPDATE SET {taken}", fields


def _into(model: type[Model]) -> Statement:
    fields = tuple(field for field in model._meta.concrete_fields if not isinstance(field, AutoField))
    columns = ", ".join(_quoted(model, field.column) for field in fields)
    return f"INSERT INTO {_table(model)} ({columns}) VALUES {{rows}}", fields  # noqa: S608


@cache
def _change(model: type[Model], names: tuple[str, ...] | None, vendor: str) -> Statement:
    """Of these columns, or of all but the key."""
    every = tuple(field for field in model._meta.concrete_fields if not field.primary_key)
    fields = every if names is None else _fields(model, names)
    columns = ", ".join(f"{_quoted(model, field.column)} = %s" for field in fields)
    key = _quoted(model, model._meta.pk.column)
    return f"UPDATE {_table(model)} SET {columns} WHERE {key} = %s", fields  # noqa: S608


@cache
def _deletion(model: type[Model], names: tuple[str, ...], vendor: str) -> str:
    columns = [_quoted(model, field.column) for field in _fields(model, names)]
    return f"DELETE FROM {_table(model)} WHERE {' AND '.join(f'{column} = %s' for column in columns)}"  # noqa: S608


def _fields(model: type[Model], names: Sequence[str]) -> tuple[Any, ...]:
    return tuple(model._meta.get_field(name) for name in names)


def _table(model: type[Model]) -> str:
    return _quoted(model, model._meta.db_table)


def _quoted(model: type[Model], name: str | None) -> str:
    assert name is not None
    return _connection(model).ops.quote_name(name)

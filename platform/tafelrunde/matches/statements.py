"""The statements that write entries of the log and when their matches are due, for many matches at once."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from typing import Any, Final

import psycopg
from django.conf import settings
from django.db import connection
from django.db.backends.utils import CursorWrapper
from django.db.models import Model

from . import marks
from .append import Append
from .models import Deadline, Entry

_ENTRY: Final = ("match_id", "version", "kind", "ply", "seat", "turn", "move", "by", "player_id", "at")
_DUE: Final = ("match_id", "due")
_UPSERT: Final = "ON CONFLICT (match_id) DO UPDATE SET due = excluded.due"
Time = Callable[[float], object]
Row = tuple[Any, ...]


def insert_entries(cursor: CursorWrapper, appends: Sequence[Append]) -> None:
    """Their entries, in one statement."""
    _execute(cursor, *_insertion(connection.vendor), _entries(appends, _time()))


def upsert_due(cursor: CursorWrapper, appends: Sequence[Append]) -> None:
    """When their matches are due from now on: of each what the last of its appends says."""
    time, newest = _time(), _last(appends)
    rows = [
        (match, time(append.due)) for match, append in newest.items() if append.due is not None and not append.unknown
    ]
    if rows:
        _execute(cursor, *_upsertion(connection.vendor), rows)
    for append in newest.values():
        if append.due is not None and append.unknown:
            cursor.execute(*marks.upsert_due(append, time(append.due), time(append.at)))


def write_at_once(appends: Sequence[Append]) -> None:
    """Both of it in one statement, which is a transaction of its own: for PostgreSQL, outside of any other.

    Of appends that bring nothing but entries and deadlines. Four ways to the server become one, and it plans once.
    """
    entries = _entries(appends, moment)
    due = [(match, moment(append.due)) for match, append in _last(appends).items() if append.due is not None]
    connection.ensure_connection()
    with connection.wrap_database_errors, psycopg.Cursor(connection.connection) as cursor:
        columns = [list(column) for rows in (entries, due) for column in zip(*rows, strict=True)]
        cursor.execute(_both(), columns, prepare="pool" in settings.DATABASES["default"]["OPTIONS"])


def moment(at: float) -> dt.datetime:
    """From seconds since 1970."""
    return dt.datetime.fromtimestamp(at, dt.UTC)


def _last(appends: Iterable[Append]) -> Mapping[int, Append]:
    return {append.match: append for append in appends}


def _entries(appends: Iterable[Append], time: Time) -> list[Row]:
    return [
        (
            append.match,
            append.version,
            append.kind,
            append.ply,
            append.seat,
            append.turn,
            append.move,
            append.by,
            append.player,
            time(append.at),
        )
        for append in appends
    ]


def _time() -> Time:
    return moment if connection.vendor == "postgresql" else _as_text


def _as_text(at: float) -> str:
    """As Django writes it into SQLite, without asking for each whether and where it is a time of day."""
    return str(moment(at))[: -len("+00:00")]


def _execute(cursor: CursorWrapper, statement: str, by_columns: bool, rows: Sequence[Row]) -> None:
    """One statement for all rows: PostgreSQL takes them as columns, and so plans and answers once."""
    if by_columns:
        cursor.execute(statement, [list(column) for column in zip(*rows, strict=True)])
    else:
        cursor.executemany(statement, rows)


@cache
def _insertion(vendor: str) -> tuple[str, bool]:
    return f"{_into(Entry, _ENTRY)} {_values(Entry, _ENTRY, vendor)}", vendor == "postgresql"


@cache
def _upsertion(vendor: str) -> tuple[str, bool]:
    return f"{_into(Deadline, _DUE)} {_values(Deadline, _DUE, vendor)} {_UPSERT}", vendor == "postgresql"


@cache
def _both() -> str:
    """Entries first, as everywhere: that they are counted makes the deadlines wait for them."""
    entries, due = _insertion("postgresql")[0], f"{_into(Deadline, _DUE)} {_values(Deadline, _DUE, 'postgresql')}"
    written = f"written AS ({entries} RETURNING 1)"
    return f"WITH {written} {due} WHERE (SELECT count(*) FROM written) >= 0 {_UPSERT}"  # noqa: S608


def _into(model: type[Model], names: Sequence[str]) -> str:
    quote = connection.ops.quote_name
    return f"INSERT INTO {quote(model._meta.db_table)} ({', '.join(map(quote, names))})"


def _values(model: type[Model], names: Sequence[str], vendor: str) -> str:
    if vendor != "postgresql":
        return f"VALUES ({', '.join(['%s'] * len(names))})"
    fields = {field.column: field for field in model._meta.concrete_fields}
    arrays = ", ".join(f"%s::{fields[name].cast_db_type(connection)}[]" for name in names)
    return f"SELECT * FROM unnest({arrays})"  # noqa: S608

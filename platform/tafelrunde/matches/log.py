"""The log of all matches: a thread that commits what has queued up while the last commit ran.

Each `Append` comes back on the loop with what became of it: committed; late, if another process was first; or unsaved,
if the database could not take it. One match's conflict does not touch the others of its batch.
"""

from __future__ import annotations

import asyncio
import datetime as dt
import logging
import queue
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cache
from typing import Any

from django.db import DatabaseError, DataError, IntegrityError, connection, transaction
from django.db.backends.utils import CursorWrapper
from django.db.models import Model, Q

from tafelrunde.ratings import ranking
from tafelrunde.ratings.apply import Standings, rate_match
from tafelrunde.ratings.ranking import Shown

from . import marks, measures, turns
from .models import Deadline, Entry, Match
from .turns import Turns

MOST_AT_ONCE = 512
log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Append:
    """An entry to commit, with the match's next deadline, or, at its end, the result; times in seconds since 1970.

    `turns` says for whom a daily match waits from now on. `standings` are those of a match that ends and is rated. Of a
    game with `marks`, `unmark` says that the seat's mark
    goes with this entry, and `unknown` which seats are due at once if they turn out to have one (see `marks.py`).
    """

    match: int
    version: int
    kind: str
    ply: int
    seat: int
    turn: int | None
    move: str
    by: str
    at: float
    due: float | None
    status: str | None = None
    result: dict[str, Any] | None = None
    player: int | None = None
    standings: Standings | None = None
    turns: Turns | None = None
    marks: bool = False
    unmark: bool = False
    unknown: tuple[tuple[int, int], ...] = ()


class Outcome(Enum):
    """What became of an append."""

    COMMITTED = "committed"
    LATE = "late"
    UNSAVED = "unsaved"
    UNMARKED = "unmarked"


Done = tuple[Append, Outcome, Mapping[int, Shown] | None]
"""An append, what became of it, and the new ratings to show if a rated match has ended with it."""


class Log:
    """A writer. `done(batch)` is called on the loop with each append and its outcome, in the order of `put`."""

    def __init__(self, loop: asyncio.AbstractEventLoop, done: Callable[[Sequence[Done]], None]) -> None:
        self._loop, self._done = loop, done
        self._queue: queue.SimpleQueue[Append | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, daemon=True, name="match log")
        self._thread.start()

    def put(self, append: Append) -> None:
        """Commit this soon. Never waits."""
        self._queue.put(append)

    @property
    def queued(self) -> int:
        """How many wait for the next commit."""
        return self._queue.qsize()

    def close(self) -> None:
        """Commit what is queued, then end."""
        self._queue.put(None)
        self._thread.join(10)

    def _run(self) -> None:
        ending = False
        while not ending:
            batch = [self._queue.get()]
            while len(batch) < MOST_AT_ONCE and not self._queue.empty():
                batch.append(self._queue.get())
            ending = None in batch
            appends = [append for append in batch if append is not None]
            if appends:
                began = time.perf_counter()
                outcomes = _write(appends)
                measures.wrote(len(appends), began)
                shown = [_new_ratings(*written) for written in zip(appends, outcomes, strict=True)]
                try:
                    self._loop.call_soon_threadsafe(self._done, list(zip(appends, outcomes, shown, strict=True)))
                except RuntimeError:  # the loop has closed while this was being committed
                    return
        connection.close()


def _write(appends: Sequence[Append]) -> list[Outcome]:
    try:
        commit(appends)
    except Exception as error:  # whatever it was, the next one must find a connection that works
        if not isinstance(error, IntegrityError):
            log.warning("a commit of %d entries failed", len(appends), exc_info=True)
            _disconnect()
        if isinstance(error, DatabaseError) and not isinstance(error, IntegrityError | DataError):
            return _look_up(appends)
        return _write_each(appends)
    return [Outcome.COMMITTED] * len(appends)


def _write_each(appends: Sequence[Append]) -> list[Outcome]:
    """One after the other, until the database is away: it is asked once about all that are left, not about each."""
    outcomes: list[Outcome] = []
    for number, append in enumerate(appends):
        outcome = _write_one(append)
        if outcome is None:
            return outcomes + _look_up(appends[number:])
        outcomes.append(outcome)
    return outcomes


def _write_one(append: Append) -> Outcome | None:
    """What became of it; None where that is not known."""
    try:
        commit([append])
    except marks.Unmarked:
        return Outcome.UNMARKED
    except IntegrityError:
        [found] = _look_up([append])
        return Outcome.UNSAVED if found is Outcome.UNSAVED else Outcome.LATE
    except Exception as error:
        log.warning("match %s: entry %s could not be written", append.match, append.version, exc_info=True)
        _disconnect()
        return None if isinstance(error, DatabaseError) and not isinstance(error, DataError) else _look_up([append])[0]
    return Outcome.COMMITTED


def _look_up(appends: Sequence[Append]) -> list[Outcome]:
    """After a commit of unknown outcome: read, before anybody is told anything. What cannot be read is unsaved."""
    try:
        found = _entries_of(appends)
    except Exception:
        log.debug("the log cannot be read", exc_info=True)
        _disconnect()
        found = {}
    return [_outcome(append, found.get((append.match, append.version))) for append in appends]


def _outcome(append: Append, row: tuple[Any, ...] | None) -> Outcome:
    if row is None:
        return Outcome.UNSAVED
    return Outcome.COMMITTED if row == (append.kind, append.seat, append.turn, append.move) else Outcome.LATE


def _entries_of(appends: Sequence[Append]) -> dict[tuple[int, int], tuple[Any, ...]]:
    """What the log says at the versions of these, by match and version."""
    asked = Q()
    for append in appends:
        asked |= Q(match=append.match, version=append.version)
    rows = Entry.objects.filter(asked).values_list("match", "version", "kind", "seat", "turn", "move")
    return {(row[0], row[1]): row[2:] for row in rows}


def _new_ratings(append: Append, outcome: Outcome) -> Mapping[int, Shown] | None:
    """What to show beside the names of those for whom a match has just counted."""
    if append.standings is None or outcome is not Outcome.COMMITTED:
        return None
    try:
        return ranking.shown(append.standings.game, append.standings.places, append.match)
    except (DatabaseError, OSError):
        log.warning("match %s: the new ratings cannot be read", append.match, exc_info=True)
        _disconnect()
        return None


def _disconnect() -> None:
    try:
        connection.close()
    except Exception:
        log.debug("closing a broken connection", exc_info=True)


def commit(appends: Sequence[Append]) -> None:
    """All of them in one transaction, or none: IntegrityError if any of their versions, plies or turns is taken.

    In order of matches: two processes that write for the same ones wait for each other, and not in a circle.
    """
    appends = sorted(appends, key=lambda append: (append.match, append.version))
    due = {append.match: append for append in appends}
    time = _time if connection.vendor == "postgresql" else _time_as_text
    with transaction.atomic(), connection.cursor() as cursor:
        _execute(cursor, *_insertion(connection.vendor), [_row(append, time) for append in appends])
        for append in appends:
            if append.marks:
                marks.settle(append)
        upserts = [(match, time(last.due)) for match, last in due.items() if last.due is not None and not last.unknown]
        if upserts:
            _execute(cursor, *_upsert(connection.vendor), upserts)
        for last in due.values():
            if last.due is not None and last.unknown:
                cursor.execute(*marks.upsert_due(last, time(last.due), time(last.at)))
        for last in due.values():
            if last.turns is not None:
                turns.settle(last.match, last.turns)
        for append in appends:
            if append.status is not None:
                _end(append)
        for append in appends:  # last: from here to the end of the transaction nobody else rates
            if append.standings is not None:
                _rate(append.match, append.standings)


def _row(append: Append, time: Callable[[float], object]) -> tuple[Any, ...]:
    return (
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


def _end(append: Append) -> None:
    Match.objects.filter(pk=append.match).update(status=append.status, result=append.result, ended=_time(append.at))
    Deadline.objects.filter(match=append.match).delete()


def _rate(match: int, standings: Standings) -> None:
    """A bug in rating costs nobody the end of their match: `manage.py rerate` makes up for it."""
    try:
        rate_match(match, standings)
    except Exception:
        if connection.needs_rollback or connection.closed_in_transaction:  # not rating has failed, the transaction has
            raise
        log.exception("match %s has ended and could not be rated: repair it by manage.py rerate", match)


def _time(at: float) -> dt.datetime:
    return dt.datetime.fromtimestamp(at, dt.UTC)


def _time_as_text(at: float) -> str:
    """As Django writes it into SQLite, without asking for each whether and where it is a time of day."""
    return str(_time(at))[: -len("+00:00")]


def _execute(cursor: CursorWrapper, statement: str, by_columns: bool, rows: Sequence[Sequence[Any]]) -> None:
    """One statement for all rows: PostgreSQL takes them as columns, and so plans and answers once."""
    if by_columns:
        cursor.execute(statement, [list(column) for column in zip(*rows, strict=True)])
    else:
        cursor.executemany(statement, rows)


@cache
def _insertion(vendor: str) -> tuple[str, bool]:
    names = ("match_id", "version", "kind", "ply", "seat", "turn", "move", "by", "player_id", "at")
    return _statement(Entry, names, vendor), vendor == "postgresql"


@cache
def _upsert(vendor: str) -> tuple[str, bool]:
    statement = _statement(Deadline, ("match_id", "due"), vendor)
    return f"{statement} ON CONFLICT (match_id) DO UPDATE SET due = excluded.due", vendor == "postgresql"


def _statement(model: type[Model], names: Sequence[str], vendor: str) -> str:
    quote = connection.ops.quote_name
    fields = {field.column: field for field in model._meta.concrete_fields}
    values = f"VALUES ({', '.join(['%s'] * len(names))})"
    if vendor == "postgresql":
        arrays = ", ".join(f"%s::{fields[name].cast_db_type(connection)}[]" for name in names)
        values = f"SELECT * FROM unnest({arrays})"  # noqa: S608
    return f"INSERT INTO {quote(model._meta.db_table)} ({', '.join(map(quote, names))}) {values}"

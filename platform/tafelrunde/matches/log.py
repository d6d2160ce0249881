"""The log of all matches: a thread that commits what has queued up while the last commit ran.

Each `Append` comes back on the loop with what became of it: committed; late, if another process was first; or unsaved,
if the database could not take it. One match's conflict does not touch the others of its batch.
"""

from __future__ import annotations

import asyncio
import logging
import queue
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from enum import Enum
from typing import Any

from django.db import DatabaseError, DataError, IntegrityError, connection, transaction
from django.db.models import Q

from tafelrunde.ratings import ranking
from tafelrunde.ratings.apply import Standings, rate_match
from tafelrunde.ratings.ranking import Shown

from . import marks, measures, statements, turns
from .append import Append
from .models import Deadline, Entry, Match

MOST_AT_ONCE = 512
log = logging.getLogger(__name__)


class Outcome(Enum):
    """What became of an append."""

    COMMITTED = "committed"
    LATE = "late"
    UNSAVED = "unsaved"
    UNMARKED = "unmarked"


Done = tuple[Append, Outcome, Mapping[int, Shown] | None]
"""An append, what became of it, and the new ratings to show if a rated match has ended with it."""


Teller = Callable[[int, Sequence[str]], None]
_tellers: list[Teller] = []


def when_played_out(teller: Teller) -> None:
    """Call `teller(match, winners)` in the transaction in which a match has come to its end by moves."""
    _tellers.append(teller)


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
    if connection.vendor == "postgresql" and not any(map(_brings_more, appends)):
        statements.write_at_once(appends)
        return
    with transaction.atomic(), connection.cursor() as cursor:
        statements.insert_entries(cursor, appends)
        for append in appends:
            if append.marks:
                marks.settle(append)
        statements.upsert_due(cursor, appends)
        for append in appends:
            if append.turns is not None:
                turns.settle(append.match, append.turns)
        for append in appends:
            if append.status is not None:
                _end(append)
        for append in appends:  # last: from here to the end of the transaction nobody else rates
            if append.standings is not None:
                _rate(append.match, append.standings)


def _brings_more(append: Append) -> bool:
    """Is there more to write than its entry and when its match is due?"""
    if append.marks or append.turns is not None:
        return True
    return append.due is None or append.status is not None or append.standings is not None


def _end(append: Append) -> None:
    Match.objects.filter(pk=append.match).update(
        status=append.status, result=append.result, ended=statements.moment(append.at)
    )
    Deadline.objects.filter(match=append.match).delete()
    if append.winners:
        _tell_winners(append.match, append.winners)


def _tell_winners(match: int, winners: Sequence[str]) -> None:
    """A bug in telling costs nobody the end of their match."""
    for tell in _tellers:
        try:
            with transaction.atomic():
                tell(match, winners)
        except Exception:
            if connection.needs_rollback or connection.closed_in_transaction:
                raise
            log.exception("match %s: who has won could not be told", match)


def _rate(match: int, standings: Standings) -> None:
    """A bug in rating costs nobody the end of their match: `manage.py rerate` makes up for it."""
    try:
        rate_match(match, standings)
    except Exception:
        if connection.needs_rollback or connection.closed_in_transaction:  # not rating has failed, the transaction has
            raise
        log.exception("match %s has ended and could not be rated: repair it by manage.py rerate", match)

"""Django's SQLite backend, whose writers in one process take turns in the order in which they come.

SQLite lets one transaction write at a time and has the others look again after ever longer naps, up to 100 ms each,
whoever came first: under load the match log would mostly sleep. A transaction here waits for its turn among the threads
of its process first; between processes SQLite's own waiting remains.
"""

from __future__ import annotations

import threading
from collections import defaultdict, deque
from functools import lru_cache
from typing import Any, Final

from django.db import OperationalError
from django.db.backends.sqlite3 import base


class Turns:
    """A lock that is given to whoever has waited longest."""

    def __init__(self) -> None:
        self._own = threading.Lock()
        self._taken = False
        self._waiting: deque[threading.Lock] = deque()

    def take(self, timeout: float) -> bool:
        """Wait for the turn, at most `timeout` seconds; False if it did not come."""
        with self._own:
            if not self._taken:
                self._taken = True
                return True
            bell = threading.Lock()
            bell.acquire()
            self._waiting.append(bell)
        if bell.acquire(timeout=timeout):
            return True
        with self._own:
            if bell in self._waiting:
                self._waiting.remove(bell)
                return False
        return True  # it came just as the time was over

    def give_back(self) -> None:
        """The next one may go on."""
        with self._own:
            if self._waiting:
                self._waiting.popleft().release()
            else:
                self._taken = False


_opening: Final = threading.Lock()
"""Two connections that switch a new database to its write-ahead log at the same time do not wait: one gets an error."""
_turns: Final[defaultdict[str, Turns]] = defaultdict(Turns)


class Cursor(base.SQLiteCursorWrapper):
    """A cursor that turns Django's ``%s`` into SQLite's ``?`` once for a statement, not each time that it is asked."""

    def convert_query(self, query: str, *, param_names: list[str] | None = None) -> str:
        """The statement as SQLite knows it."""
        return _converted(query) if param_names is None else super().convert_query(query, param_names=param_names)


@lru_cache(1024)
def _converted(query: str) -> str:
    converted: str = base.FORMAT_QMARK_REGEX.sub("?", query).replace("%%", "%")
    return converted


class DatabaseWrapper(base.DatabaseWrapper):
    """A connection that takes its turn with BEGIN and gives it back with COMMIT, ROLLBACK or its end."""

    _turn: Turns | None = None

    def get_new_connection(self, conn_params: Any) -> Any:
        """One at a time."""
        with _opening:
            return super().get_new_connection(conn_params)

    def create_cursor(self, name: str | None = None) -> Any:
        """One whose statements are converted once."""
        return self.connection.cursor(factory=Cursor)

    def _start_transaction_under_autocommit(self) -> None:
        turns = _turns[str(self.settings_dict["NAME"])]
        if not turns.take(float(self.settings_dict["OPTIONS"].get("timeout", 5.0))):
            raise OperationalError("database is locked")
        self._turn = turns
        try:
            super()._start_transaction_under_autocommit()  # type: ignore[misc]
        except BaseException:
            self._give_back()
            raise

    def _commit(self) -> Any:
        done = super()._commit()  # type: ignore[misc]  # where it fails, a rollback follows
        self._give_back()
        return done

    def _rollback(self) -> Any:
        try:
            return super()._rollback()  # type: ignore[misc]
        finally:
            self._give_back()

    def _close(self) -> Any:
        try:
            return super()._close()  # type: ignore[misc]
        finally:
            self._give_back()

    def _give_back(self) -> None:
        turn, self._turn = self._turn, None
        if turn is not None:
            turn.give_back()

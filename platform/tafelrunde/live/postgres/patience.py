"""PostgreSQL, with an end to patience: a server that hangs is one that is away."""

from __future__ import annotations

from typing import ClassVar, Final, TypeVar

import psycopg
from psycopg.abc import PQGen
from psycopg.errors import _WaitTimeout
from psycopg_pool.base import AttemptWithBackoff

Result = TypeVar("Result")
LONGEST: Final = 10.0
"""Seconds within which a process that serves has its answer to a query; what takes longer is a command's work."""


class PatientConnection(psycopg.Connection[tuple[object, ...]]):
    """One that is closed, as if the server had gone, when it brings nothing for as long as `patience`.

    A server whose machine has vanished, or that is stopped in its tracks, refuses nothing: whoever asks would wait for
    ever, and after some time so would all threads. Commands have all the time they need: `patience` is None there.
    """

    patience: ClassVar[float | None] = None

    def wait(self, gen: PQGen[Result], interval: float = 0.1, timeout: float | None = None) -> Result:
        try:
            return super().wait(gen, interval, self.patience if timeout is None else timeout)
        except _WaitTimeout:
            if timeout is not None:
                raise
            self.close()
            raise psycopg.OperationalError(f"the database has not answered for {self.patience} s") from None


def begin_to_serve() -> None:
    """From now on nobody in this process waits longer, and a database that is back is found within a second.

    The pool would double its pause with each attempt that fails, and after an outage of minutes wait for minutes more.
    """
    PatientConnection.patience = LONGEST
    AttemptWithBackoff.DELAY_BACKOFF = 1.0

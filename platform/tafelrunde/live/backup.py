"""A copy of everything that lasts, taken while the site runs, and the way back: one file, of SQLite or of pg_dump.

A copy is of one moment: every match in it stands after some move, as after a power cut then, and goes on from there.
"""

from __future__ import annotations

import fcntl
import os
import shutil
import sqlite3
import subprocess
import time
from contextlib import closing
from pathlib import Path
from typing import Any, Final

import psycopg
from django.conf import settings
from django.db import connection
from psycopg import pq
from psycopg.conninfo import make_conninfo

from tafelrunde import home

from . import starting

SQLITE, POSTGRES = b"SQLite format 3\0", b"PGDMP"
CLIENTS: Final = (
    "{program} is not on this machine: install PostgreSQL's client programs, of the server's version or newer "
    "(Debian: apt-get install postgresql-client)."
)
FORCE: Final = "There is data already in {place}: with --force it is replaced."
RUNNING: Final = "A server is running on this data: stop it first."
LAST_WORDS: Final = 3.0
"""Seconds in which PostgreSQL notices that a process has gone that could not say goodbye."""


class CannotDoIt(Exception):
    """Why there is no copy, or no way back, in one line for whoever asked."""


def back_up(file: Path) -> None:
    """Write the copy, readable by its owner only. One that is there already is replaced once the new one is whole."""
    draft = file.with_name(f".{file.name}.{os.getpid()}")
    try:
        os.close(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
        if connection.vendor == "postgresql":
            _run("pg_dump", "--format=custom", "--no-owner", "--no-privileges", f"--file={draft}")
        else:
            _copy(Path(settings.DATABASES["default"]["NAME"]), draft)
        with draft.open("rb") as written:
            os.fsync(written.fileno())
        draft.replace(file)
    except OSError as error:
        raise CannotDoIt(f"Cannot write {file} ({error.strerror}).") from error
    finally:
        draft.unlink(missing_ok=True)


def restore(file: Path, *, force: bool = False) -> Path | None:
    """Make the copy what there is. What was there is replaced only by `force`; where it can be kept, it is kept there.

    CannotDoIt, and nothing has changed, where a server runs on it.
    """
    if connection.vendor == "postgresql":
        _check(file, POSTGRES, "pg_dump in its custom format")
        _restore_postgres(file, force)
        return None
    _check(file, SQLITE, "SQLite")
    return _restore_sqlite(file, Path(settings.DATABASES["default"]["NAME"]), force)


def _check(file: Path, begins: bytes, kind: str) -> None:
    try:
        with file.open("rb") as copy:
            found = copy.read(len(begins))
    except OSError as error:
        raise CannotDoIt(f"Cannot read {file} ({error.strerror}).") from error
    if found != begins:
        raise CannotDoIt(f"{file} is no copy by {kind}, which is what the database of these settings needs.")


# --- SQLite -----------------------------------------------------------------------------------------------------------


def _copy(source: Path, target: Path) -> None:
    """In one step: whoever writes meanwhile does not wait, and what they write is not in it."""
    try:
        with (
            closing(sqlite3.connect(f"{source.absolute().as_uri()}?mode=rw", uri=True, timeout=20)) as original,
            closing(sqlite3.connect(target)) as copy,
        ):
            original.backup(copy)
            copy.execute("PRAGMA journal_mode=DELETE")  # so that it is one file
            [(verdict,)] = copy.execute("PRAGMA quick_check").fetchmany(1)
    except sqlite3.Error as error:
        raise CannotDoIt(f"{source} cannot be copied: {error}.") from error
    if verdict != "ok":
        raise CannotDoIt(f"{source} is damaged: {verdict}.")


def _restore_sqlite(file: Path, target: Path, force: bool) -> Path | None:
    home.home().mkdir(mode=0o700, parents=True, exist_ok=True)
    with starting.lock_of_serving().open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise CannotDoIt(RUNNING) from None
        if target.exists() and not force:
            raise CannotDoIt(FORCE.format(place=target))
        draft = target.with_name(f".{target.name}.{os.getpid()}")
        try:
            os.close(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
            _copy(file, draft)
            kept = _put_aside(target)
            draft.replace(target)
        except OSError as error:
            raise CannotDoIt(home.not_writable(target.parent, error)) from error
        finally:
            draft.unlink(missing_ok=True)
    return kept


def _put_aside(target: Path) -> Path | None:
    """With what SQLite keeps beside it, so that it is still whole under its new name."""
    if not target.exists():
        return None
    aside = target.with_name(f"{target.name}.before")
    for end in ("-wal", "-shm", ""):
        if (part := target.with_name(target.name + end)).exists():
            part.replace(aside.with_name(aside.name + end))
        else:
            aside.with_name(aside.name + end).unlink(missing_ok=True)
    return aside


# --- PostgreSQL -------------------------------------------------------------------------------------------------------


def _restore_postgres(file: Path, force: bool) -> None:
    try:
        with closing(psycopg.connect(**_conninfo(), autocommit=True)) as database:  # Django's pool would be several
            _refuse_while_it_is_used(database)
            if database.execute("SELECT 1 FROM pg_tables WHERE schemaname = current_schema()").fetchone() and not force:
                raise CannotDoIt(FORCE.format(place=f"the database {connection.settings_dict['NAME']}"))
    except psycopg.Error as error:
        raise CannotDoIt(f"The database cannot be used: {str(error).strip()}.") from error
    clean = ("--clean", "--if-exists") if force else ()
    _run("pg_restore", "--no-owner", "--no-privileges", "--single-transaction", "--exit-on-error", *clean, str(file))


def _refuse_while_it_is_used(database: psycopg.Connection[Any]) -> None:
    others = (
        "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() "
        "AND backend_type = 'client backend'"
    )
    end = time.monotonic() + LAST_WORDS
    while database.execute(others).fetchone():
        if time.monotonic() > end:
            raise CannotDoIt(RUNNING)
        time.sleep(0.2)


def _conninfo() -> dict[str, Any]:
    """Where the database is, as PostgreSQL's own programs know it."""
    known = {option.keyword.decode() for option in pq.Conninfo.get_defaults()}
    given = connection.get_connection_params()
    return {name: value for name, value in given.items() if name in known and value}


def _run(program: str, *arguments: str) -> None:
    found = shutil.which(program)
    if found is None:
        raise CannotDoIt(CLIENTS.format(program=program))
    given = _conninfo()
    password = {"PGPASSWORD": str(given.pop("password"))} if "password" in given else {}  # arguments can be seen by all
    done = subprocess.run(  # noqa: S603  our own words, and a file's name
        [found, f"--dbname={make_conninfo(**given)}", *arguments],
        env={**os.environ, **password},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        why = " ".join(done.stderr.split("\n", 2)[:2]).strip().rstrip(".")
        raise CannotDoIt(f"{why}." if why else f"{program} has failed.")

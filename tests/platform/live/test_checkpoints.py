"""What SQLite has written is brought into the database beside the moves, not within one."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from django.db import connections
from pytest_django import DjangoDbBlocker

from tafelrunde.live import background
from tafelrunde.live.sqlite import checkpoints
from tafelrunde.settings import SQLITE, SQLITE_OPTIONS

LONG = 3_000


@pytest.fixture
def used(tmp_path: Path, django_db_blocker: DjangoDbBlocker, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A database as the site has it, with more in its log than SQLite by itself would leave there."""
    made = connections["default"].settings_dict.copy()
    made |= {"ENGINE": SQLITE, "NAME": tmp_path / "used.sqlite3", "OPTIONS": SQLITE_OPTIONS}
    monkeypatch.setitem(connections.databases, "used", made)
    own = connections.create_connection("used")
    monkeypatch.setattr(checkpoints, "connection", own)
    with django_db_blocker.unblock():
        with own.cursor() as cursor:
            cursor.execute("CREATE TABLE said (text TEXT)")
            for _page in range(LONG):
                cursor.execute("INSERT INTO said VALUES (zeroblob(3000))")
        yield tmp_path / "used.sqlite3"
        own.close()


def test_no_commit_waits_until_all_is_in_the_database(used: Path) -> None:
    assert _pages(used) < LONG
    assert Path(f"{used}-wal").stat().st_size > LONG * 3000


def test_a_checkpoint_brings_all_of_it_there(used: Path) -> None:
    checkpoints.checkpoint()
    assert _pages(used) >= LONG


def test_who_reads_holds_no_checkpoint_up(used: Path) -> None:
    with closing(sqlite3.connect(used)) as reader:
        reader.execute("BEGIN")
        [(rows,)] = reader.execute("SELECT count(*) FROM said")
        checkpoints.checkpoint()
        assert rows == LONG


def test_it_is_done_as_long_as_the_process_serves() -> None:
    assert background.registered()["checkpoints"] is checkpoints.run


def _pages(database: Path) -> int:
    """In the database itself, without its log."""
    return database.stat().st_size // 4096

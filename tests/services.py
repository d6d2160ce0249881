"""A pytest plugin (`-p tests.services`, see pyproject.toml): what Django finds when a test run reads its settings.

``pytest`` runs everything on SQLite and Channels' memory layer, as an installation from nothing does.
``pytest --on postgres`` starts a real PostgreSQL and a real Valkey from wheels and repeats what touches a database:
tests marked `django_db` (or using one of its fixtures) and tests that use a running server (tests/serving.py), but for
those marked `once`, to which the database makes no difference. What needs several processes is marked `several` and
runs there alone.

xdist's workers share the two servers; each worker has databases of its own there, and a data folder of its own.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import shutil
import tempfile
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import psycopg
import pytest

from tests.databases import Postgres, Valkey
from tests.ports import RUN

IN_CI = os.environ.get("CI", "").lower() in ("1", "true")

ON, POSTGRES, VALKEY = (f"TAFELRUNDE_TEST_{name}" for name in ("ON", "POSTGRES", "VALKEY"))
"""Environment variables by which the process that started the run tells its workers what there is."""

DATABASE_FIXTURES = frozenset({"db", "transactional_db", "django_db_reset_sequences", "server", "own_server"})

_started: contextlib.ExitStack | None = None


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--on",
        choices=("sqlite", "postgres"),
        default="sqlite",
        help="the database to test on; postgres repeats only what touches a database, on PostgreSQL with Valkey",
    )


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_load_initial_conftests(early_config: pytest.Config) -> Generator[None, Any, Any]:
    """Before pytest-django reads Django's settings."""
    if "PYTEST_XDIST_WORKER" not in os.environ:
        _start(early_config.known_args_namespace.on)
    worker = os.environ.get("PYTEST_XDIST_WORKER", "main")
    home = run_folder() / f"home-{worker}"
    home.mkdir()
    environment = {"TAFELRUNDE_HOME": str(home), **service_environment(f"tafelrunde_{worker}")}
    for name in (
        "DATABASE_URL",
        "REDIS_URL",
        "SECRET_KEY",
        "ALLOWED_HOSTS",
        "ORIGINS",
        "DEBUG",
        "EMAIL_URL",
        "LOG_FORMAT",
        "LOG_LEVEL",
    ):
        os.environ.pop(name, None)  # the developer's own have no business here
    os.environ.update(environment, DATABASE_POOL="0")  # a pool would keep test databases from being dropped
    return (yield)


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "once: the database makes no difference, not repeated on PostgreSQL")
    config.addinivalue_line("markers", "long: takes minutes, run only where it is asked for, with -m long")
    config.addinivalue_line("markers", "index: asks the package index; in CI, or where it is asked for with -m index")
    config.addinivalue_line("markers", "several: needs several processes of one site, so PostgreSQL and Valkey")
    if config.option.help or config.option.version:
        return
    from django.conf import settings

    if not on_postgres():
        # a file, since threads cannot share a database in memory
        settings.DATABASES["default"].setdefault("TEST", {})["NAME"] = str(
            Path(os.environ["TAFELRUNDE_HOME"], "test.sqlite3")
        )
    config.option.reuse_db = True  # nothing is dropped at the end: servers and files are thrown away as a whole
    settings.STORAGES["staticfiles"] = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    stays = _touches_database if on_postgres() else _is_for_one_process
    asks_index = IN_CI or "index" in config.option.markexpr
    left_out = [item for item in items if not stays(item) or (item.get_closest_marker("index") and not asks_index)]
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if item not in set(left_out)]


def pytest_unconfigure() -> None:
    if _started:
        _started.close()


def on_postgres() -> bool:
    """Whether this run is one on PostgreSQL and Valkey."""
    return os.environ[ON] == "postgres"


def run_folder() -> Path:
    """A folder for what the whole run shares, removed when it ends."""
    return Path(os.environ[RUN])


def service_environment(database: str) -> dict[str, str]:
    """The variables by which a process uses this database (and one of Valkey's, not used before); none on SQLite."""
    if not on_postgres():
        return {}
    return {
        "DATABASE_URL": f"postgres://tafelrunde@/{quote(os.environ[POSTGRES], safe='')}/{database}",
        "REDIS_URL": f"redis://127.0.0.1:{os.environ[VALKEY]}/{_next_number()}",
    }


def postgres_connection() -> psycopg.Connection[Any]:
    """To the server itself, for making databases."""
    return psycopg.connect(host=os.environ[POSTGRES], user="tafelrunde", dbname="postgres", autocommit=True)


@contextlib.contextmanager
def alone(name: str) -> Iterator[None]:
    """Only one process of the run at a time."""
    with (run_folder() / f"{name}.lock").open("a") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _start(on: str) -> None:
    global _started
    with contextlib.ExitStack() as stack:
        folder = Path(tempfile.mkdtemp(prefix="tafelrunde-"))
        stack.callback(shutil.rmtree, folder, ignore_errors=True)
        folder.chmod(0o755)  # PostgreSQL may be run by `nobody`
        os.environ.update({RUN: str(folder), ON: on})
        if on == "postgres":
            postgres, valkey = Postgres(folder / "postgres"), Valkey()
            postgres.start()
            stack.callback(postgres.stop)
            valkey.start()
            stack.callback(valkey.stop)
            os.environ.update({POSTGRES: str(postgres.folder), VALKEY: str(valkey.port)})
        _started = stack.pop_all()


def _next_number() -> int:
    with alone("valkey"):
        counter = run_folder() / "valkey.number"
        number = int(counter.read_text()) + 1 if counter.exists() else 0
        counter.write_text(str(number))
    return number


def _is_for_one_process(item: pytest.Item) -> bool:
    return item.get_closest_marker("several") is None


def _touches_database(item: pytest.Item) -> bool:
    if item.get_closest_marker("once"):
        return False
    if item.get_closest_marker("several"):
        return True
    return bool(
        item.get_closest_marker("django_db")
        or item.get_closest_marker("several")
        or DATABASE_FIXTURES.intersection(getattr(item, "fixturenames", ()))
    )

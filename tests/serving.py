"""A pytest plugin (`-p tests.serving`): real servers to test against, each a `manage.py serve` in a process of its own.

Two fixtures:

- ``server``: one for all tests of the process (an xdist worker), with one database. Make what you need under names of
  your own; others use it, too.
- ``own_server``: one for this test alone, to kill, stop and start again, or to look at as a whole.

    def test_goes_on(own_server: Served) -> None:
        token = own_server.manage("createplayers", "Ann")      # a management command on its data: what it printed
        httpx.get(f"{own_server.url}/")                        # http://127.0.0.1:PORT
        websockets.connect(f"{own_server.ws_url}/ws/lobby/")   # ws://127.0.0.1:PORT
        own_server.kill()                                      # SIGKILL
        own_server.start()                                     # same data, same port
        own_server.stop()                                      # SIGTERM: it drains, and must exit with 0
        assert "shuffled" in own_server.log                    # all it has printed and logged so far

`serving(...)` is the context manager behind both, for more than one server at a time, or one with other variables;
`serving(beside=other)` is a second process of the same site.
A server starts in about a second: data folder and database are copies of ones that were prepared once for the run.
When a test fails, the log of its server is in the report.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import subprocess
import sys
import threading
from collections.abc import Generator, Iterator, Mapping
from itertools import count
from pathlib import Path

import pytest

from tests import ports, services

ROOT = Path(__file__).resolve().parents[1]
READY = "Tafelrunde is open at "
PATIENCE = 120
"""Seconds after which a start or an end has failed; nothing here takes long, but machines may be busy."""

_numbers = count(1)


class Served:
    """A server that can be stopped, killed and started again, and its data folder."""

    def __init__(self, home: Path, environment: Mapping[str, str], port: int = 0) -> None:
        self.home, self.own = home, dict(environment)
        self.environment = {**os.environ, **environment, "TAFELRUNDE_HOME": str(home), "PYTHONUNBUFFERED": "1"}
        if "DATABASE_POOL" not in environment:
            self.environment.pop("DATABASE_POOL", None)
        self.port = port or ports.free_port()
        self._process: subprocess.Popen[str] | None = None
        self._lines: list[str] = []
        self._is_ready = False
        self._told = threading.Event()
        self._reader = threading.Thread()

    @property
    def url(self) -> str:
        """Without a slash at the end."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def ws_url(self) -> str:
        """Without a slash at the end."""
        return f"ws://127.0.0.1:{self.port}"

    @property
    def log(self) -> str:
        """All that the server has written so far, standard output and standard error, over all its starts."""
        return "".join(self._lines)

    @property
    def pid(self) -> int:
        """Of the process that serves now."""
        return self._running().pid

    def start(self) -> None:
        """Start it, and return when it is ready. On the same port as before, if there was a before."""
        assert self._process is None, "it is running already"
        self._is_ready = False
        self._told.clear()
        self._process = subprocess.Popen(
            [sys.executable, "manage.py", "serve", "--port", str(self.port)],
            cwd=ROOT,
            env=self.environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        self._reader = threading.Thread(target=self._read, args=[self._process], daemon=True)
        self._reader.start()
        if not (self._told.wait(PATIENCE) and self._is_ready):
            self.kill()
            raise AssertionError(f"the server did not start:\n{self.log}")

    def stop(self) -> None:
        """SIGTERM, as a service manager would: it must end by itself and in order."""
        code = self.signal(signal.SIGTERM)
        assert code == 0, f"the server ended with {code}:\n{self.log}"

    def kill(self) -> None:
        """SIGKILL, as a power cut would."""
        self.signal(signal.SIGKILL)

    def signal(self, number: signal.Signals) -> int:
        """Send it a signal that ends it; its exit status."""
        process = self._running()
        process.send_signal(number)
        code = process.wait(PATIENCE)
        self._reader.join(PATIENCE)
        self._process = None
        return code

    def manage(self, *command: str, check: bool = True) -> str:
        """Run a management command on its data, whether it is serving or not: what the command wrote."""
        done = subprocess.run(
            [sys.executable, "manage.py", *command],
            cwd=ROOT,
            env=self.environment,
            capture_output=True,
            text=True,
            check=False,
        )
        assert not check or done.returncode == 0, f"{command} ended with {done.returncode}:\n{done.stdout}{done.stderr}"
        return done.stdout

    def end(self) -> None:
        """Stop it if it is running; once the test is over it does not matter how."""
        if self._process:
            self.kill()

    def _running(self) -> subprocess.Popen[str]:
        assert self._process is not None, "it is not running"
        return self._process

    def _read(self, process: subprocess.Popen[str]) -> None:
        assert process.stdout is not None
        with process.stdout:
            for line in process.stdout:
                self._lines.append(line)
                if line.startswith(READY):
                    self.port = int(line.rstrip().rstrip("/").rpartition(":")[2])
                    self._is_ready = True
                    self._told.set()
        self._told.set()  # it has ended: nobody need wait any longer


@contextlib.contextmanager
def serving(
    environment: Mapping[str, str] | None = None,
    *,
    prepared: bool = True,
    start: bool = True,
    beside: Served | None = None,
) -> Iterator[Served]:
    """A server of its own with data of its own, running unless `start` is False.

    With `prepared` False data folder and database are empty, as on a new machine. With `beside` it is another process
    of that server's site: same data folder, database and Valkey; in a test marked `several`, as SQLite is for one.
    """
    if beside is not None:
        another = Served(beside.home, {**beside.own, **(environment or {})})
        try:
            if start:
                another.start()
            yield another
        finally:
            another.end()
        return
    name = f"{os.environ.get('PYTEST_XDIST_WORKER', 'main')}_{next(_numbers)}"
    home = services.run_folder() / f"served-{name}"
    own = _new_database(f"served_{name}", prepared=prepared)
    if prepared:
        shutil.copytree(_prepared_home(), home)
    served = Served(home, {**own, **(environment or {})})
    try:
        if start:
            served.start()
        yield served
    finally:
        served.end()
        shutil.rmtree(home, ignore_errors=True)


@pytest.fixture(scope="session")
def server() -> Iterator[Served]:
    """A running server, shared by all tests of this process."""
    with serving() as served:
        yield served


@pytest.fixture
def own_server() -> Iterator[Served]:
    """A running server for this test alone."""
    with serving() as served:
        yield served


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    if report.failed:
        for served in getattr(item, "funcargs", {}).values():
            if isinstance(served, Served):
                report.sections.append((f"log of the server on port {served.port}", served.log[-20_000:]))
    return report


def _prepared_home() -> Path:
    """A data folder (on SQLite: with the migrated database) and, on PostgreSQL, the template of new databases."""
    home = services.run_folder() / "prepared"
    with services.alone("prepared"):
        if not home.exists():
            draft = home.with_name("prepared-draft")
            environment = {**os.environ, **_new_database(TEMPLATE, prepared=False), "TAFELRUNDE_HOME": str(draft)}
            program = [sys.executable, "-c", PREPARE, str(home.with_name("prepared-players"))]
            subprocess.run(program, cwd=ROOT, env={**environment, **PATHS}, check=True)
            home.with_name("prepared-players").rename(draft / PLAYERS)
            draft.rename(home)
    return home


TEMPLATE = "served_template"
PLAYERS = "players"
"""A file in each prepared data folder: 100 members whom nobody has used, name and token, one a line."""
PREPARE = """
import sys, django
django.setup()
from django.core.management import call_command
from tafelrunde.live import starting
starting.prepare()
with open(sys.argv[1], "w") as file:
    call_command("createplayers", "100", prefix="player", stdout=file)
"""
PATHS = {
    "PYTHONPATH": os.pathsep.join([str(ROOT / "platform"), str(ROOT / "games"), str(ROOT)]),
    "DJANGO_SETTINGS_MODULE": "tafelrunde.settings",
}


def _new_database(name: str, *, prepared: bool) -> dict[str, str]:
    """Variables for a new database and Valkey's next one; none on SQLite, where the database is in the data folder."""
    environment = services.service_environment(name)
    if environment:
        if prepared:
            _prepared_home()
        template = TEMPLATE if prepared else "template1"
        with services.postgres_connection() as connection:
            connection.execute(f'CREATE DATABASE "{name}" TEMPLATE "{template}"')
    return environment

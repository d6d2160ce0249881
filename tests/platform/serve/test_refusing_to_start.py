"""What stands in the way of a start is said in one clear line, with exit status 2."""

from __future__ import annotations

import ctypes
import os
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import pytest

from tests.serving import ROOT, Served, serving


def refusal(environment: Mapping[str, str], *arguments: str, limit: Callable[[], None] | None = None) -> str:
    """The one line that `serve` writes before it ends with 2."""
    done = subprocess.run(
        [sys.executable, "manage.py", "serve", *arguments],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        timeout=120,
        preexec_fn=limit,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1), done
    return done.stderr.strip()


@pytest.fixture
def stopped() -> Iterator[Served]:
    """A server that was never started, with a prepared database."""
    with serving(start=False) as served:
        yield served


def test_the_port_is_taken(stopped: Served) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = str(other.getsockname()[1])
        line = refusal(stopped.environment, "--port", port)
    assert line == f"Port {port} on 127.0.0.1 is taken: choose another with --port."


def test_two_servers_do_not_share_a_port(own_server: Served, stopped: Served) -> None:
    assert "is taken" in refusal(stopped.environment, "--port", str(own_server.port))


@pytest.mark.once
def test_there_is_no_such_address(stopped: Served) -> None:
    line = refusal(stopped.environment, "--port", "0", "--host", "192.0.2.1")
    assert line == "There is no address '192.0.2.1' on this machine: choose another with --host."


@pytest.mark.once
def test_the_folder_is_a_file(stopped: Served, tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.touch()
    line = refusal({**stopped.environment, "TAFELRUNDE_HOME": str(file)}, "--port", "0")
    assert line.startswith(f"Cannot write to {file} (Not a directory): ")


@pytest.mark.once
def test_the_folder_cannot_be_made(stopped: Served, tmp_path: Path) -> None:
    line = refusal({**stopped.environment, "TAFELRUNDE_HOME": "/proc/tafelrunde"}, "--port", "0")
    assert line.startswith("Cannot write to /proc/tafelrunde (")


@pytest.mark.once
@pytest.mark.parametrize("key", ["", "a key from the environment"])
def test_the_folder_may_not_be_written_to(stopped: Served, tmp_path: Path, key: str) -> None:
    tmp_path.chmod(0o555)
    environment = {**stopped.environment, "TAFELRUNDE_HOME": str(tmp_path), "SECRET_KEY": key}
    line = refusal(environment, "--port", "0", limit=obey_modes)
    assert line.startswith(f"Cannot write to {tmp_path} (Permission denied): ")


@pytest.mark.once
def test_the_database_may_not_be_written_to(stopped: Served) -> None:
    database = stopped.home / "tafelrunde.sqlite3"
    database.chmod(0o444)
    line = refusal(stopped.environment, "--port", "0", limit=obey_modes)
    assert line.startswith(f"Cannot write to {database} (Permission denied): ")


@pytest.mark.once
def test_the_database_is_none(stopped: Served) -> None:
    (stopped.home / "tafelrunde.sqlite3").write_text("It was a dark and stormy night. " * 100)
    assert refusal(stopped.environment, "--port", "0") == "The database cannot be used: file is not a database."


def test_the_database_is_newer_than_the_code(stopped: Served) -> None:
    stopped.manage("shell", "-c", RECORD)
    line = refusal(stopped.environment, "--port", "0")
    assert line.startswith("The database is newer than this version of Tafelrunde (it has rooms.9999_later): ")


@pytest.mark.once
def test_the_database_server_is_not_there(stopped: Served) -> None:
    environment = {**stopped.environment, "DATABASE_URL": "postgres://nobody@127.0.0.1:1/nothing"}
    assert refusal(environment, "--port", "0").startswith("The database cannot be used: connection")


RECORD = """
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder
MigrationRecorder(connection).record_applied("rooms", "9999_later")
"""


def obey_modes() -> None:
    """Before the server begins: root gives up the right to do what file modes forbid."""
    if os.geteuid() == 0:
        for capability in (1, 2):  # CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH
            if ctypes.CDLL(None, use_errno=True).prctl(24, capability, 0, 0, 0):  # PR_CAPBSET_DROP
                raise OSError(ctypes.get_errno(), "cannot give up a capability")

"""What happens before the first request: the address, the data folder, the database, the static files.

Whatever stands in the way is a `CannotServe` with one line that says what to do.
"""

from __future__ import annotations

import contextlib
import errno
import fcntl
import socket
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import IO

from django.conf import settings
from django.core.management import call_command
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor

from tafelrunde import home

from . import static


class CannotServe(Exception):
    """Why the server does not start, in one line for whoever started it."""


def listen(host: str, port: int) -> socket.socket:
    """A socket that listens there already: who connects now is answered when everything is ready."""
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    except OSError:
        raise CannotServe(f"There is no address {host!r} on this machine: choose another with --host.") from None
    family, kind, protocol, _, address = found[0]
    listener = socket.socket(family, kind, protocol)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(address)
        listener.listen(1024)
        listener.setblocking(False)
    except OSError as error:
        listener.close()
        raise CannotServe(_why_not(error, host, port)) from None
    return listener


def _why_not(error: OSError, host: str, port: int) -> str:
    match error.errno:
        case errno.EADDRINUSE:
            return f"Port {port} on {host} is taken: choose another with --port."
        case errno.EACCES:
            return f"Port {port} is not allowed to this user: choose one from 1024 on with --port."
        case errno.EADDRNOTAVAIL:
            return f"There is no address {host!r} on this machine: choose another with --host."
    return f"Cannot listen on {host}, port {port}: {error.strerror}."


def address(listener: socket.socket) -> str:
    """Where people find it, without a slash at the end; if it listens everywhere, by this machine's own address."""
    host, port = listener.getsockname()[:2]
    if host in ("0.0.0.0", "::"):  # noqa: S104
        host = _own_address()
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def _own_address() -> str:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # sends nothing, but chooses a way out
        except OSError:
            return "127.0.0.1"
        own: str = probe.getsockname()[0]
        return own


def prepare() -> None:
    """Folder, database and static files, made where they are missing and brought up to date; quick when they are."""
    with _alone_in_folder():
        _say_that_it_serves()
        _prepare_database()
        try:
            static.collect()
        except OSError as error:
            raise CannotServe(home.not_writable(settings.STATIC_ROOT, error)) from None


@contextlib.contextmanager
def _alone_in_folder() -> Iterator[None]:
    """Checks that the data folder can be written to, and keeps others out that start at the same time."""
    folder = home.home()
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):  # rather than access(2), which knows nothing of quotas and full disks
            pass
        lock = (folder / ".starting").open("w")
    except OSError as error:
        raise CannotServe(home.not_writable(folder, error)) from None
    with lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def lock_of_serving() -> Path:
    """A file that each serving process holds a share in, so that nobody replaces the database beneath it."""
    return home.home() / ".serving"


def _say_that_it_serves() -> None:
    lock = lock_of_serving().open("w")
    fcntl.flock(lock, fcntl.LOCK_SH)  # waits for a restore
    _held.append(lock)


_held: list[IO[str]] = []
"""Open as long as the process lives."""


def _prepare_database() -> None:
    try:
        _reach_database()
        with _alone_in_database():
            executor = MigrationExecutor(connection)
            _refuse_newer(executor)
            if executor.migration_plan(executor.loader.graph.leaf_nodes()):
                call_command("migrate", interactive=False, verbosity=0)
    except DatabaseError as error:
        reason = str(error).strip().partition("\n")[0].rstrip(".")
        raise CannotServe(f"The database cannot be used: {reason}.") from None
    finally:
        connection.close()


def _reach_database() -> None:
    """Whether it can be used, found out before Django tries: that would be later, or with many words in the log."""
    if connection.vendor == "postgresql":
        with connection.wrap_database_errors:
            connection.Database.connect(**connection.get_connection_params()).close()  # type: ignore[attr-defined]
    elif (file := Path(connection.settings_dict["NAME"])).exists():
        try:
            file.open("r+b").close()
        except OSError as error:
            raise CannotServe(home.not_writable(file, error)) from None


@contextlib.contextmanager
def _alone_in_database() -> Iterator[None]:
    """Processes on several machines share a PostgreSQL: one of them migrates, the others wait."""
    if connection.vendor != "postgresql":
        yield
        return
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_lock(hashtext('tafelrunde starting'))")
        try:
            yield
        finally:
            cursor.execute("SELECT pg_advisory_unlock(hashtext('tafelrunde starting'))")


def _refuse_newer(executor: MigrationExecutor) -> None:
    known = set(executor.loader.disk_migrations)
    for migration in executor.loader.disk_migrations.values():
        known.update(migration.replaces)
    if unknown := sorted(set(executor.loader.applied_migrations) - known):
        app, name = unknown[-1]
        raise CannotServe(
            f"The database is newer than this version of Tafelrunde (it has {app}.{name}): "
            "update Tafelrunde, or go back to a copy of the data from before the update."
        )

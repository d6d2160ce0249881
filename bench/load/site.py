"""The site under load: one or more `serve` processes on SQLite or PostgreSQL, and what they cost.

Processor time and memory are read from /proc (Linux): of the servers, of PostgreSQL with all its processes, of Valkey.
"""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

from tests import ports
from tests.databases import Postgres, Valkey

ROOT = Path(__file__).resolve().parents[2]
READY = "Tafelrunde is open at "
_GROW = """
from django.utils import timezone
from tafelrunde.accounts.models import Player
from tafelrunde.matches.models import Entry, Match, MatchSeat
from tafelrunde.rooms.models import Room
from tafelrunde import games
now, people, game = timezone.now(), Player.objects.all()[:4], games.installed()[{game!r}]
over = dict(game=game.slug, ruleset=game.ruleset, options={{}}, commitment="", started=now, ended=now, status="over")
for begin in range(0, {finished}, 500):
    matches = [Match(seed=bytes(32), place=f"past-{{n}}", **over) for n in range(begin, min(begin + 500, {finished}))]
    matches = Match.objects.bulk_create(matches)
    seats = (MatchSeat(match=m, seat=n, player=p, name=p.name) for m in matches for n, p in enumerate(people))
    MatchSeat.objects.bulk_create(seats)
    Entry.objects.bulk_create(
        Entry(match=m, version=n, ply=n, kind="move", seat=n % 4, turn=n // 4, move="take wine", by="player", at=now)
        for m in matches for n in range(1, 61)
    )
Room.objects.bulk_create(
    Room(slug=f"other-{{n}}", name=f"Other {{n}}", host=people[0], game=game.slug, options={{}}) for n in range({rooms})
)
"""
_TICKS = os.sysconf("SC_CLK_TCK")
_PAGE = os.sysconf("SC_PAGE_SIZE")


class Site:
    """A running site: where its processes listen, and what it has used so far."""

    def __init__(self, environment: dict[str, str], postgres: Postgres | None, valkey: Valkey | None) -> None:
        self.environment = {**os.environ, **environment}
        self._postgres, self._valkey = postgres, valkey
        self.processes: list[subprocess.Popen[str]] = []
        self.ports: list[int] = []

    def manage(self, *command: str) -> str:
        """A management command on its data: what it wrote."""
        done = subprocess.run(
            [sys.executable, "manage.py", *command],
            cwd=ROOT,
            env=self.environment,
            check=True,
            stdout=subprocess.PIPE,
            text=True,
        )
        return done.stdout

    def grow(self, game: str, finished: int, rooms: int) -> None:
        """Matches that are over, with 60 moves each, and open rooms with somebody's name on them, all by the ORM."""
        self.manage("shell", "-v", "0", "-c", _GROW.format(game=game, finished=finished, rooms=rooms))

    def serve(self) -> int:
        """One more process: its port."""
        process = subprocess.Popen(
            [sys.executable, "manage.py", "serve", "--port", "0"],
            cwd=ROOT,
            env=self.environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        self.processes.append(process)
        assert process.stdout is not None
        for line in process.stdout:
            if line.startswith(READY):
                self.ports.append(int(line.rstrip().rstrip("/").rpartition(":")[2]))
                return self.ports[-1]
        raise RuntimeError("the server did not start")

    def stop(self) -> None:
        """End its processes in order."""
        for process in self.processes:
            process.terminate()
        for process in self.processes:
            process.wait(20)

    def cpu(self) -> dict[str, float]:
        """Seconds of processor time so far: of the servers, of the database's processes, of the layer's."""
        parts = {"server": sum(_cpu(process.pid) for process in self.processes)}
        if self._postgres is not None:
            parts["database"] = _cpu_of_tree(self._postgres.pid)
        if self._valkey is not None:
            parts["layer"] = _cpu_of_tree(self._valkey.pid)
        return parts

    def memory(self) -> float:
        """Resident memory of the servers in MB."""
        return sum(_resident(process.pid) for process in self.processes) / 1e6


@contextlib.contextmanager
def site(on: str, processes: int = 1, **environment: str) -> Iterator[Site]:
    """A new site with no data but its migrations. PostgreSQL is as durable as by default: a commit is on the disk."""
    with contextlib.ExitStack() as stack:
        home = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="tafelrunde-load-")))
        home.chmod(0o755)
        os.environ[ports.RUN] = str(home)
        given = {
            "TAFELRUNDE_HOME": str(home / "home"),
            "LOG_LEVEL": "WARNING",
            "PYTHONUNBUFFERED": "1",
            "ROOMS_PER_PLAYER": "100000",
            **environment,
        }
        postgres = valkey = None
        if on == "postgres":
            postgres, valkey = Postgres(home / "postgres", durable=True), Valkey()
            postgres.start()
            stack.callback(postgres.stop)
            valkey.start()
            stack.callback(valkey.stop)
            given["DATABASE_URL"] = f"postgres://tafelrunde@/{quote(str(postgres.folder), safe='')}/postgres"
            given["REDIS_URL"] = f"redis://127.0.0.1:{valkey.port}/0"
        running = Site(given, postgres, valkey)
        stack.callback(running.stop)
        for _process in range(processes):
            running.serve()
        yield running


def _cpu(pid: int) -> float:
    """Of a process and of the ended ones that it has waited for."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return sum(map(int, fields[11:15])) / _TICKS


def _cpu_of_tree(pid: int) -> float:
    return _cpu(pid) + sum(_cpu_of_tree(child) for child in _children(pid))


def _children(pid: int) -> list[int]:
    try:
        return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    except OSError:
        return []


def _resident(pid: int) -> int:
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * _PAGE

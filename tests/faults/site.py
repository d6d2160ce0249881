"""A site of several processes on PostgreSQL and Valkey, all of which can be made to fail."""

from __future__ import annotations

import asyncio
import contextlib
import shutil
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final
from urllib.parse import quote

import psycopg

from tests.databases import Postgres, Valkey
from tests.serving import Served

from .lateness import Span
from .plan import Fault, Kind

HURRY: Final = {
    "ABSENT_AFTER": "5",
    "BOT_PAUSE": "0.1",
    "VOTE_SECONDS": "8",
    "LOG_FORMAT": "json",
    "LOG_LEVEL": "INFO",
}


class Site:
    """What runs, what has been done to it, and when it could not but stand still."""

    def __init__(self, postgres: Postgres, valkey: Valkey, servers: list[Served], database: str) -> None:
        self.postgres, self.valkey, self.servers, self.database = postgres, valkey, servers, database
        self.done: Counter[Kind] = Counter()
        self.outages: list[Span] = []
        self.suffered: list[tuple[Span, str]] = []

    @property
    def addresses(self) -> list[str]:
        """Of all processes, for sockets."""
        return [server.ws_url for server in self.servers]

    def connect(self) -> psycopg.Connection[dict[str, object]]:
        """To the database, as nobody in particular."""
        return psycopg.connect(self.database, row_factory=psycopg.rows.dict_row, autocommit=True)

    async def suffer(self, fault: Fault) -> None:
        """Let it happen, and mend it again."""
        begin = time.time()
        match fault.kind:
            case Kind.KILL:
                await self._kill([self.servers[fault.whom % len(self.servers)]], fault.seconds)
            case Kind.BLACKOUT:
                await self._kill(self.servers, fault.seconds)
                self.outages.append(Span(begin, time.time()))
            case Kind.LAYER_AWAY:
                self.valkey.kill()
                await asyncio.sleep(fault.seconds)
                await asyncio.to_thread(self.valkey.start)
            case Kind.LAYER_HANGS:
                self.valkey.freeze()
                await asyncio.sleep(fault.seconds)
                self.valkey.thaw()
            case Kind.DATABASE_AWAY:
                await asyncio.to_thread(self.postgres.stop)
                await asyncio.sleep(fault.seconds)
                await asyncio.to_thread(self.postgres.start)
                self.outages.append(Span(begin, time.time()))
            case _:
                raise ValueError(f"{fault.kind.value}: that is a player's trouble")
        self.done[fault.kind] += 1
        self.suffered.append((Span(begin, time.time()), fault.kind.value))

    async def _kill(self, servers: list[Served], seconds: float) -> None:
        for server in servers:
            server.kill()
        await asyncio.sleep(seconds)
        await asyncio.gather(*(asyncio.to_thread(server.start) for server in servers))


@contextlib.contextmanager
def site(folder: Path, processes: int, environment: Mapping[str, str]) -> Iterator[Site]:
    """A new one. The database is as durable as PostgreSQL is by default: what it has committed survives its crash."""
    folder.mkdir()
    with contextlib.ExitStack() as stack:
        stack.callback(shutil.rmtree, folder, ignore_errors=True)
        postgres, valkey = Postgres(folder / "postgres", durable=True), Valkey()
        postgres.start()
        stack.callback(postgres.stop)
        valkey.start()
        stack.callback(valkey.kill)
        given = {
            "DATABASE_URL": f"postgres://tafelrunde@/{quote(str(postgres.folder), safe='')}/postgres",
            "REDIS_URL": f"redis://127.0.0.1:{valkey.port}/0",
            **HURRY,
            **environment,
        }
        servers = [Served(folder / "home", given) for _process in range(processes)]
        for server in servers:
            stack.callback(server.end)
            server.start()
        yield Site(postgres, valkey, servers, f"host={postgres.folder} user=tafelrunde dbname=postgres")

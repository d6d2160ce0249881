"""``python -m bench.load.memory``: what idle spectators and finished matches leave in a server's memory.

One `serve` on SQLite. Spectators: so many sockets in a room where nothing happens. Matches: four programs at each of
some tables play one match after the other; when all are played, and a minute later, the memory is what it was.
"""

from __future__ import annotations

import argparse
import asyncio
from collections.abc import Sequence

import uvloop

from .__main__ import open_room
from .site import Site, site
from .sockets import Client, connect
from .table import Table

FEW, MINUTE, STEP = 50, 75.0, 500


def main() -> None:
    """Measure both and print what was found."""
    parser = argparse.ArgumentParser(prog="python -m bench.load.memory", description=__doc__)
    parser.add_argument("--spectators", type=int, default=1000)
    parser.add_argument("--matches", type=int, default=2000)
    parser.add_argument("--rooms", type=int, default=25)
    given = parser.parse_args()
    with site("sqlite", SOCKETS_PER_ADDRESS=str(10 * given.spectators)) as running:
        lines = running.manage("createplayers", str(4 * given.rooms)).splitlines()
        uvloop.run(_measure(running, [line.split()[1] for line in lines], given))


async def _measure(running: Site, tokens: Sequence[str], given: argparse.Namespace) -> None:
    port = running.ports[0]
    slug = await asyncio.to_thread(open_room, port, tokens[0], "king_lui")
    watching = [await connect(port, f"/ws/rooms/{slug}/?format=html", "", _look) for _ in range(FEW)]
    await asyncio.sleep(2)
    before = running.memory()
    watching += [await connect(port, f"/ws/rooms/{slug}/?format=html", "", _look) for _ in range(given.spectators)]
    await asyncio.sleep(5)
    each = 1000 * (running.memory() - before) / given.spectators
    print(f"an idle spectator: {each:.1f} KB (of {given.spectators})", flush=True)
    for client in watching:
        client.close()
    await _play(running, tokens, given)


async def _play(running: Site, tokens: Sequence[str], given: argparse.Namespace) -> None:
    tables = []
    for number in range(given.rooms):
        own = list(tokens[4 * number : 4 * number + 4])
        table = Table(
            await asyncio.to_thread(open_room, running.ports[0], own[0], "king_lui"), number, 0.0, _pass, html=False
        )
        await table.sit(running.ports, own)
        tables.append(table)
    for table in tables:
        table.start()
    reached = STEP
    while reached <= given.matches:
        await asyncio.sleep(0.2)
        if sum(table.matches for table in tables) >= reached:
            print(f"after {reached} matches: {running.memory():.1f} MB", flush=True)
            reached += STEP
    for table in tables:
        table.stop()
    await asyncio.sleep(MINUTE)
    print(f"{MINUTE:.0f} s later: {running.memory():.1f} MB", flush=True)


def _look(_client: Client, _payload: bytes, _at: float) -> None:
    """A spectator reads, and that is all."""


def _pass(_sample: object) -> None:
    """How fast it was is measured elsewhere."""


if __name__ == "__main__":
    main()

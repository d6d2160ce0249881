"""``python -m bench.load``: full tables over real sockets, and what a move costs and takes. See bench/README.md."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import gc
import json
import time
import urllib.request
from collections import Counter
from collections.abc import Sequence

import uvloop

from .site import Site, site
from .sockets import Client, connect
from .table import Sample, Table

WARM_UP = 3.0


def main() -> None:
    """Run one measurement and print its row."""
    given = _arguments()
    with site(given.on, given.processes, **dict(pair.split("=", 1) for pair in given.set)) as running:
        names = [line.split() for line in running.manage("createplayers", str(given.rooms * given.seats)).splitlines()]
        tokens = [token for _name, token in names]
        if given.finished or given.open:
            running.grow(given.game, given.finished, given.open)
        uvloop.run(_measure(running, tokens, given))


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m bench.load", description=__doc__)
    parser.add_argument("--on", choices=("sqlite", "postgres"), default="sqlite")
    parser.add_argument("--game", default="king_lui")
    parser.add_argument("--rooms", type=int, default=50)
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--spectators", type=int, default=0, help="of each room")
    parser.add_argument("--html", action="store_true", help="the viewers are pages, not programs")
    parser.add_argument("--every", type=float, default=0.0, help="seconds between a room's moves; 0: closed loop")
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--set", nargs="*", default=[], metavar="NAME=VALUE", help="settings of the servers")
    parser.add_argument("--finished", type=int, default=0, metavar="N", help="so many matches have been played before")
    parser.add_argument("--open", type=int, default=0, metavar="N", help="so many more rooms stand in the lobby")
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args()


async def _measure(running: Site, tokens: Sequence[str], given: argparse.Namespace) -> None:
    samples: list[Sample] = []
    seats, ports = given.seats, running.ports
    tables = []
    for number in range(given.rooms):
        own = list(tokens[number * seats : (number + 1) * seats])
        slug = await asyncio.to_thread(open_room, ports[0], own[0], given.game)
        table = Table(slug, given.seed + number, given.every, samples.append, html=given.html)
        await table.sit(ports, own)
        tables.append(table)
    watching = [
        await connect(ports[n % len(ports)], f"/ws/rooms/{table.slug}/{_form(given)}", "", _look)
        for table in tables
        for n in range(given.spectators)
    ]
    await asyncio.sleep(1.0)
    for table in tables:
        table.start()
        await asyncio.sleep(0)
    await asyncio.sleep(WARM_UP + given.every)
    gc.collect()
    gc.freeze()
    samples.clear()
    cpu, own_cpu, began = running.cpu(), time.process_time(), time.perf_counter()
    await asyncio.sleep(given.seconds)
    took, used = time.perf_counter() - began, {part: now - cpu[part] for part, now in running.cpu().items()}
    taken, own_used = list(samples), time.process_time() - own_cpu
    for table in tables:
        table.stop()
    refused: Counter[str] = Counter()
    for table in tables:
        refused.update(table.refused)
    _print(given, taken, took, used, own_used, running.memory(), refused, sum(table.matches for table in tables))
    for client in [*watching, *(player for table in tables for player in table.players)]:
        with contextlib.suppress(OSError):
            client.close()


def _form(given: argparse.Namespace) -> str:
    return "?format=html" if given.html else ""


def _look(_client: Client, _payload: bytes, _at: float) -> None:
    """A spectator reads, and that is all."""


def open_room(port: int, token: str, game: str) -> str:
    """Open a room by the API: its slug."""
    request = urllib.request.Request(
        f"http://127.0.0.1:{port}/api/rooms",
        data=json.dumps({"game": game}).encode(),
        headers={"Authorization": f"Bearer {token}", "Content-Type": "application/json"},
    )
    with urllib.request.urlopen(request) as answer:
        slug: str = json.load(answer)["slug"]
    return slug


def _print(
    given: argparse.Namespace,
    samples: Sequence[Sample],
    took: float,
    used: dict[str, float],
    own: float,
    memory: float,
    refused: Counter[str],
    matches: int,
) -> None:
    moves = len(samples)
    loop = f"a move per {given.every:g} s" if given.every else "closed loop"
    form = "HTML" if given.html else "JSON"
    grown = f", {given.finished} matches before, {given.open} other rooms" if given.finished or given.open else ""
    print(
        f"{given.on}, {given.processes} process(es), {given.game}, {given.rooms} rooms × {given.seats} {form}"
        f" + {given.spectators} spectators, {loop}, {took:.1f} s{grown}"
    )
    if not moves:
        print(f"  no move; refused: {dict(refused)}")
        return
    cost = " + ".join(f"{part} {1000 * seconds / moves:.3f}" for part, seconds in used.items())
    whole = 1000 * sum(used.values()) / moves
    print(f"  {moves / took:,.0f} moves/s, {matches} matches; CPU ms a move: {cost} = {whole:.3f}")
    if early := [sample.answered for sample in samples if 5 <= sample.ply < 15]:
        late = [sample.answered for sample in samples if 95 <= sample.ply < 105]
        print(f"  ms to the mover at ply 5 to 14, p50 {_percentile(early, 0.5):.2f}" + _at_later(late))
    print(f"  ms to the mover   {_percentiles([sample.answered for sample in samples])}")
    print(f"  ms to the slowest {_percentiles([sample.seen for sample in samples])}")
    print(
        f"  RSS {memory:.0f} MB; the generator used {100 * own / took:.0f} % of a core; "
        f"refused: {dict(refused) or 'none'}"
    )


def _at_later(late: Sequence[float]) -> str:
    return f"; at ply 95 to 104 {_percentile(late, 0.5):.2f}" if late else ""


def _percentiles(seconds: Sequence[float]) -> str:
    return ", ".join(f"{name} {_percentile(seconds, part):.2f}" for name, part in _PARTS)


def _percentile(seconds: Sequence[float], part: float) -> float:
    """In milliseconds."""
    ordered = sorted(seconds)
    return 1000 * ordered[min(len(ordered) - 1, int(len(ordered) * part))]


_PARTS = (("p50", 0.5), ("p95", 0.95), ("p99", 0.99))


if __name__ == "__main__":
    main()

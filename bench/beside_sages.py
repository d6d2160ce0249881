"""``python bench/beside_sages.py [SECONDS]``: do moves take longer while four sages think in another room?

A real server; in `ROOMS` rooms three people each play King Lui by JSON sockets, a move every `PAUSE` seconds. In turns
of SECONDS (default 10) four sages in one more room play without a pause between their moves, and do not. Printed is how
long the sender waits for the acknowledgement.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import sys
import tempfile
from collections.abc import AsyncIterator
from pathlib import Path
from time import perf_counter

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "platform"), str(ROOT / "games"), str(ROOT)]

from tests import ports, services, wire  # noqa: E402
from tests.serving import Served, serving  # noqa: E402

ROOMS, PAUSE, TURNS = 4, 0.05, 8


async def people_play(server: Served, times: list[float]) -> None:
    """Match after match in one room."""
    lot = random.Random(1)
    while True:
        async with wire.match(server) as (_slug, seats, _people):
            while not seats[0].match["result"]:
                before = seats[0].match
                mover = seats[before["to_move"][0]]
                now = await mover.match_where(lambda match, ply=before["ply"]: match["ply"] >= ply)
                began = perf_counter()
                answer = await mover.move(lot.choice(now["moves"]))
                times.append(perf_counter() - began)
                assert answer["type"] == "ok", answer
                await seats[0].newer_than(before)
                await asyncio.sleep(PAUSE)


async def sages_play(server: Served, moves: list[int]) -> None:
    """Match after match of four sages; in the end, how many moves each match had."""
    [(_name, token)] = wire.players(server, 1)
    slug = wire.open_room(server, token)
    async with wire.connect(server, slug, token) as host:
        assert (await host.say("/bot sage 4"))["type"] == "ok"
        try:
            while True:
                assert (await host.say("/start"))["type"] == "ok"
                await host.match_where(lambda match: not match["result"])
                moves.append(0)
                while not host.match["result"]:
                    await host.newer_than(host.match)
                    moves[-1] = host.match["ply"]
        finally:
            with contextlib.suppress(Exception):
                await host.say("/abort")


@contextlib.asynccontextmanager
async def running(*coroutines: object) -> AsyncIterator[None]:
    """These, until the block ends."""
    tasks = [asyncio.ensure_future(coroutine) for coroutine in coroutines]  # type: ignore[call-overload]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def told(times: list[float]) -> str:
    """Median and the slowest hundredth, in milliseconds."""
    ordered = [1000 * time for time in sorted(times)]
    return f"p50 {ordered[len(ordered) // 2]:.1f} ms, p99 {ordered[len(ordered) * 99 // 100]:.1f} ms of {len(ordered)}"


async def measure(server: Served, seconds: float) -> None:
    times: list[float] = []
    all_times: dict[str, list[float]] = {"without": [], "with": []}
    async with running(*(people_play(server, times) for _ in range(ROOMS))):
        await asyncio.sleep(seconds / 2)  # everybody sits down
        for turn in range(TURNS):
            which, moves = ("without", "with")[turn % 2], list[int]()
            async with running(*([sages_play(server, moves)] if which == "with" else [])):
                await asyncio.sleep(seconds / 5)  # thinkers start
                times.clear()
                await asyncio.sleep(seconds)
                all_times[which] += times
                print(f"{which} sages: {told(times)} moves; sages' moves {sum(moves)}", flush=True)
    for which, found in all_times.items():
        print(f"{which} sages, all: {told(found)} moves")
    print(f"fallbacks for sages: {server.log.count('bot sage failed')}")


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        os.environ |= {ports.RUN: folder, services.ON: "sqlite"}
        with serving({"BOT_PAUSE": "0"}) as server:
            asyncio.run(measure(server, float(sys.argv[1]) if len(sys.argv) > 1 else 10.0))


if __name__ == "__main__":
    main()

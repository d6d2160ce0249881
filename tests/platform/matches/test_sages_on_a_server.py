"""Thinkers of a server: none before somebody needs one, none when the server is gone, however it went."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
from pathlib import Path

from tests import wire
from tests.serving import Served, serving

HURRY = {"BOT_PAUSE": "0.05"}
PATIENCE = 60.0


def children(pid: int) -> set[int]:
    found: set[int] = set()
    for task in Path(f"/proc/{pid}/task").iterdir():
        with contextlib.suppress(FileNotFoundError, ProcessLookupError):  # a thread that has just ended
            found |= {int(child) for child in (task / "children").read_text().split()}
    return found


async def gone(pids: set[int]) -> None:
    async with asyncio.timeout(PATIENCE):
        while any(Path(f"/proc/{pid}").exists() for pid in pids):
            await asyncio.sleep(0.01)


async def sages_play(server: Served) -> set[int]:
    """Four sages in the middle of a match, with nobody watching: their thinkers."""
    [(_name, token)] = wire.players(server, 1)
    slug = wire.open_room(server, token)
    async with wire.connect(server, slug, token) as host:
        assert (await host.say("/bot sage 4"))["type"] == "ok"
        assert (await host.say("/start"))["type"] == "ok"
        await host.match_where(lambda match: match["ply"] >= 2)
        async with asyncio.timeout(PATIENCE):
            while not (found := children(server.pid)):
                await asyncio.sleep(0.01)
    return found


async def test_a_server_without_sages_has_no_thinkers() -> None:
    with serving(HURRY) as server:
        [(_name, token)] = wire.players(server, 1)
        slug = wire.open_room(server, token)
        async with wire.connect(server, slug, token) as host:
            assert (await host.say("/bot 4"))["type"] == "ok"
            assert (await host.say("/start"))["type"] == "ok"
            await host.match_where(lambda match: match["ply"] >= 4)
        assert children(server.pid) == set()


async def test_none_is_left_when_the_server_stops() -> None:
    with serving(HURRY) as server:
        thinkers = await sages_play(server)
        server.stop()
        assert not any(Path(f"/proc/{pid}").exists() for pid in thinkers)


async def test_none_is_left_when_the_server_is_killed() -> None:
    with serving(HURRY) as server:
        thinkers = await sages_play(server)
        server.kill()
        await gone(thinkers)


async def test_a_match_goes_on_when_its_thinkers_are_killed() -> None:
    with serving(HURRY) as server:
        [(_name, token)] = wire.players(server, 1)
        slug = wire.open_room(server, token)
        async with wire.connect(server, slug, token) as host:
            assert (await host.say("/bot sage 3"))["type"] == "ok"
            assert (await host.say("/start"))["type"] == "ok"
            match = await host.match_where(lambda match: match["ply"] >= 2)
            for pid in children(server.pid):
                os.kill(pid, signal.SIGKILL)
            await host.match_where(lambda now: now["ply"] >= match["ply"] + 3)

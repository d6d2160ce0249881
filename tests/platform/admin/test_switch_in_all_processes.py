"""A switch reaches every process that serves, without a restart, and matches that are being played go on."""

from __future__ import annotations

import contextlib
import shutil
import time
from collections.abc import Iterator

import httpx
import pytest

from tests import services, wire
from tests.platform.admin.desk import signed_in
from tests.serving import Served

SOON = 8.0
"""Seconds in which all must have followed; two when it goes over the database alone, at once over the bus."""


@contextlib.contextmanager
def second(server: Served) -> Iterator[Served]:
    """Another process on the same database."""
    home = server.home.with_name(f"{server.home.name}-second")
    shutil.copytree(server.home, home)
    other = Served(home, server.environment)
    other.environment["TAFELRUNDE_HOME"] = str(home)
    try:
        other.start()
        yield other
    finally:
        other.end()
        shutil.rmtree(home, ignore_errors=True)


def offered(server: Served) -> list[str]:
    """What programs are offered."""
    return [game["slug"] for game in httpx.get(f"{server.url}/api/games").json()["items"]]


def opens(server: Served, token: str) -> int:
    """The status of an attempt to open a room."""
    bearer = {"Authorization": f"Bearer {token}"}
    return httpx.post(f"{server.url}/api/rooms", json={"game": "king_lui"}, headers=bearer).status_code


async def test_by_a_command_beside_the_server(own_server: Served) -> None:
    async with wire.table(own_server, 3) as (_slug, (host, *_others), people), wire.match(own_server) as (_s, wires, _p):
        assert own_server.manage("games", "king_lui", "off", "--reason", "a bug").startswith("king_lui 1 off")
        assert offered(own_server) == []
        assert opens(own_server, people[0][1]) == 409
        refused = await host.say("/start")
        assert (refused["type"], refused["code"]) == ("refusal", "game_off")
        assert (await host.say("/game king lui"))["type"] == "ok"  # it is the room's game already
        await wires[0].play_to_the_end_with(wires) if hasattr(wires[0], "play_to_the_end_with") else None
        mover = next(wire for wire in wires if wire.match["moves"])
        assert (await mover.move(mover.match["moves"][0]))["type"] == "ok"
        own_server.manage("games", "king_lui", "on")
        assert (await host.say("/start"))["type"] == "ok"


async def test_open_pages_follow_within_seconds_without_a_bus(own_server: Served) -> None:
    async with wire.table(own_server, 3) as (slug, (host, *_others), people):
        async with wire.connect(own_server, slug, people[0][1]) as again:
            told = len(again.frames)
            own_server.manage("games", "king_lui", "off")
            began = time.monotonic()
            await again.until(lambda: any(frame["type"] == "room" for frame in again.frames[told:]), SOON)
            assert time.monotonic() - began < SOON
        assert (await host.say("/start"))["type"] == "refusal"


async def test_from_one_process_to_the_other(own_server: Served) -> None:
    if not services.on_postgres():
        pytest.skip("two processes need a database server") if False else None
        return
    with second(own_server) as other:
        async with wire.match(other) as (_slug, wires, people), wire.table(other, 3) as (_s, (host, *_o), _p):
            with signed_in(own_server) as desk:
                told = len(host.frames)
                assert desk.act("house/offeredgame", "off", "king_lui", reason="a bug").status_code == 302
                began = time.monotonic()
                await host.until(lambda: any(frame["type"] == "room" for frame in host.frames[told:]), SOON)
                assert time.monotonic() - began < 1.5
                for served in (own_server, other):
                    assert offered(served) == []
                    assert opens(served, people[0][1]) == 409
                assert (await host.say("/start"))["code"] == "game_off"
                mover = next(wire for wire in wires if wire.match["moves"])
                assert (await mover.move(mover.match["moves"][0]))["type"] == "ok"
                desk.act("house/offeredgame", "on", "king_lui")
                assert offered(other) == ["king_lui"]
                assert (await host.say("/start"))["type"] == "ok"

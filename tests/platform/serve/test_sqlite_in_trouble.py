"""A SQLite whose disk is full, or whose file another program holds: refusals at worst, and nothing lost or doubled."""

from __future__ import annotations

import asyncio
import contextlib
import resource
import sqlite3
from collections.abc import Iterator

import httpx
import pytest

from tests import wire
from tests.serving import Served

pytestmark = pytest.mark.once
HELD = 10.0
"""Seconds for which another program holds the file, as one that copies it would."""
SOON = 60.0


@contextlib.contextmanager
def held(server: Served) -> Iterator[None]:
    """Another program writes, and takes its time."""
    with contextlib.closing(sqlite3.connect(server.home / "tafelrunde.sqlite3", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("ROLLBACK")


@contextlib.contextmanager
def full(server: Served) -> Iterator[None]:
    """No file of the process' can grow: what a full disk is to SQLite, without filling one."""
    most, hard = resource.prlimit(server.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (512, hard))
    yield
    resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (most, hard))


async def first_move(seat: wire.Wire) -> str:
    """The answer to the seat's first move."""
    answer = await seat.ask(type="move", move=seat.match["moves"][0], turn=0, patience=SOON)
    return str(answer.get("code", answer["type"]))


async def said(seat: wire.Wire) -> str:
    """The answer to a line."""
    answer = await seat.ask(type="say", text="hello", patience=SOON)
    return str(answer.get("code", answer["type"]))


async def plays_on(server: Served, seats: list[wire.Wire]) -> None:
    """To the end, and the log is without a hole."""
    await asyncio.gather(*(seat.play_to_the_end() for seat in seats))
    record = httpx.get(f"{server.url}/api/matches/{seats[0].match['id']}").json()
    assert [entry["ply"] for entry in record["moves"]] == list(range(1, seats[0].match["ply"] + 1))
    assert record["result"] == seats[0].match["result"]


def mover_of(seats: list[wire.Wire]) -> wire.Wire:
    return next(seat for seat in seats if seat.match["moves"])


async def test_a_file_that_another_program_holds_for_a_while_costs_that_while(own_server: Served) -> None:
    async with wire.match(own_server) as (_slug, seats, _people):
        mover, loop = mover_of(seats), asyncio.get_running_loop()
        with held(own_server):
            moving, saying = (asyncio.create_task(one) for one in (first_move(mover), said(seats[0])))
            async with httpx.AsyncClient(timeout=HELD) as reader:
                assert (await reader.get(f"{own_server.url}/api/rooms")).status_code == 200
            late, _too_early = await asyncio.wait([moving, saying], timeout=HELD)
            assert not late
        released = loop.time()
        assert [await moving, await saying] == ["ok", "ok"]
        assert loop.time() - released < HELD
        await plays_on(own_server, seats)


async def test_a_file_that_another_program_does_not_let_go_is_one_that_cannot_be_written(own_server: Served) -> None:
    async with wire.match(own_server) as (_slug, seats, _people):
        mover = mover_of(seats)
        with held(own_server):
            assert {*await asyncio.gather(first_move(mover), said(seats[0]))} == {"not_saved"}
        assert [await first_move(mover), await said(seats[0])] == ["ok", "ok"]
        await plays_on(own_server, seats)


async def test_a_full_disk_refuses_and_when_there_is_room_again_all_goes_on(own_server: Served) -> None:
    async with wire.match(own_server) as (_slug, seats, _people):
        mover = mover_of(seats)
        with full(own_server):
            assert {*await asyncio.gather(first_move(mover), said(seats[0]))} == {"not_saved"}
            assert await first_move(mover) == "not_saved"
        assert [await first_move(mover), await said(seats[0])] == ["ok", "ok"]
        await plays_on(own_server, seats)

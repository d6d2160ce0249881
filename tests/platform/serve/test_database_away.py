"""While the database is away, or hangs, there are refusals soon; no move is lost or doubled, and then all goes on."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Callable, Iterator
from urllib.parse import quote

import httpx
import pytest

from tests import services, wire
from tests.databases import Postgres
from tests.serving import Served

pytestmark = pytest.mark.several
SOON = 45.0
"""Seconds for a refusal: twice as long as a process waits for an answer, and then for a machine that is busy."""
BACK = 15.0
"""Seconds in which one that is back is found, however long it was away: here for more than twenty."""
Away = tuple[Callable[[Postgres], None], Callable[[Postgres], None]]
STOPPED: Away = (Postgres.stop, Postgres.start)
FROZEN: Away = (Postgres.freeze, Postgres.thaw)


@pytest.fixture
def postgres() -> Iterator[Postgres]:
    """One for this test alone, as careful as by default."""
    found = Postgres(services.run_folder() / f"postgres-{time.monotonic_ns()}", durable=True)
    found.start()
    yield found
    with contextlib.suppress(FileNotFoundError):
        found.thaw()
    found.stop()


@pytest.fixture(params=["16", "0"], ids=["pool", "no pool"])
def server(postgres: Postgres, request: pytest.FixtureRequest) -> Iterator[Served]:
    """A process on it, with a pool of connections and without."""
    address = f"postgres://tafelrunde@/{quote(str(postgres.folder), safe='')}/postgres"
    given = {"DATABASE_URL": address, "REDIS_URL": "", "DATABASE_POOL": request.param}
    served = Served(postgres.folder.with_suffix(".home"), given)
    served.start()
    yield served
    served.end()


@pytest.mark.parametrize("away", [STOPPED, FROZEN], ids=["stopped", "frozen"])
async def test_a_move_is_refused_soon_and_saved_once_when_it_is_back(
    server: Served, postgres: Postgres, away: Away
) -> None:
    goes, comes = away
    async with wire.match(server) as (_slug, seats, _people):
        mover = next(seat for seat in seats if seat.match["moves"])
        move = mover.match["moves"][0]
        await asyncio.to_thread(goes, postgres)
        tries = [asyncio.create_task(played(mover, move)), asyncio.create_task(said(seats[0]))]
        assert [await one for one in tries] == ["not_saved", "not_saved"]
        assert await played(mover, move) == "not_saved"
        await asyncio.to_thread(comes, postgres)
        async with asyncio.timeout(BACK):
            while (answer := await played(mover, move)) != "ok":
                assert answer == "not_saved"
        await asyncio.gather(*(seat.play_to_the_end() for seat in seats))
        assert await said(seats[0]) == "ok"
        record = httpx.get(f"{server.url}/api/matches/{mover.match['id']}").json()
        assert [entry["ply"] for entry in record["moves"]] == list(range(1, mover.match["ply"] + 1))
        assert record["moves"][0]["move"] == move


async def played(seat: wire.Wire, move: str) -> str:
    """The answer to the seat's first move."""
    answer = await seat.ask(type="move", move=move, turn=0, patience=SOON)
    return str(answer.get("code", answer["type"]))


async def said(seat: wire.Wire) -> str:
    """The answer to a line."""
    answer = await seat.ask(type="say", text="hello", patience=SOON)
    return str(answer.get("code", answer["type"]))

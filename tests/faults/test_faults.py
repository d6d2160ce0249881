"""Never lose a move: three processes, thirty tables, and whatever can go wrong goes wrong while they play.

`pytest -m long tests/faults` takes about three minutes; `--faults-seconds 3600 --faults-seed 7 -s` takes longer and
tells on the way. The same seed gives the same plan, though not the same moves: those are a matter of who is faster.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import pytest

from tests import services

from . import proof, report
from .house import House
from .lateness import Lateness
from .plan import HEAVY, Fault, plan
from .players import Player
from .replay import replayed
from .site import Site, site

PROCESSES = 3


@pytest.fixture
def stormy() -> Iterator[Site]:
    """A site of three processes."""
    with site(services.run_folder() / "faults", PROCESSES, {}) as running:
        yield running


@pytest.mark.long
async def test_no_move_is_lost_whatever_happens(stormy: Site, pytestconfig: pytest.Config) -> None:
    seconds, seed = pytestconfig.getoption("--faults-seconds"), pytestconfig.getoption("--faults-seed")
    house = await asyncio.to_thread(House, stormy, seed)
    with Lateness() as machine:
        async with asyncio.TaskGroup() as group:
            playing = [group.create_task(player.run()) for player in house.players]
            await house.until(lambda player: player.is_ready, "at the table")
            for player in house.players:
                player.fall_silent(0)
            await storm(house, plan(seed, seconds))
            for player in house.players:
                player.finish()
            await house.until(lambda player: player.over and player.is_up_to_date, "at the end of a match")
            await house.until(sees_all, "seeing who is here")
            for task in playing:
                task.cancel()
    with stormy.connect() as connection:
        matches = replayed(connection)
        late = list(proof.deadlines(matches, sorted([*stormy.outages, *machine.spans])))
        print(report.report(stormy, house.notes, matches, late, machine, seed), report.suffered(stormy), sep="\n")  # noqa: T201
        wrong = [
            *proof.moves(matches, house.notes),
            *proof.results(matches),
            *proof.sights(matches, house.notes),
            *proof.last_sights(matches, [(player.name, player.match) for player in house.players]),
            *proof.too_late(late),
            *proof.lines(connection, house.notes),
            *proof.ratings(connection),
            *proof.refusals(house.notes),
            *(line for server in stormy.servers for line in proof.logs(server.log)),
        ]
    for game in sorted({match.game.slug for match in matches}):
        wrong += proof.recomputed(stormy.servers[0].manage("rerate", game, "--check", check=False))
    assert not wrong, "\n".join([f"{len(wrong)} things are wrong (seed {seed}):", *wrong[:40]])
    assert len(matches) >= len(house.tables)
    assert all(stormy.done[kind] for kind in HEAVY)


async def storm(house: House, faults: tuple[Fault, ...]) -> None:
    """All that the plan holds, each at its time."""
    loop = asyncio.get_running_loop()
    begin = loop.time()

    async def suffer(some: list[Fault], by: House | Site) -> None:
        for fault in some:
            await asyncio.sleep(begin + fault.at - loop.time())
            await by.suffer(fault)

    heavy = [fault for fault in faults if fault.kind in HEAVY]
    light = [fault for fault in faults if fault.kind not in HEAVY]
    async with asyncio.TaskGroup() as group:
        group.create_task(suffer(heavy, house.site))
        group.create_task(suffer(light, house))


def sees_all(player: Player) -> bool:
    """Does the room that is shown tell of everybody who is there?"""
    return player.name in player.room["here"]

"""A server killed in the middle: nobody loses an acknowledged move, everybody goes on, bots too."""

from __future__ import annotations

import asyncio
import contextlib

import httpx
import websockets

from tests import wire
from tests.serving import Served, serving


async def test_acknowledged_moves_survive_a_kill_and_the_match_goes_on(own_server: Served) -> None:
    async with wire.match(own_server) as (slug, seats, people):
        acknowledged = [await one_move(seats, ply) for ply in range(5)]
        unknown = asyncio.create_task(move_and_see(seats[seat_to_move(seats)]))
        own_server.kill()
        with contextlib.suppress(AssertionError, websockets.ConnectionClosed):
            await unknown
    own_server.start()
    async with contextlib.AsyncExitStack() as stack:
        seats = [await stack.enter_async_context(wire.connect(own_server, slug, token)) for _name, token in people]
        assert [seat.match["you"] for seat in seats] == [0, 1, 2]
        assert seats[0].match["ply"] in {5, 6}
        for seat, turn, move in acknowledged:
            assert (await seats[seat].move(move, turn=turn))["type"] == "ok"
        await asyncio.gather(*(seat.play_to_the_end() for seat in seats))
        assert seats[0].match["result"]
        record = httpx.get(f"{own_server.url}/api/matches/{seats[0].match['id']}").json()
        assert [move["ply"] for move in record["moves"]] == list(range(1, seats[0].match["ply"] + 1))
        assert [(m["seat"], m["move"]) for m in record["moves"][:5]] == [(seat, m) for seat, _turn, m in acknowledged]


async def test_bots_go_on_after_a_kill_with_nobody_watching() -> None:
    with serving({"BOT_PAUSE": "0.05"}) as server:
        [(_name, token)] = wire.players(server, 1)
        slug = wire.open_room(server, token)
        async with wire.connect(server, slug, token) as host:
            for _ in range(3):
                assert (await host.say("/bot"))["type"] == "ok"
            assert (await host.say("/start"))["type"] == "ok"
            match = await host.match_where(lambda match: match["ply"] >= 3)
            server.kill()
        server.start()
        async with wire.connect(server, slug, token) as host:
            assert host.match["ply"] >= match["ply"]
            assert (await host.match_where(lambda match: match["result"]))["id"] == match["id"]


async def test_a_stopping_server_says_so_and_ends_in_order(own_server: Served) -> None:
    async with wire.match(own_server) as (_slug, seats, _people):
        await one_move(seats, 0)
        await asyncio.to_thread(own_server.stop)
        assert await seats[0].until_closed() == 1012


def seat_to_move(seats: list[wire.Wire]) -> int:
    return next(seat for seat, one in enumerate(seats) if one.match["moves"])


async def one_move(seats: list[wire.Wire], ply: int) -> tuple[int, int, str]:
    """Whoever is to move moves; wait until all have seen it."""
    for seat in seats:
        await seat.match_where(lambda match: match["ply"] == ply)
    mover = seat_to_move(seats)
    turn, move = seats[mover].match["turn"], seats[mover].match["moves"][0]
    assert (await seats[mover].move(move))["ply"] == ply + 1
    for seat in seats:
        await seat.match_where(lambda match: match["ply"] == ply + 1)
    return mover, turn, move


async def move_and_see(seat: wire.Wire) -> None:
    await seat.move(seat.match["moves"][0])

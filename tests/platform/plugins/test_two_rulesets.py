"""Two rulesets of a game at once: a match stays on the one it began by, everywhere it is read, also over a restart."""

from __future__ import annotations

import contextlib
from typing import Any

import httpx

from tests import wire
from tests.platform.admin.desk import signed_in
from tests.platform.plugins.conftest import Serve
from tests.serving import Served


def restart(server: Served, rulesets: str) -> None:
    """With other rulesets installed, the current one first."""
    server.stop()
    server.environment["STICKS"] = rulesets
    server.start()


def record(server: Served, match: int) -> Any:
    return httpx.get(f"{server.url}/api/matches/{match}").json()


async def play_on(seats: list[wire.Wire]) -> None:
    """Whoever is to move takes one stick."""
    mover = next(seat for seat in seats if seat.match["moves"])
    before = mover.match
    assert (await mover.move("take 1"))["type"] == "ok"
    for seat in seats:
        await seat.match_where(lambda match: match["ply"] > before["ply"])


async def test_a_match_stays_on_its_ruleset(serve: Serve) -> None:
    with serve(["1"]) as server:
        async with wire.match(server, 2, game="sticks") as (slug, seats, people):
            assert (seats[0].match["ruleset"], seats[0].match["board"]) == ("1", {"sticks": 9})
            await play_on(seats)
            number = seats[0].match["id"]
        restart(server, "2,1")
        async with contextlib.AsyncExitStack() as stack:
            seats = [await stack.enter_async_context(wire.connect(server, slug, token)) for _name, token in people]
            assert (seats[0].match["ruleset"], seats[0].match["board"]) == ("1", {"sticks": 8})
            await play_on(seats)
            async with wire.match(server, 2, game="sticks") as (_slug, new, _people):
                assert (new[0].match["ruleset"], new[0].match["board"]["sticks"]) == ("2", 11)
            (game,) = (g for g in httpx.get(f"{server.url}/api/games").json()["items"] if g["slug"] == "sticks")
            assert game["ruleset"] == "2"
            assert record(server, number)["ruleset"] == "1"
            assert httpx.get(f"{server.url}/api/matches/{number}/views/2").json() == {"sticks": 7}
            assert httpx.get(f"{server.url}/matches/{number}/").status_code == 200
            assert "everything is as it should be" in server.manage("verify", str(number))
        restart(server, "2")
        async with contextlib.AsyncExitStack() as stack:
            seats = [await stack.enter_async_context(wire.connect(server, slug, token)) for _name, token in people]
            assert (seats[0].match, seats[0].room["match"]) == ({}, number)
            refused = await seats[0].say("/take 1")
            assert refused["type"] == "refusal"
            assert (await seats[0].say("/start"))["code"] == "not_allowed_now"
            assert (await seats[0].say("still here"))["type"] == "ok"
            bearer = {"Authorization": f"Bearer {people[0][1]}"}
            mine = httpx.get(f"{server.url}/api/matches/{number}", headers=bearer).json()
            assert [move["move"] for move in mine["moves"]] == ["take 1"]
            assert httpx.get(f"{server.url}/api/matches/{number}/views/2").json()["code"] == "suspended"
            assert httpx.get(f"{server.url}/matches/{number}/").status_code == 409
            with signed_in(server) as desk:
                assert "1</code> not installed · 1 match on it" in desk.client.get("/admin/house/offeredgame/").text
        restart(server, "2,1")
        async with contextlib.AsyncExitStack() as stack:
            seats = [await stack.enter_async_context(wire.connect(server, slug, token)) for _name, token in people]
            assert (seats[0].match["ruleset"], seats[0].match["ply"]) == ("1", 2)
            while not seats[0].match["result"]:
                await play_on(seats)
            assert seats[0].match["ply"] == 9
            assert (await seats[0].say("/again"))["type"] == "ok"
            again = await seats[0].match_where(lambda match: match["id"] != number)
            assert (again["ruleset"], again["board"]["sticks"]) == ("2", 11)

"""A decision about options reaches every process that serves, without a restart."""

from __future__ import annotations

import asyncio
from typing import Any

import httpx
import pytest
import websockets

from tests import wire
from tests.platform.admin.desk import Desk, signed_in
from tests.platform.admin.test_switch_in_all_processes import SELDOM
from tests.serving import Served, serving

OPTION = '<option value="wait"'


def offered(server: Served) -> list[Any]:
    """The values of the option that programs are told of."""
    (game,) = (game for game in httpx.get(f"{server.url}/api/games").json()["items"] if game["slug"] == "king_lui")
    return next([v["value"] for v in option["values"]] for option in game["options"] if option["values"][0]["value"])


def decide(desk: Desk, *values: str, default: str = "choose") -> None:
    """Offer these values of the dragon's option."""
    answers: dict[str, str | list[str]] = {"values_kitchen_dragon": list(values), "default_kitchen_dragon": default}
    plates: dict[str, str | list[str]] = {"values_open_plates": ["on", "off"], "default_open_plates": "off"}
    answer = desk.act("house/offeredgame", "options", "king_lui", reason="simpler", **answers, **plates)
    assert answer.status_code == 302, answer.text


async def until_form_offers(socket: websockets.ClientConnection, there: bool) -> None:
    """Wait until the host's form has the value, or has it no more."""
    async with asyncio.timeout(wire.PATIENCE):
        while True:
            text = str(await socket.recv())
            if 'id="set-kitchen_dragon"' in text and (OPTION in text) == there:
                return


@pytest.mark.several
async def test_from_one_process_to_the_other(own_server: Served) -> None:
    with serving(SELDOM, beside=own_server) as other, signed_in(own_server) as desk:
        async with wire.table(other, 3, options={"kitchen_dragon": "wait"}) as (slug, (host, *_others), people):
            bearer = {"Authorization": f"Bearer {people[0][1]}"}
            address = f"{other.ws_url}/ws/rooms/{slug}/?format=html"
            async with websockets.connect(address, additional_headers=bearer) as page:
                await until_form_offers(page, True)
                decide(desk, "choose")
                await until_form_offers(page, False)
                for served in (own_server, other):
                    assert offered(served) == ["choose"]
                refused = await host.say("/option kitchen_dragon wait")
                assert (refused["code"], "choose" in refused["text"]) == ("bad_argument", True)
                assert (await host.say("/start"))["type"] == "ok"
                await host.until(lambda: [line for line in host.lines("system") if "is not offered any more" in line])
                await host.match_where(lambda match: match["to_move"])
                decide(desk, "choose", "wait")
                assert offered(other) == ["choose", "wait"]

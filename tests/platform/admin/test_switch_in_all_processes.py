"""A switch reaches every process that serves, without a restart, and matches that are being played go on."""

from __future__ import annotations

import asyncio

import httpx
import pytest
import websockets

from tests import wire
from tests.platform.admin.desk import signed_in
from tests.serving import ROOT, Served, serving

START = '<button type="button" id="toolstart"'
SELDOM = {"DJANGO_SETTINGS_MODULE": "tests.platform.admin.seldom_settings", "PYTHONPATH": str(ROOT)}
"""A process that hardly ever looks by itself: what it knows has come over the bus."""


def offered(server: Served) -> list[str]:
    """What programs are offered."""
    return [game["slug"] for game in httpx.get(f"{server.url}/api/games").json()["items"]]


def opens(server: Served, token: str) -> int:
    """The status of an attempt to open a room."""
    bearer = {"Authorization": f"Bearer {token}"}
    return httpx.post(f"{server.url}/api/rooms", json={"game": "king_lui"}, headers=bearer).status_code


class Page:
    """The host's page of a room, of which the start button is looked at."""

    def __init__(self, socket: websockets.ClientConnection) -> None:
        self.socket = socket

    async def until_start_is(self, there: bool) -> None:
        """Wait until an open page has followed."""
        async with asyncio.timeout(wire.PATIENCE):
            while True:
                text = str(await self.socket.recv())
                if 'id="tool"' in text and (START in text) == there:
                    return


def page(server: Served, slug: str, token: str) -> websockets.connect:
    """Open it."""
    bearer = {"Authorization": f"Bearer {token}"}
    return websockets.connect(f"{server.ws_url}/ws/rooms/{slug}/?format=html", additional_headers=bearer)


async def plays_on(wires: list[wire.Wire]) -> None:
    """Somebody can move."""
    mover = next(wire for wire in wires if wire.match["moves"])
    assert (await mover.move(mover.match["moves"][0]))["type"] == "ok"


async def test_by_a_command_beside_a_server_without_a_bus(own_server: Served) -> None:
    async with (
        wire.table(own_server, 3) as (slug, (host, *_others), people),
        wire.match(own_server) as (_slug, wires, _people),
        page(own_server, slug, people[0][1]) as socket,
    ):
        shown = Page(socket)
        await shown.until_start_is(True)
        assert own_server.manage("games", "king_lui", "off", "--reason", "a bug") == "king_lui 1 off\n"
        assert "king_lui" not in offered(own_server)
        assert opens(own_server, people[0][1]) == 409
        assert (await host.say("/start"))["code"] == "game_off"
        await shown.until_start_is(False)
        await plays_on(wires)
        own_server.manage("games", "king_lui", "on")
        await shown.until_start_is(True)
        assert (await host.say("/start"))["type"] == "ok"


@pytest.mark.several
async def test_from_one_process_to_the_other(own_server: Served) -> None:
    with serving(SELDOM, beside=own_server) as other, signed_in(own_server) as desk:
        async with (
            wire.table(other, 3) as (slug, (host, *_others), people),
            wire.match(other) as (_slug, wires, _people),
            page(other, slug, people[0][1]) as socket,
        ):
            shown = Page(socket)
            await shown.until_start_is(True)
            assert desk.act("house/offeredgame", "off", "king_lui", reason="a bug").status_code == 302
            await shown.until_start_is(False)
            for served in (own_server, other):
                assert "king_lui" not in offered(served)
                assert opens(served, people[0][1]) == 409
            assert (await host.say("/start"))["code"] == "game_off"
            await plays_on(wires)
            desk.act("house/offeredgame", "on", "king_lui")
            await shown.until_start_is(True)
            assert "king_lui" in offered(other)
            assert (await host.say("/start"))["type"] == "ok"

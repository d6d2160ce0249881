"""Frames: a bad one is answered and disturbs nobody; a flood is slowed, then cut off."""

from __future__ import annotations

import asyncio
import contextlib
import json
from functools import partial

import pytest
import websockets

from tests import wire
from tests.serving import Served

BAD = {
    "no JSON": "take wine",
    "not an object": "[1, 2]",
    "no type": '{"text": "hello"}',
    "an unknown type": '{"type": "dance"}',
    "a missing field": '{"type": "move", "move": "kitchen"}',
    "a wrong type": '{"type": "say", "text": 7}',
    "a turn below zero": '{"type": "move", "move": "kitchen", "turn": -1}',
    "a huge turn": '{"type": "move", "move": "kitchen", "turn": 99999999999999999999}',
    "a turn that is no number": '{"type": "move", "move": "kitchen", "turn": true}',
    "deeply nested": "[" * 4000,
    "a long ref": json.dumps({"type": "sync", "ref": "x" * 65}),
    "a lone surrogate": '{"type": "say", "text": "\\ud800"}',
    "more than 4 KiB": json.dumps({"type": "say", "text": "x" * 5000}),
}

FLOOD = 400


@pytest.mark.parametrize("text", BAD.values(), ids=BAD.keys())
async def test_a_bad_frame_is_answered_and_the_socket_stays_open(server: Served, text: str) -> None:
    async with wire.table(server, 1) as (_slug, [host], _people):
        seen = len(host.frames)
        await host.socket.send(text)
        answer = await host.until(
            lambda: next((frame for frame in host.frames[seen:] if frame["type"] == "refusal"), None)
        )
        assert answer["code"] in {"bad_frame", "bad_argument"}
        assert answer["text"]
        assert (await host.say("still here"))["type"] == "ok"


async def test_a_socket_at_an_address_that_is_none_is_refused_and_no_error(own_server: Served) -> None:
    for path in ("/ws/", "/ws/rooms/", "/ws/rooms/no%20such%20room/", "/ws/lobby", "/nothing/"):
        with pytest.raises(websockets.InvalidStatus) as refused:
            async with websockets.connect(own_server.ws_url + path):
                pass
        assert refused.value.response.status_code == 403
    assert "Traceback" not in own_server.log


async def test_a_binary_frame_is_answered(server: Served) -> None:
    async with wire.table(server, 1) as (_slug, [host], _people):
        await host.socket.send(b"\x00\xff")
        await host.until(lambda: [frame for frame in host.frames if frame.get("code") == "bad_frame"])


async def test_a_ref_comes_back_with_the_answer(server: Served) -> None:
    async with wire.table(server, 1) as (_slug, [host], _people):
        await host.send(type="say", text="/strat", ref="mine")
        refusal = await host.until(lambda: next((f for f in host.frames if f.get("ref") == "mine"), None))
        assert (refusal["type"], refusal["code"], refusal["hint"]) == ("refusal", "unknown_command", "/start")


async def test_sync_sends_everything_again(server: Served) -> None:
    async with wire.match(server) as (_slug, seats, _people):
        seen = len(seats[0].frames)
        await seats[0].ask(type="sync")
        welcome = next(frame for frame in seats[0].frames[seen:] if frame["type"] == "welcome")
        assert welcome["match"] == seats[0].match
        assert welcome["room"]["match"] == welcome["match"]["id"]


async def test_who_talks_too_fast_is_told_how_long_to_wait(server: Served) -> None:
    async with wire.table(server, 2) as (_slug, [host, other], _people):
        answers = await asyncio.gather(*(host.say(f"line {n}") for n in range(40)))
        refused = [answer for answer in answers if answer["type"] == "refusal"]
        assert refused
        assert {answer["code"] for answer in refused} == {"too_fast"}
        assert all(0 < answer["wait"] <= 2000 for answer in refused)
        assert (await other.say("I may still talk"))["type"] == "ok"


def has_heard(flooder: wire.Wire, refusals: int) -> bool:
    """So many refusals, or the last word."""
    return flooder.closed is not None or flooder.count("refusal") >= refusals


async def test_a_flood_is_cut_off_and_hurts_nobody_else(server: Served) -> None:
    async with wire.table(server, 2) as (_slug, [host, other], _people):
        while host.closed is None:  # a flooder that still hears what it is told
            told = host.count("refusal") + FLOOD
            with contextlib.suppress(websockets.ConnectionClosed):
                for _ in range(FLOOD):
                    await host.socket.send('{"type":"sync"')
            await host.until(partial(has_heard, host, told))
        assert host.closed == 4008
        assert len(host.frames) < 20 * FLOOD
        assert (await other.say("what a noise"))["type"] == "ok"


async def test_a_room_that_is_not_there_is_said_to_be_so(server: Served) -> None:
    async with websockets.connect(f"{server.ws_url}/ws/rooms/nowhere/") as socket:
        refusal = json.loads(await socket.recv())
        assert (refusal["type"], refusal["code"]) == ("refusal", "no_such_room")
        with pytest.raises(websockets.ConnectionClosed):
            await socket.recv()
        assert socket.close_code == 4404


async def test_a_page_of_another_site_gets_no_socket(server: Served) -> None:
    [(_name, token)] = wire.players(server, 1)
    slug = wire.open_room(server, token)
    for origin in ("https://evil.example", "null", server.url + "1"):
        with pytest.raises(websockets.InvalidStatus):
            async with websockets.connect(f"{server.ws_url}/ws/rooms/{slug}/", origin=websockets.Origin(origin)):
                pass
    async with websockets.connect(f"{server.ws_url}/ws/rooms/{slug}/", origin=websockets.Origin(server.url)):
        pass


async def test_a_wrong_token_is_told_so_and_makes_nobody_a_visitor(server: Served) -> None:
    [(_name, token)] = wire.players(server, 1)
    slug = wire.open_room(server, token)
    headers = {"Authorization": "Bearer nonsense"}
    async with websockets.connect(f"{server.ws_url}/ws/rooms/{slug}/", additional_headers=headers) as socket:
        refusal = json.loads(await socket.recv())
        assert (refusal["type"], refusal["code"]) == ("refusal", "signed_out")
        with pytest.raises(websockets.ConnectionClosed):
            await socket.recv()
        assert socket.close_code == 4401

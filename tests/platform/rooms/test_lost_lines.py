"""Who is here is true although nobody says goodbye: a line that breaks, one that falls silent, a server that dies."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import pytest

from tests import wire
from tests.platform.serve import raw_socket
from tests.serving import Served, serving


@pytest.fixture(scope="module")
def attentive() -> Iterator[Served]:
    """A server that often asks whether one is still there."""
    with serving({"PING_SECONDS": "4"}) as server:
        yield server


async def test_who_falls_silent_is_gone(attentive: Served) -> None:
    [(name, token)] = wire.players(attentive, 1)
    async with wire.table(attentive, 1) as (slug, [host], _people):
        with raw_socket.connect(attentive.port, f"/ws/rooms/{slug}/", token):  # and never reads, nor answers
            await host.room_where(lambda room: name in room["here"])
            await host.room_where(lambda room: name not in room["here"])
        assert (await host.say("I am asked, too, and answer"))["type"] == "ok"


async def test_who_answers_stays_here_without_a_word(attentive: Served) -> None:
    async with wire.table(attentive, 2) as (_slug, [host, _other], people):
        with pytest.raises(TimeoutError):
            await host.until(lambda: people[1][0] not in host.room["here"], patience=10)


async def test_who_is_cut_off_is_gone_at_once(attentive: Served) -> None:
    async with wire.table(attentive, 2) as (_slug, [host, other], people):
        await host.room_where(lambda room: people[1][0] in room["here"])
        other.socket.transport.abort()
        await host.room_where(lambda room: people[1][0] not in room["here"])


async def test_after_a_kill_only_those_are_here_who_have_come_back() -> None:
    with serving() as server:
        async with wire.table(server, 3) as (slug, seats, people):
            await seats[0].room_where(lambda room: len(room["here"]) == 3)
            await asyncio.to_thread(server.kill)
            await asyncio.to_thread(server.start)
            async with wire.connect(server, slug, people[1][1]) as back:
                assert (await back.room_where(lambda room: room["here"]))["here"] == [people[1][0]]
                assert len(back.room["seats"]) == 3

"""Ignoring, comings and what is unread, over two processes of one site."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import pytest

from tests import wire
from tests.serving import Served, serving

pytestmark = pytest.mark.several
HURRY = {"COMES_AFTER": "0.5"}
Pair = tuple[Served, Served]


@pytest.fixture
def pair() -> Iterator[Pair]:
    with serving(HURRY) as one, serving(HURRY, beside=one) as other:
        yield one, other


async def test_who_is_ignored_at_one_is_not_heard_at_the_other(pair: Pair) -> None:
    one, other = pair
    (_ann, token), (bob, bobs), (_cid, cids) = wire.players(one, 3)
    slug = wire.open_room(one, token)
    async with (
        wire.connect(one, slug, token) as here,
        wire.connect(other, slug, token) as there,
        wire.connect(other, slug, bobs) as speaker,
        wire.connect(one, slug, cids) as listener,
    ):
        assert (await here.say(f"/ignore {bob}"))["type"] == "ok"
        assert (await listener.say("now"))["type"] == "ok"
        await there.until(lambda: "now" in there.lines())
        assert (await speaker.say("ignored-words"))["type"] == "ok"
        await listener.until(lambda: "ignored-words" in listener.lines())
        assert (await listener.say("after"))["type"] == "ok"
        for wired in (here, there):
            await wired.until(lambda wired=wired: "after" in wired.lines())
            assert "ignored-words" not in "".join(wired.raw)


async def test_what_is_unread_is_told_at_both_and_gone_at_both(pair: Pair) -> None:
    one, other = pair
    (ann, token), (_bob, bobs) = wire.players(one, 2)
    async with wire.lobby(one, token) as here, wire.lobby(other, token) as there, wire.lobby(other, bobs) as speaker:
        await speaker.until(lambda: any(ann in frame.get("online", ()) for frame in speaker.frames))
        assert (await speaker.say(f"/tell {ann} psst"))["type"] == "ok"
        for wired in (here, there):
            await wired.until(lambda wired=wired: {"type": "unread", "count": 1} in wired.frames)
        line = next(frame["line"]["id"] for frame in here.frames if frame["type"] == "chat")
        await here.socket.send(f'{{"type":"seen","line":{line}}}')
        for wired in (here, there):
            await wired.until(lambda wired=wired: wired.frames[-1] == {"type": "unread", "count": 0})


async def test_a_coming_at_one_is_told_at_both_once(pair: Pair) -> None:
    one, other = pair
    (_ann, token), (bob, bobs), (_cid, cids) = wire.players(one, 3)
    comes = f"{bob} has come."
    await asyncio.sleep(0.6)  # for as long a process that has begun to serve says nothing
    async with wire.lobby(one, token) as here, wire.lobby(other, token) as there:
        assert (await here.say(f"/watch {bob}"))["type"] == "ok"
        async with wire.lobby(one, bobs), wire.lobby(other, bobs):
            for wired in (here, there):
                await wired.until(lambda wired=wired: comes in wired.lines())
            async with wire.lobby(other, cids):
                for wired in (here, there):
                    await wired.until(lambda wired=wired: len(wired.frames[-1].get("online", ())) == 3)
        assert [wired.lines().count(comes) for wired in (here, there)] == [1, 1]

"""Ignoring, comings and what is unread, over two processes of one site."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests import wire
from tests.serving import Served, serving

pytestmark = pytest.mark.several
HURRY = {"COMES_AFTER": "0.01"}
Pair = tuple[Served, Served]


@pytest.fixture
def pair() -> Iterator[Pair]:
    with serving(HURRY) as one, serving(HURRY, beside=one) as other:
        yield one, other


async def hears(wired: wire.Wire, text: str) -> None:
    """Wait for a line."""
    await wired.until(lambda: text in wired.lines())


async def counts(wired: wire.Wire, unread: int) -> None:
    """Wait until it is told how much is unread."""
    await wired.until(lambda: [f["count"] for f in wired.frames if f["type"] == "unread"][-1:] == [unread])


async def sees(wired: wire.Wire, *names: str) -> None:
    """Wait until these are online."""
    await wired.until(lambda: any(set(names) <= set(frame.get("online", ())) for frame in wired.frames))


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
        await hears(there, "now")
        assert (await speaker.say("ignored-words"))["type"] == "ok"
        await hears(listener, "ignored-words")
        assert (await listener.say("after"))["type"] == "ok"
        for wired in (here, there):
            await hears(wired, "after")
            assert "ignored-words" not in "".join(wired.raw)


async def test_what_is_unread_is_told_at_both_and_gone_at_both(pair: Pair) -> None:
    one, other = pair
    (ann, token), (_bob, bobs) = wire.players(one, 2)
    async with wire.lobby(one, token) as here, wire.lobby(other, token) as there, wire.lobby(other, bobs) as speaker:
        await sees(speaker, ann)
        assert (await speaker.say(f"/tell {ann} psst"))["type"] == "ok"
        for wired in (here, there):
            await counts(wired, 1)
        await hears(here, "psst")
        line = next(frame["line"]["id"] for frame in here.frames if frame["type"] == "chat")
        await here.socket.send(f'{{"type":"seen","line":{line}}}')
        for wired in (here, there):
            await counts(wired, 0)


async def test_a_coming_at_one_is_told_at_both_once(pair: Pair) -> None:
    one, other = pair
    (_ann, token), (bob, bobs), (cid, cids) = wire.players(one, 3)
    comes = f"{bob} has come."
    async with wire.lobby(one, token) as here, wire.lobby(other, token) as there:
        assert (await here.say(f"/watch {bob}"))["type"] == "ok"
        async with wire.lobby(one, bobs), wire.lobby(other, bobs):
            for wired in (here, there):
                await hears(wired, comes)
            async with wire.lobby(other, cids):
                for wired in (here, there):
                    await sees(wired, bob, cid)
        assert [wired.lines().count(comes) for wired in (here, there)] == [1, 1]

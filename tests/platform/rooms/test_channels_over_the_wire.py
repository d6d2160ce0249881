"""A line of a channel reaches all who have joined, once, in rooms and the lobby, whatever process serves them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests import wire
from tests.serving import Served, serving

pytestmark = pytest.mark.several
Pair = tuple[Served, Served]


@pytest.fixture(scope="module")
def pair() -> Iterator[Pair]:
    with serving() as one, serving(beside=one) as other:
        yield one, other


async def hears(wired: wire.Wire, text: str) -> None:
    await wired.until(lambda: text in wired.lines())


def channel_lines(wired: wire.Wire) -> list[tuple[str, str, str]]:
    """Lines of channels that came by themselves: in which, who, what."""
    lines = [frame["line"] for frame in wired.frames if frame["type"] == "chat"]
    return [(line["channel"], line["from"], line["text"]) for line in lines if line["kind"] == "channel"]


async def test_it_is_heard_in_rooms_and_in_the_lobby_of_all_processes_by_who_has_joined(pair: Pair) -> None:
    one, other = pair
    (ann, anns), (bob, bobs), (_cid, cids) = wire.players(one, 3)
    slug = wire.open_room(one, anns)
    async with (
        wire.connect(one, slug, anns) as in_a_room,
        wire.lobby(other, bobs) as in_the_lobby,
        wire.connect(other, slug, cids) as outside,
    ):
        for wired in (in_a_room, in_the_lobby):
            assert (await wired.say("/channel join it"))["type"] == "ok"
        assert (await in_a_room.say("/channel it buona sera"))["type"] == "ok"
        assert (await in_the_lobby.say("/channel it a te"))["type"] == "ok"
        for wired in (in_a_room, in_the_lobby):
            await hears(wired, "a te")
            await hears(wired, "buona sera")
            assert sorted(channel_lines(wired)) == [("it", ann, "buona sera"), ("it", bob, "a te")]
        assert (await outside.say("hello"))["type"] == "ok"
        await hears(in_a_room, "hello")
        assert channel_lines(outside) == []
        assert (await in_a_room.say(f"/ignore {bob}"))["type"] == "ok"
        assert (await in_the_lobby.say("/channel it ignored"))["type"] == "ok"
        assert (await in_a_room.say("/channel it after"))["type"] == "ok"
        await hears(in_the_lobby, "after")
        await hears(in_a_room, "after")
        assert "ignored" not in [text for _channel, _who, text in channel_lines(in_a_room)]
    async with wire.connect(other, slug, anns) as again:
        welcome = next(frame for frame in again.frames if frame["type"] == "welcome")
        assert [line["text"] for line in welcome["chat"] if line["kind"] == "channel"] == ["buona sera", "after"]


async def test_who_talks_too_fast_there_is_slowed_down(pair: Pair) -> None:
    one, _other = pair
    [(_ann, token)] = wire.players(one, 1)
    async with wire.lobby(one, token) as wired:
        assert (await wired.say("/channel join en"))["type"] == "ok"
        answers = [await wired.say(f"/channel en {n}") for n in range(12)]
        assert [answer["code"] for answer in answers if answer["type"] == "refusal"][:1] == ["too_fast"]

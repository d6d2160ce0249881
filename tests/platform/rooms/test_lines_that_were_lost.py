"""A line of which nobody has told this process is told a little later, once, to who may hear it."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
from asgiref.sync import sync_to_async

from tafelrunde.accounts.models import Player
from tafelrunde.live import bus
from tafelrunde.rooms import chat, lines
from tafelrunde.rooms.models import ChatLine, Room
from tests.platform.rooms.peers import Peer, Town, town

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
async def evening() -> AsyncIterator[Town]:
    async with town("Ann", "Bob", "Cid") as opened:
        yield opened


async def lost(monkeypatch: pytest.MonkeyPatch, text: str, to: str = "") -> None:
    """Cid says something at another process, whose hint does not come through."""

    def say() -> None:
        cid = Player.objects.get(name="Cid")
        if to:
            ChatLine.objects.create(kind="whisper", player=cid, name="Cid", to=Player.objects.get(name=to), text=text)
        else:
            chat.say(Room.objects.get(), cid, text)

    with monkeypatch.context() as patch:
        patch.setattr(bus, "publish", lambda _kind, **_message: None)
        await sync_to_async(say)()


async def heard_until_answered(*peers: Peer) -> list[list[str]]:
    """What each has heard by now, in order."""
    for peer in peers:
        await peer.ask(type="premove", move="x")
    return [peer.lines for peer in peers]


async def test_it_is_told_at_the_next_look_and_once(evening: Town, monkeypatch: pytest.MonkeyPatch) -> None:
    await lost(monkeypatch, "before all")
    ann, bob = await evening.open("Ann"), await evening.open("Bob")
    await ann.say("told")
    await lost(monkeypatch, "lost")
    late = await evening.open(None)
    for _look in range(3):
        await lines.look_around()
    assert await heard_until_answered(ann, bob, late) == [["told", "lost"], ["told", "lost"], ["lost"]]


async def test_a_hint_that_comes_late_tells_nothing_twice(evening: Town, monkeypatch: pytest.MonkeyPatch) -> None:
    ann = await evening.open("Ann")
    await lost(monkeypatch, "late")
    await lines.look_around()
    [late] = await sync_to_async(chat.said_after)(0)
    [message] = await sync_to_async(chat.lines)([late.line])
    bus.hear("line", message)
    assert await heard_until_answered(ann) == [["late"]]


async def test_a_line_with_a_lower_number_that_is_committed_later_is_told_too(
    evening: Town, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = await evening.open("Ann")
    await ann.say("first")
    room, cid = await Room.objects.aget(), await Player.objects.aget(name="Cid")
    await ChatLine.objects.acreate(pk=50, room=room, kind="say", player=cid, name="Cid", text="fifty")
    await lines.look_around()
    await ChatLine.objects.acreate(pk=49, room=room, kind="say", player=cid, name="Cid", text="forty-nine")
    await lines.look_around()
    await lines.look_around()
    assert await heard_until_answered(ann) == [["first", "fifty", "forty-nine"]]


async def test_a_whisper_is_told_to_its_person_alone(evening: Town, monkeypatch: pytest.MonkeyPatch) -> None:
    ann, bob, lobby = await evening.open("Ann"), await evening.open("Bob"), await evening.open("Bob", path="/ws/lobby/")
    await lost(monkeypatch, "psst", to="Bob")
    await lines.look_around()
    await lines.look_around()
    assert await heard_until_answered(ann, bob, lobby) == [[], ["psst"], ["psst"]]

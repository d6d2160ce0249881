"""Hints to other processes: a layer that is away for a moment loses none, and one that stays away fills no memory."""

from __future__ import annotations

import asyncio
import contextlib
from typing import Any

import pytest

from tafelrunde.live import bus


class Layer:
    """Fails so often, then takes what it is sent."""

    def __init__(self, failures: int) -> None:
        self.failures = failures
        self.sent: list[bus.Message] = []
        self.got = asyncio.Event()

    async def group_send(self, _group: str, packet: bus.Message) -> None:
        if self.failures:
            self.failures -= 1
            raise ConnectionError
        self.sent.append(packet)
        self.got.set()


@pytest.fixture
def outbox(monkeypatch: pytest.MonkeyPatch) -> asyncio.Queue[Any]:
    box: asyncio.Queue[Any] = asyncio.Queue()
    monkeypatch.setattr(bus._Running, "outbox", box)
    monkeypatch.setattr(bus, "PAUSES", (0.0, 0.0, 0.0))
    return box


async def sent(layer: Any, outbox: asyncio.Queue[Any]) -> list[Any]:
    """The events of the first packet that gets through."""
    sending = asyncio.create_task(bus._send(layer, outbox))
    await asyncio.wait_for(layer.got.wait(), 60)
    sending.cancel()
    events: list[Any] = layer.sent[0]["events"]
    return events


async def test_what_could_not_be_sent_is_sent_again(outbox: asyncio.Queue[Any]) -> None:
    bus.tell_others("revoke", player=1)
    assert await sent(Layer(failures=2), outbox) == [("revoke", {"player": 1})]


async def test_after_some_attempts_the_next_has_its_turn(outbox: asyncio.Queue[Any]) -> None:
    layer = Layer(failures=3)
    bus.tell_others("room", slug="lost")
    sending = asyncio.create_task(bus._send(layer, outbox))  # type: ignore[arg-type]
    async with asyncio.timeout(60):
        while layer.failures:
            await asyncio.sleep(0)
    bus.tell_others("room", slug="next")
    await asyncio.wait_for(layer.got.wait(), 60)
    sending.cancel()
    assert layer.sent[0]["events"] == [("room", {"slug": "next"})]


async def test_the_sender_ends_though_its_layer_swallows_the_cancellation(outbox: asyncio.Queue[Any]) -> None:
    connecting = asyncio.Event()

    class Swallowing:
        """As the client of Redis is while it connects."""

        async def group_send(self, _group: str, _packet: bus.Message) -> None:
            connecting.set()
            with contextlib.suppress(asyncio.CancelledError):
                await asyncio.Event().wait()

    bus.tell_others("room", slug="a")
    sending = asyncio.create_task(bus._send(Swallowing(), outbox))  # type: ignore[arg-type]
    await asyncio.wait_for(connecting.wait(), 60)
    sending.cancel()
    done, _late = await asyncio.wait([sending], timeout=60)
    assert done


def test_the_oldest_hints_make_way(outbox: asyncio.Queue[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bus, "MOST_WAITING", 2)
    for slug in ("a", "b", "c"):
        bus.tell_others("room", slug=slug)
    assert [outbox.get_nowait()[1]["slug"] for _ in range(outbox.qsize())] == ["b", "c"]

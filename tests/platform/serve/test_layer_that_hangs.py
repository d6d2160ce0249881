"""A layer that hangs rather than refuses, or a connection that brings nothing any more, holds nobody up for long."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest

from tafelrunde.live import bus


class Layer:
    """Brings everybody what is sent, as long as it does not hang or has not gone deaf."""

    def __init__(self) -> None:
        self.hangs = self.deaf = False
        self.connected = 0
        self.heard: asyncio.Queue[bus.Message] = asyncio.Queue()

    async def new_channel(self) -> str:
        self.connected += 1
        self.deaf = False
        return "here"

    async def group_add(self, _group: str, _channel: str) -> None:
        pass

    async def group_send(self, _group: str, packet: bus.Message) -> None:
        if self.hangs:
            await asyncio.Event().wait()
        if not self.deaf:
            self.heard.put_nowait(packet)

    async def receive(self, _channel: str) -> bus.Message:
        return await self.heard.get()

    async def flush(self) -> None:
        pass


@pytest.fixture
async def layer(monkeypatch: pytest.MonkeyPatch, settings: Any) -> AsyncIterator[Layer]:
    """One that this process is connected to, with little patience."""
    settings.REDIS_URL = "redis://nowhere"
    found = Layer()
    monkeypatch.setattr(bus, "_layer", lambda: found)
    for name in ("HANGS", "ECHO", "AGAIN"):
        monkeypatch.setattr(bus, name, 0.05)
    monkeypatch.setattr(bus, "DEAF", 0.5)
    monkeypatch.setattr(bus, "PAUSES", (0.0,))
    for name in ("loop", "outbox", "sends", "heard"):
        monkeypatch.setattr(bus._Running, name, getattr(bus._Running, name))
    carrying = asyncio.create_task(bus.run())
    yield found
    carrying.cancel()
    await asyncio.wait([carrying])


async def until(so: Any) -> None:
    async with asyncio.timeout(60):
        while not so():
            await asyncio.sleep(0.01)


async def test_who_hangs_is_given_up_and_others_are_not_taken_for_gone_meanwhile(layer: Layer) -> None:
    await until(bus.in_touch)
    layer.hangs = True
    await until(lambda: not bus.in_touch())
    layer.hangs = False
    await until(bus.in_touch)


async def test_who_hears_nothing_any_more_not_even_itself_connects_anew(layer: Layer) -> None:
    await until(bus.in_touch)
    layer.deaf = True
    await until(lambda: layer.connected > 1)
    await until(bus.in_touch)
    assert bus._Running.sends

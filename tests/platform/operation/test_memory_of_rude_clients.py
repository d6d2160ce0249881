"""Who sends as fast as they can, and who never reads, cost the process less than 5 MB each."""

from __future__ import annotations

import contextlib
import json
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests import wire
from tests.platform.serve.raw_socket import TEXT, connect, frame
from tests.serving import PATIENCE, Served, serving

pytestmark = pytest.mark.once
MOST = 5 * 2**20
AT_LEAST, AT_MOST = 2**20, 300 * 2**20
"""Bytes that a flood sends to have been one, and after which it ends in any case."""
SECONDS = 1.5


class Memory:
    """Of the server's process, in bytes: the most it has had since `mark`, and how it was then."""

    def __init__(self, server: Served) -> None:
        self._process = Path(f"/proc/{server.pid}")
        self.before = 0

    def mark(self) -> None:
        (self._process / "clear_refs").write_text("5")  # the peak is now
        self.before = self._read("VmRSS")

    @property
    def more(self) -> int:
        return self._read("VmHWM") - self.before

    def _read(self, name: str) -> int:
        status = (self._process / "status").read_text()
        [line] = [line for line in status.splitlines() if line.startswith(f"{name}:")]
        return int(line.split()[1]) * 1024


def say(text: str) -> bytes:
    return frame(TEXT, json.dumps({"type": "say", "text": text}).encode())


SYNC = frame(TEXT, b'{"type":"sync"}')
FLOODS = {
    "lines": say("hello there") * 100,
    "moves": frame(TEXT, b'{"type":"move","move":"take wine","turn":0}') * 100,
    "syncs": SYNC * 100,
    "long frames": frame(TEXT, b"x" * 60_000),
    "nothing": frame(0x9, b"") * 500,
}


def flood(server: Served, path: str, token: str, packet: bytes) -> int:
    """Send it as fast as the server takes it, never reading, coming back when thrown out: how many bytes went.

    For a while, and on where the machine is busy, until it has been a flood.
    """
    sent, began = 0, time.monotonic()

    def goes_on() -> bool:
        seconds = time.monotonic() - began
        return sent < AT_MOST and (seconds < SECONDS or (sent <= AT_LEAST and seconds < PATIENCE))

    while goes_on():
        with (
            contextlib.suppress(ConnectionError, AssertionError, TimeoutError),
            connect(server.port, path, token) as client,
        ):
            while goes_on():
                client.send(packet, patience=max(0.1, began + SECONDS - time.monotonic()))
                sent += len(packet)
    return sent


@pytest.fixture(scope="module")
def house() -> Iterator[Served]:
    """A server that is as large as it ever gets by being used."""
    with serving() as served:
        yield served


@pytest.mark.parametrize("kind", list(FLOODS))
def test_who_sends_as_fast_as_they_can(house: Served, kind: str) -> None:
    (_name, token), (_other, first) = wire.players(house, 2)
    path = f"/ws/rooms/{wire.open_room(house, token)}/?format=html"
    flood(house, path, first, FLOODS[kind])  # what the first of a kind costs is of the process and not of who it was
    memory = Memory(house)
    memory.mark()
    assert flood(house, path, token, FLOODS[kind]) > AT_LEAST
    assert memory.more < MOST


def test_who_never_reads(house: Served) -> None:
    (_name, token), (_other, first) = wire.players(house, 2)
    slug = wire.open_room(house, token)
    house.manage("shell", "-v", "0", "-c", TALKED.format(slug=slug))
    never_read(house, slug, first)
    memory = Memory(house)
    memory.mark()
    never_read(house, slug, token)
    assert memory.more < MOST


TALKED = """
from tafelrunde.rooms.models import Room
room = Room.objects.get(slug="{slug}")
for _line in range(100):
    room.lines.create(kind="say", name="Ann", text="x" * 500)
"""
DROPPED = "does not read and is dropped"


def never_read(server: Served, slug: str, token: str) -> None:
    """Ask for everything again as often as one may, until one is dropped for not reading it."""
    before, end = server.log.count(DROPPED), time.monotonic() + PATIENCE
    with (
        contextlib.suppress(ConnectionError),
        connect(server.port, f"/ws/rooms/{slug}/?format=html", token, receive_buffer=4096) as client,
    ):
        client.send(SYNC * 50)
        while server.log.count(DROPPED) == before:
            assert time.monotonic() < end
            client.send(SYNC)
            time.sleep(1 / 15)  # faster would be a flood
    assert server.log.count(DROPPED) > before

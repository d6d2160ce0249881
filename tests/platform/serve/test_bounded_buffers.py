"""Neither who sends too fast nor who does not read can fill the server's memory."""

from __future__ import annotations

import httpx
import pytest

from tests.serving import Served

from .raw_socket import PING, TEXT, connect, frame

pytestmark = pytest.mark.once

MUCH = 64 * 2**20
"""More than the kernel's buffers hold on both sides."""


def test_who_sends_too_fast_is_made_to_wait_and_loses_nothing(small_site: Served) -> None:
    packet = frame(TEXT, b"x" * 1000) * 64
    with connect(small_site.port, "/held") as client:
        packets = 1
        while client.send(packet, patience=1):
            packets += 1
            assert packets * len(packet) < MUCH, "the server takes everything"
        httpx.get(f"{small_site.url}/release")
        client.send(frame(TEXT, b"end"), patience=30)
        assert client.receive() == (TEXT, str(packets * 64).encode())


def test_others_are_served_while_one_sends_too_fast(small_site: Served) -> None:
    with connect(small_site.port, "/held") as rude, connect(small_site.port, "/echo") as polite:
        while rude.send(frame(TEXT, b"x" * 1000) * 64, patience=0.2):
            pass
        polite.send(frame(TEXT, b"hello"))
        assert polite.receive() == (TEXT, b"5")


def test_who_does_not_read_is_dropped(small_site: Served) -> None:
    with connect(small_site.port, "/pour"):
        sent = int(httpx.get(f"{small_site.url}/after-gone", timeout=60).text)
    assert 0 < sent < MUCH


def test_who_asks_for_pongs_and_does_not_read_them_is_dropped(small_site: Served) -> None:
    pings = frame(PING, b"x" * 100) * 100
    with connect(small_site.port, "/echo") as client, pytest.raises(ConnectionError):
        client.send(pings * (MUCH // len(pings)), patience=30)


def test_a_long_frame_reaches_the_application_and_an_endless_one_does_not(small_site: Served) -> None:
    with connect(small_site.port, "/echo") as client:
        client.send(frame(TEXT, b"x" * 60_000))
        assert client.receive() == (TEXT, b"60000")
        client.send(b"\x81\xff" + (2**40).to_bytes(8, "big") + b"\0\0\0\0")
        _, payload = client.receive()
        assert int.from_bytes(payload[:2], "big") == 1009

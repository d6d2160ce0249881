"""Neither who sends too fast nor who does not read can fill the server's memory."""

from __future__ import annotations

import socket

import httpx
import pytest

from tests.serving import Served

from .raw_socket import PING, TEXT, connect, frame

pytestmark = pytest.mark.once

MUCH = 64 * 2**20
"""More than the kernel's buffers hold on both sides."""
LONG = 2**20
"""Bytes that the body of a request may have."""


def test_who_sends_too_fast_is_made_to_wait_and_loses_nothing(small_site: Served) -> None:
    packet = frame(TEXT, b"x" * 1000) * 64
    with connect(small_site.port, "/held") as client:
        packets = 1
        while client.send(packet, patience=1):
            packets += 1
            assert packets * len(packet) < MUCH, "the server takes everything"
        httpx.get(f"{small_site.url}/release")
        client.send(frame(TEXT, b"end"), patience=60)
        assert client.receive() == (TEXT, str(packets * 64).encode())


def test_others_are_served_while_one_sends_too_fast(small_site: Served) -> None:
    with connect(small_site.port, "/held") as rude, connect(small_site.port, "/echo") as polite:
        while rude.send(frame(TEXT, b"x" * 1000) * 64, patience=0.2):
            pass
        polite.send(frame(TEXT, b"hello"))
        assert polite.receive() == (TEXT, b"5")


@pytest.mark.parametrize("path", ["/pour", "/pour-directly"])
def test_who_does_not_read_is_dropped(small_site: Served, path: str) -> None:
    with connect(small_site.port, path):
        sent = int(httpx.get(f"{small_site.url}/after-gone", timeout=60).text)
    assert 0 < sent < MUCH


def test_who_asks_for_pongs_and_does_not_read_them_is_dropped(shared_small_site: Served) -> None:
    pings = frame(PING, b"x" * 100) * 100
    with connect(shared_small_site.port, "/echo") as client, pytest.raises(ConnectionError):
        client.send(pings * (MUCH // len(pings)), patience=60)


def test_a_long_frame_reaches_the_application_and_an_endless_one_does_not(shared_small_site: Served) -> None:
    with connect(shared_small_site.port, "/echo") as client:
        client.send(frame(TEXT, b"x" * 60_000))
        assert client.receive() == (TEXT, b"60000")
        client.send(b"\x81\xff" + (2**40).to_bytes(8, "big") + b"\0\0\0\0")
        _, payload = client.receive()
        assert int.from_bytes(payload[:2], "big") == 1009


def test_a_long_body_is_taken(shared_small_site: Served) -> None:
    assert httpx.post(f"{shared_small_site.url}/body", content=b"x" * LONG).text == str(LONG)


@pytest.mark.parametrize(
    "request_",
    [
        b"Content-Length: %d\r\n\r\n" % (LONG + 1),
        b"Transfer-Encoding: chunked\r\n\r\n%x\r\n%b\r\n" % (LONG + 1, b"x" * (LONG + 1)),
    ],
    ids=["announced", "chunked"],
)
def test_a_longer_body_is_refused_before_it_is_there(shared_small_site: Served, request_: bytes) -> None:
    with socket.create_connection(("127.0.0.1", shared_small_site.port), timeout=60) as connection:
        connection.sendall(b"POST /body HTTP/1.1\r\nHost: 127.0.0.1\r\n" + request_)
        assert connection.recv(1000).startswith(b"HTTP/1.1 413 ")
    assert httpx.post(f"{shared_small_site.url}/body", content=b"x").text == "1"

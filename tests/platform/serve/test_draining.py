"""Told to stop, the server says goodbye to sockets, lets requests end, and ends itself with 0."""

from __future__ import annotations

import signal
import threading

import httpx
import pytest

from tests.serving import Served

from .raw_socket import CLOSE, TEXT, connect, frame

pytestmark = pytest.mark.once


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_socket_is_closed_with_1012_and_its_consumer_ends(small_site: Served, number: signal.Signals) -> None:
    with connect(small_site.port, "/echo") as client:
        client.send(frame(TEXT, b"hello"))
        assert client.receive() == (TEXT, b"5")
        ending = threading.Thread(target=lambda: codes.append(small_site.signal(number)))
        codes: list[int] = []
        ending.start()
        opcode, payload = client.receive()
        assert (opcode, int.from_bytes(payload[:2], "big")) == (CLOSE, 1012)
        client.send(frame(CLOSE, payload))
        ending.join()
    assert codes == [0]
    assert "a socket has gone" in small_site.log


def test_a_request_that_is_being_answered_gets_its_answer(small_site: Served) -> None:
    with connect(small_site.port, "/echo"), httpx.stream("GET", f"{small_site.url}/after-gone") as answer:
        chunks = answer.iter_raw()
        assert next(chunks) == b"0"
        small_site.stop()
        assert list(chunks) == [b"0"]


def test_background_tasks_end_after_the_sockets(small_site: Served) -> None:
    with connect(small_site.port, "/echo"):
        small_site.stop()
    order = ["the beat begins", "a socket has gone", "the beat ends"]
    assert [line for line in small_site.log.splitlines() if line in order] == order


def test_a_consumer_that_does_not_end_is_cut_off(small_site: Served) -> None:
    with connect(small_site.port, "/held"):
        small_site.stop()


def test_a_client_that_does_not_close_its_side_holds_nothing_up(small_site: Served) -> None:
    with connect(small_site.port, "/echo") as client:
        client.send(frame(TEXT, b"hello"))
        client.receive()
        small_site.stop()  # our side of the connection is still open

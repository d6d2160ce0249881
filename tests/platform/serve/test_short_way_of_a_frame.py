"""Most frames go a shorter way than ASGI's through the server; nobody can tell, whatever their frames look like."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.serving import Served

from .raw_socket import CLOSE, CONTINUATION, PING, TEXT, RawSocket, connect, frame

pytestmark = pytest.mark.once
MASK = b"\x01\xfe\x80\x7f"


@pytest.fixture
def client(shared_small_site: Served) -> Iterator[RawSocket]:
    """A client of the socket that sends everything back twice over."""
    with connect(shared_small_site.port, "/mirror") as client:
        yield client


def close_code(client: RawSocket) -> int:
    opcode, payload = client.receive()
    assert opcode == CLOSE
    return int.from_bytes(payload[:2], "big")


def test_texts_of_any_length_come_and_go_unchanged(client: RawSocket) -> None:
    for length in (0, 1, 3, 4, 5, 62, 63, 124, 125, 126, 127, 128, 32_767, 32_768, 65_535):
        text = b"abcdefg"[:7] * (length // 7 + 1)
        client.send(frame(TEXT, text[:length], MASK))
        assert client.receive() == (TEXT, text[:length] * 2)


def test_letters_of_all_languages_come_and_go_unchanged(client: RawSocket) -> None:
    for text in ("König", "国王", "🐉" * 31, "é" * 62, "é" * 63):
        client.send(frame(TEXT, text.encode(), MASK))
        assert client.receive() == (TEXT, (text * 2).encode())


def test_several_frames_in_one_packet_and_one_in_many(client: RawSocket) -> None:
    client.send(frame(TEXT, b"one", MASK) + frame(TEXT, b"two", MASK) + frame(TEXT, b"three", MASK))
    assert [client.receive()[1] for _ in range(3)] == [b"oneone", b"twotwo", b"threethree"]
    for byte in frame(TEXT, b"four", MASK) + frame(TEXT, b"five", MASK):
        client.send(bytes([byte]))
    assert [client.receive()[1] for _ in range(2)] == [b"fourfour", b"fivefive"]


def test_a_message_in_fragments_stays_one_also_around_a_ping(client: RawSocket) -> None:
    client.send(frame(TEXT, b"Ko", MASK, last=False))
    client.send(frame(PING, b"there?", MASK))
    assert client.receive() == (0xA, b"there?")
    client.send(frame(CONTINUATION, b"nig", MASK))
    assert client.receive() == (TEXT, b"KonigKonig")


def test_a_text_within_the_fragments_of_another_is_against_the_protocol(client: RawSocket) -> None:
    client.send(frame(TEXT, b"Ko", MASK, last=False))
    client.send(frame(TEXT, b"nig", MASK))
    assert close_code(client) == 1002


@pytest.mark.parametrize(
    "payload", [b"\xff", b"abc\xc3", b"\xed\xa0\x80"], ids=["no letter", "half of one", "surrogate"]
)
def test_what_is_no_text_is_refused(client: RawSocket, payload: bytes) -> None:
    client.send(frame(TEXT, payload, MASK))
    assert close_code(client) == 1007


def test_an_unmasked_frame_is_against_the_protocol(client: RawSocket) -> None:
    client.send(b"\x81\x05hello")
    assert close_code(client) == 1002


def test_a_frame_of_which_the_header_lies_is_waited_for(client: RawSocket) -> None:
    whole = frame(TEXT, b"hello", MASK)
    client.send(whole[:-1])
    client.send(whole[-1:] + frame(TEXT, b"you", MASK))
    assert [client.receive()[1] for _ in range(2)] == [b"hellohello", b"youyou"]


def test_what_may_wait_for_more_comes_before_it_and_without_it(client: RawSocket) -> None:
    client.send(frame(TEXT, b"more", MASK))
    assert client.receive() == (TEXT, b"moremore")
    client.send(frame(TEXT, b"more and another", MASK))
    assert [client.receive()[1] for _ in range(2)] == [b"more and another" * 2, b"another"]


def test_what_waits_for_more_is_not_lost_when_the_socket_closes(client: RawSocket) -> None:
    client.send(frame(TEXT, b"more and close", MASK))
    assert client.receive() == (TEXT, b"more and close" * 2)
    assert close_code(client) == 4000


def test_a_reader_who_is_slow_gets_all_in_order(client: RawSocket) -> None:
    texts = [b"%05d" % n * 600 for n in range(60)]  # 360 kB to come: more than the connection takes at once
    for text in texts:
        client.send(frame(TEXT, text, MASK))
    assert [client.receive()[1] for _ in texts] == [text * 2 for text in texts]

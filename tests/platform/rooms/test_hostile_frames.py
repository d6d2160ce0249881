"""Whatever comes in a frame is answered: nothing raises, the socket stays open, nobody else hears of it."""

from __future__ import annotations

import asyncio
import logging

import pytest
from hypothesis import HealthCheck, example, given
from hypothesis import settings as examples
from hypothesis import strategies as st

from tafelrunde.live.limits import Limit
from tafelrunde.rooms import connection, slowing
from tests import wire
from tests.platform.rooms import hostile
from tests.platform.rooms.hostile import Sent
from tests.platform.rooms.peers import Peer, Town, quiet, town
from tests.serving import Served

pytestmark = pytest.mark.django_db(transaction=True)
PLAIN: list[Sent] = [
    b"",
    "",
    "null",
    '{"type":"say","text":"/strat"}',
    '{"type":"premove","move":"x"}',
    '{"type":"dance"}',
]


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody is too fast."""
    monkeypatch.setattr(connection, "FRAMES_AT_ONCE", 1e9)
    endless = {effect: Limit(1e9, 1e9) for effect in slowing.LIMITS}
    monkeypatch.setattr(slowing, "LIMITS", endless)
    monkeypatch.setattr(connection, "LIMITS", endless)
    monkeypatch.setattr("tafelrunde.rooms.lobby_socket.SYNCS_AT_ONCE", 1e9)


@pytest.mark.usefixtures("patient")
def test_hostile_frames_are_answered_and_disturb_nobody(caplog: pytest.LogCaptureFixture) -> None:
    kinds: set[str] = set()
    peers: list[Peer] = []
    place_of: list[str] = []

    async def send_all(sent: list[Sent]) -> None:
        ann, in_lobby, bob, onlooker = peers
        await ann.say("/join")
        await _settled(place_of[0], bob, onlooker)
        for one in sent:
            for hostile_peer in (ann, in_lobby):
                answer = await hostile_peer.send(one)
                kinds.add(answer.get("code", "ok"))
                if answer["type"] == "refusal":
                    assert answer["text"]
                    others = [*bob.heard(), *onlooker.heard()]
                    assert not others, f"{one!r} was refused, and told to others: {others}"
                else:
                    await _settled(place_of[0], bob, onlooker)
        assert (await bob.ask(type="sync"))["type"] == "ok"
        assert not ann.socket.future.done()
        assert not in_lobby.socket.future.done()

    @examples(max_examples=8, deadline=None, suppress_health_check=list(HealthCheck))
    @example(PLAIN)
    @given(st.lists(hostile.frames(), min_size=10, max_size=15))
    def check(sent: list[Sent]) -> None:
        runner.run(send_all(sent))

    async def open_all(opened: Town) -> None:
        place_of.append(opened.slug)
        peers.extend([await opened.open("Ann"), await opened.open("Ann", path="/ws/lobby/")])
        peers.extend([await opened.open("Bob"), await opened.open(None, path="/ws/lobby/")])

    with caplog.at_level(logging.WARNING), asyncio.Runner() as runner:
        place = town("Ann", "Bob", "Cid", playing=True)
        runner.run(open_all(runner.run(place.__aenter__())))
        check()
        runner.run(place.__aexit__(None, None, None))
    assert [record for record in caplog.records if record.levelno >= logging.ERROR] == []
    assert {"bad_frame", "not_allowed_now", "unknown_command"} <= kinds


async def _settled(slug: str, *peers: Peer) -> None:
    """Let what is told soon be told, and be looked at."""
    await quiet(slug)
    for peer in peers:
        peer.heard()


async def test_the_match_goes_on_after_all_that(server: Served) -> None:
    async with wire.match(server) as (_slug, seats, _people):
        mover = next(seat for seat in seats if seat.match["moves"])
        for sent in (
            "[" * 4000,
            b"\xff\0",
            '{"type":"say","text":"\\ud800"}',
            '{"type":"move","type":"move"}',
            "9" * 60_000,
        ):
            await mover.socket.send(sent)
        before = mover.match
        assert (await mover.move(before["moves"][0]))["type"] == "ok"
        for seat in seats:
            await seat.newer_than(before)
        assert [frame["code"] for frame in mover.frames if frame["type"] == "refusal"].count("bad_frame") >= 4


async def test_a_message_of_more_than_64_kib_ends_its_socket_and_no_other(server: Served) -> None:
    async with wire.table(server, 2) as (_slug, [host, other], _people):
        await host.socket.send("x" * (64 * 1024 + 1))
        assert await host.until_closed() == 1009
        assert (await other.say("still here"))["type"] == "ok"


async def test_text_that_is_no_text_ends_its_socket_and_no_other(server: Served) -> None:
    async with wire.table(server, 2) as (_slug, [host, other], _people):
        await host.socket.send(b"\xff\xfe\xfd", text=True)
        assert await host.until_closed() == 1007
        assert (await other.say("still here"))["type"] == "ok"

"""Whatever comes in a frame is answered: nothing raises, the socket stays open, nobody else hears of it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from channels.testing import WebsocketCommunicator
from django.conf import LazySettings
from hypothesis import HealthCheck, example, given
from hypothesis import settings as examples
from hypothesis import strategies as st

from tafelrunde.accounts.models import Player, Token
from tafelrunde.asgi import application
from tafelrunde.live import bus
from tafelrunde.live.limits import Limit
from tafelrunde.matches import live as matches
from tafelrunde.matches import play
from tafelrunde.rooms import connection, slowing
from tafelrunde.rooms.models import Room
from tafelrunde.rooms.opening import open_room
from tafelrunde.rooms.seating import sit
from tafelrunde.rooms.starting import start
from tests import wire
from tests.platform.rooms import hostile
from tests.platform.rooms.hostile import Sent
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
NAMES = ("Ann", "Bob", "Cid")


class Peer:
    """A socket in this process that counts what it hears."""

    def __init__(self, path: str, token: str | None) -> None:
        headers = [(b"authorization", f"Bearer {token}".encode())] if token else []
        self.socket = WebsocketCommunicator(application, path, headers=headers)
        self.match: dict[str, Any] = {}

    async def hear(self, patience: float = 10) -> dict[str, Any]:
        frame: dict[str, Any] = await self.socket.receive_json_from(patience)
        self.match = frame.get("match") or self.match
        return frame

    async def send(self, sent: Sent) -> dict[str, Any]:
        """Send it as it is: the answer."""
        event = {"type": "websocket.receive", "bytes" if isinstance(sent, bytes) else "text": sent}
        await self.socket.send_input(event)
        while (frame := await self.hear())["type"] not in {"ok", "refusal"}:
            continue
        return frame

    def heard(self) -> list[Any]:
        """What has come and was not looked at; all of it is looked at now."""
        waiting = []
        while not self.socket.output_queue.empty():
            waiting.append(self.socket.output_queue.get_nowait())
        return waiting


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody is too fast."""
    monkeypatch.setattr(connection, "FRAMES_AT_ONCE", 1e9)
    endless = {effect: Limit(1e9, 1e9) for effect in slowing.LIMITS}
    monkeypatch.setattr(slowing, "LIMITS", endless)
    monkeypatch.setattr(connection, "LIMITS", endless)
    monkeypatch.setattr("tafelrunde.rooms.lobby_socket.SYNCS_AT_ONCE", 1e9)


@asynccontextmanager
async def town(slug: str, tokens: list[str]) -> AsyncIterator[tuple[Peer, Peer, Peer, Peer]]:
    """Ann at the table and in the lobby, Bob at the table, and somebody in the lobby."""
    room = f"/ws/rooms/{slug}/"
    peers = (Peer(room, tokens[0]), Peer("/ws/lobby/", tokens[0]), Peer(room, tokens[1]), Peer("/ws/lobby/", None))
    bus._Running.loop = asyncio.get_running_loop()
    try:
        for peer in peers:
            await peer.socket.connect(10)
            await peer.hear()
        yield peers
        for peer in peers:
            await peer.socket.disconnect()
    finally:
        bus._Running.loop = None
        play.close()
        matches._matches.clear()
        matches._loading.clear()


def _table() -> tuple[str, list[str]]:
    """A match of three, in which the first seat is Ann's."""
    people = [Player.objects.create_user(name) for name in NAMES]
    room = open_room(people[0], "king_lui")
    Room.objects.update(draw_seats=False)
    for player in people:
        sit(room, player)
    start(room, people[0])
    return room.slug, [Token.make(player, "test") for player in people]


@pytest.mark.usefixtures("patient")
def test_hostile_frames_are_answered_and_disturb_nobody(
    caplog: pytest.LogCaptureFixture, settings: LazySettings
) -> None:
    settings.ROOMS_PER_PLAYER = 10**6
    slug, tokens = _table()
    kinds: set[str] = set()

    async def send_all(sent: list[Sent]) -> None:
        async with town(slug, tokens) as (ann, in_lobby, bob, onlooker):
            await ann.send('{"type":"say","text":"/join"}')
            await _settled(bob, onlooker)
            for one in sent:
                for hostile_peer in (ann, in_lobby):
                    answer = await hostile_peer.send(one)
                    kinds.add(answer.get("code", "ok"))
                    if answer["type"] == "refusal":
                        assert answer["text"]
                        others = [*bob.heard(), *onlooker.heard()]
                        assert not others, f"{one!r} was refused, and told to others: {others}"
                    else:
                        await _settled(bob, onlooker)
            assert (await bob.send('{"type":"sync"}'))["type"] == "ok"
            assert not ann.socket.future.done()
            assert not in_lobby.socket.future.done()

    @examples(max_examples=8, deadline=None, suppress_health_check=list(HealthCheck))
    @example(PLAIN)
    @given(st.lists(hostile.frames(), min_size=10, max_size=15))
    def check(sent: list[Sent]) -> None:
        runner.run(send_all(sent))

    with caplog.at_level(logging.WARNING), asyncio.Runner() as runner:
        check()
    assert [record for record in caplog.records if record.levelno >= logging.ERROR] == []
    assert {"bad_frame", "not_allowed_now", "unknown_command"} <= kinds


async def _settled(*peers: Peer) -> None:
    """Let what is told soon be told, and be looked at."""
    await asyncio.sleep(0.12)
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

"""What one process knows of a room: nothing that changes while it is read, or without a word, is missed in the end."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Callable
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from msgspec.structs import replace

from tafelrunde.accounts.models import Player, Token
from tafelrunde.game import Viewer
from tafelrunde.live import bus
from tafelrunde.matches import live as matches
from tafelrunde.matches import play
from tafelrunde.matches.models import Match
from tafelrunde.matches.position import NO_SEAT, Change
from tafelrunde.rooms import chat, frames, lobby, picture, tables, whispers
from tafelrunde.rooms.models import Room
from tafelrunde.rooms.opening import open_room
from tafelrunde.rooms.seating import add_bot, sit
from tafelrunde.rooms.starting import start
from tafelrunde.rooms.tables import Table
from tests.platform.rooms.communicator import PATIENCE, Communicator

pytestmark = pytest.mark.django_db(transaction=True)
Frame = dict[str, Any]


class Slow:
    """A function that has done its work, and returns when it may."""

    def __init__(self, really: Callable[..., Any]) -> None:
        self.really, self.done, self.may_return = really, threading.Event(), threading.Event()

    def __call__(self, *given: Any, **more: Any) -> Any:
        result = self.really(*given, **more)
        self.done.set()
        assert self.may_return.wait(PATIENCE)
        return result


class Reader:
    """A socket in a room or the lobby, in this process."""

    def __init__(self, path: str, token: str | None = None) -> None:
        self.socket = Communicator.of(path, token)
        self.frames: list[Frame] = []

    async def __aenter__(self) -> Reader:
        await self.socket.connect()
        await self.next("welcome")
        return self

    async def __aexit__(self, *_error: object) -> None:
        await self.socket.disconnect()

    async def next(self, kind: str) -> Frame:
        """The next frame of the kind."""
        while True:
            frame: Frame = await self.socket.receive_json_from()
            self.frames.append(frame)
            if frame["type"] == kind:
                return frame

    async def ask(self, **frame: Any) -> None:
        await self.socket.send_json_to(frame)


@pytest.fixture
def tokens() -> dict[str, str]:
    """Ann and Bob."""
    return {name: Token.make(Player.objects.create_user(name), "test") for name in ("Ann", "Bob")}


@pytest.fixture
def slug(tokens: dict[str, str]) -> str:
    return open_room(Player.objects.get(name="Ann"), "king_lui", "Evening round").slug


@pytest.fixture(autouse=True)
async def _nobody_stays() -> AsyncIterator[None]:
    yield
    play.close()
    tables._tables.clear()
    matches._matches.clear()


def table(slug: str) -> Table:
    found = tables.table(slug)
    assert found is not None
    return found


async def test_who_is_in_a_room_that_vanishes_is_told_and_nobody_gets_into_it(
    slug: str, tokens: dict[str, str]
) -> None:
    async with Reader(f"/ws/rooms/{slug}/", tokens["Ann"]) as ann:
        await Room.objects.all().adelete()
        table(slug).refresh()
        assert (await ann.next("refusal"))["code"] == "no_such_room"
        assert await ann.socket.receive_output() == {"type": "websocket.close", "code": 4404}
        late = Reader(f"/ws/rooms/{slug}/", tokens["Bob"])
        await late.socket.connect()
        assert (await late.next("refusal"))["code"] == "no_such_room"
        assert await late.socket.receive_output() == {"type": "websocket.close", "code": 4404}
        assert tables.table(slug) is None


async def test_who_enters_while_the_room_vanishes_gets_no_welcome(
    slug: str, tokens: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    async with Reader(f"/ws/rooms/{slug}/", tokens["Ann"]):
        await Room.objects.all().adelete()
        slow = Slow(picture.read)
        monkeypatch.setattr(tables, "read", slow)
        table(slug).refresh()
        await asyncio.to_thread(slow.done.wait, PATIENCE)
        late = Reader(f"/ws/rooms/{slug}/", tokens["Bob"])
        await late.socket.connect()
        while len(table(slug).sockets) < 2:
            await asyncio.sleep(0.005)
        slow.may_return.set()
        assert (await late.next("refusal"))["code"] == "no_such_room"
        assert [frame["type"] for frame in late.frames] == ["refusal"]


async def test_who_comes_while_the_room_is_read_is_here_afterwards(
    slug: str, tokens: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    async with Reader(f"/ws/rooms/{slug}/", tokens["Ann"]) as ann:
        slow = Slow(picture.read)
        monkeypatch.setattr(tables, "read", slow)
        table(slug).refresh()
        await asyncio.to_thread(slow.done.wait, PATIENCE)
        bob = Reader(f"/ws/rooms/{slug}/", tokens["Bob"])
        await bob.socket.connect()
        while "Bob" not in (await ann.next("room"))["room"]["here"]:
            continue
        slow.may_return.set()
        assert (await bob.next("welcome"))["room"]["here"] == ["Ann", "Bob"]
        await ann.ask(type="sync")
        await ann.next("welcome")
        assert ann.frames[-1]["room"]["here"] == ["Ann", "Bob"]
        await bob.socket.disconnect()


async def test_a_change_without_a_word_is_found_by_looking_around(
    slug: str, tokens: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    async with Reader(f"/ws/rooms/{slug}/", tokens["Ann"]) as ann:
        with monkeypatch.context() as deaf:
            deaf.setattr(bus, "publish", lambda *_given, **_more: None)
            await sync_to_async(sit)(await Room.objects.aget(), await Player.objects.aget(name="Bob"))
        await tables.look_around()
        while not (await ann.next("room"))["room"]["seats"]:
            continue


async def test_a_line_that_is_told_during_a_sync_comes_behind_the_welcome_that_lacks_it(
    slug: str, tokens: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    async with Reader(f"/ws/rooms/{slug}/", tokens["Ann"]) as ann:
        slow = Slow(chat.last_lines)
        monkeypatch.setattr(chat, "last_lines", slow)
        await ann.ask(type="sync")
        await asyncio.to_thread(slow.done.wait, PATIENCE)
        line = await sync_to_async(chat.say)(await Room.objects.aget(), await Player.objects.aget(name="Bob"), "hello")
        bus.hear("line", {"slug": slug, "line": line, "player": None})
        slow.may_return.set()
        assert (await ann.next("welcome"))["chat"] == []
        assert (await ann.next("chat"))["line"]["text"] == "hello"


async def test_a_whisper_that_is_told_during_a_sync_of_the_lobby_comes_behind_the_welcome(
    tokens: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    async with Reader("/ws/lobby/", tokens["Ann"]) as ann:
        slow = Slow(chat.last_lines)
        monkeypatch.setattr(chat, "last_lines", slow)
        await ann.ask(type="sync")
        await asyncio.to_thread(slow.done.wait, PATIENCE)
        bob, anns = await Player.objects.aget(name="Bob"), await Player.objects.aget(name="Ann")
        line = await sync_to_async(whispers.whisper)(bob, "Ann", "psst")
        bus.hear("whisper", {"players": [bob.pk, anns.pk], "line": line})
        slow.may_return.set()
        assert (await ann.next("welcome"))["chat"] == []
        assert (await ann.next("chat"))["line"]["text"] == "psst"


async def test_no_older_state_comes_behind_a_welcome(
    slug: str, tokens: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    async with Reader(f"/ws/rooms/{slug}/", tokens["Ann"]) as ann:
        slow = Slow(chat.last_lines)
        monkeypatch.setattr(chat, "last_lines", slow)
        await ann.ask(type="sync")
        await asyncio.to_thread(slow.done.wait, PATIENCE)
        table(slug).tell_room()
        line = await sync_to_async(chat.say)(await Room.objects.aget(), await Player.objects.aget(name="Bob"), "hello")
        bus.hear("line", {"slug": slug, "line": line, "player": None})
        slow.may_return.set()
        seen = len(ann.frames)
        await ann.next("ok")
        told = [frame["type"] for frame in ann.frames[seen:]]
        assert told[told.index("welcome") :] == ["welcome", "chat", "ok"]


def _play(slug: str) -> int:
    ann = Player.objects.get(name="Ann")
    room = Room.objects.get(slug=slug)
    sit(room, ann)
    add_bot(room, ann, count=2)
    return start(room, ann).pk


async def test_the_lobby_hears_of_the_end_of_a_match(slug: str, tokens: dict[str, str]) -> None:
    match = await sync_to_async(_play)(slug)
    live = await matches.find(match)
    async with Reader("/ws/lobby/") as visitor:
        assert visitor.frames[0]["rooms"][0]["playing"]
        await Match.objects.aupdate(status=Match.Status.OVER)
        live.position = live.after(Change("aborted", NO_SEAT, 0.0))
        matches.tell(live)
        while (await visitor.next("room"))["room"]["playing"]:
            continue


async def test_a_crowd_that_enters_the_lobby_shares_its_readings(monkeypatch: pytest.MonkeyPatch) -> None:
    readings: list[object] = []
    really = lobby._read_lobby

    def read(slugs: set[str] | None) -> Any:
        readings.append(slugs)
        return really(slugs)

    monkeypatch.setattr(lobby, "_read_lobby", read)
    crowd = [Reader("/ws/lobby/") for _ in range(30)]
    await asyncio.gather(*(one.__aenter__() for one in crowd))
    assert len(readings) < 15
    for one in crowd:
        await one.__aexit__()


def _play_with_bob(slug: str) -> None:
    room = Room.objects.get(slug=slug)
    for name in ("Ann", "Bob"):
        sit(room, Player.objects.get(name=name))
    add_bot(room, Player.objects.get(name="Ann"))
    start(room, Player.objects.get(name="Ann"))


async def test_who_has_moved_is_told_before_the_others(
    slug: str, tokens: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    await sync_to_async(_play_with_bob)(slug)
    told: list[Viewer] = []

    def tell(_table: Table, viewer: Viewer, _socket: object) -> str:
        told.append(viewer)
        return "{}"

    async with (
        Reader(f"/ws/rooms/{slug}/", tokens["Ann"]),
        Reader(f"/ws/rooms/{slug}/", tokens["Bob"]),
        Reader(f"/ws/rooms/{slug}/"),
    ):
        found = table(slug)
        assert found.match is not None
        monkeypatch.setattr(frames, "match", tell)
        seats = [seat for seat, sitter in enumerate(found.match.position.sitters) if sitter.player is not None]
        for seat in seats:
            found.match.position = replace(found.match.position, mover=seat)
            told.clear()
            found.tell_match()
            assert told[0] == seat
            assert len(told) == 3

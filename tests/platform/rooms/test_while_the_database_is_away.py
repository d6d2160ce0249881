"""While the database is away there are refusals, and afterwards everything goes on."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest
from django.db import OperationalError

from tafelrunde.accounts.models import Player, Token
from tafelrunde.rooms import chat, tables
from tafelrunde.rooms.opening import open_room
from tests.platform.rooms.communicator import PATIENCE, Communicator

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def slug_and_token() -> tuple[str, str]:
    host = Player.objects.create_user("Ann")
    return open_room(host, "king_lui").slug, Token.make(host, "test")


@pytest.fixture(autouse=True)
def _no_tables() -> Iterator[None]:
    yield
    tables._tables.clear()


def socket(slug: str, token: str) -> Communicator:
    return Communicator.of(f"/ws/rooms/{slug}/", token)


def away(*_args: Any, **_more: Any) -> None:
    raise OperationalError("no connection")


async def answer(communicator: Communicator) -> dict[str, Any]:
    while True:
        frame: dict[str, Any] = await communicator.receive_json_from()
        if frame["type"] in {"ok", "refusal"}:
            return frame


async def test_what_is_said_is_refused_as_not_saved_and_can_be_said_again(
    slug_and_token: tuple[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    here = socket(*slug_and_token)
    await here.connect()
    with monkeypatch.context() as broken:
        broken.setattr(chat, "say", away)
        await here.send_json_to({"type": "say", "text": "hello"})
        assert (await answer(here))["code"] == "not_saved"
    await here.send_json_to({"type": "say", "text": "hello"})
    assert (await answer(here))["type"] == "ok"
    await here.disconnect()


async def test_nobody_gets_into_a_room_that_cannot_be_read(
    slug_and_token: tuple[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as broken:
        broken.setattr(tables, "read", away)
        here = socket(*slug_and_token)
        await here.connect()
        assert (await here.receive_output()) == {"type": "websocket.close", "code": 4500}
        await here.wait()
    assert tables.table(slug_and_token[0]) is None
    here = socket(*slug_and_token)
    await here.connect()
    assert (await here.receive_json_from())["type"] == "welcome"
    await here.disconnect()


async def test_who_is_here_keeps_the_room_and_sees_it_anew_when_it_can_be_read(
    slug_and_token: tuple[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    slug, _token = slug_and_token
    monkeypatch.setattr(tables, "AGAIN", 0.05)
    here = socket(*slug_and_token)
    await here.connect()
    assert (await here.receive_json_from())["type"] == "welcome"
    table = tables.table(slug)
    assert table is not None
    with monkeypatch.context() as broken:
        broken.setattr(tables, "read", away)
        table.refresh()
        await table.refreshed()
        assert table.unread
    async with asyncio.timeout(PATIENCE):
        while table.unread:
            assert (await here.receive_json_from())["type"] == "room"
    await here.disconnect()

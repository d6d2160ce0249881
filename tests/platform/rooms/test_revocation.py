"""Who is signed out is out: also a socket that was just being opened, and one that does not go when it is closed."""

from __future__ import annotations

import asyncio
import time

import pytest
from asgiref.sync import sync_to_async
from django.contrib.sessions.models import Session
from django.test import Client

from tafelrunde.accounts import revocation
from tafelrunde.accounts.models import Player, Token
from tafelrunde.live import bus, sockets
from tafelrunde.rooms import connection, identify, tables
from tafelrunde.rooms.identify import Visitor
from tafelrunde.rooms.models import ChatLine
from tafelrunde.rooms.opening import open_room
from tests.platform.rooms.communicator import PATIENCE, Communicator

pytestmark = pytest.mark.django_db(transaction=True)


def _room_and_token() -> tuple[int, str, str]:
    ann = Player.objects.create_user("Ann")
    return ann.pk, open_room(ann, "king_lui").slug, Token.make(ann, "test")


@pytest.fixture
async def ann() -> tuple[int, str, str]:
    """Ann's number, her room and her token."""
    return await sync_to_async(_room_and_token)()


async def close_code(communicator: Communicator) -> int:
    while (event := await communicator.receive_output())["type"] != "websocket.close":
        continue
    code: int = event["code"]
    return code


@pytest.mark.parametrize("where", ["/ws/rooms/{}/", "/ws/lobby/"])
async def test_a_socket_that_is_being_opened_while_its_player_is_signed_out_is_closed(
    ann: tuple[int, str, str], monkeypatch: pytest.MonkeyPatch, where: str
) -> None:
    player, slug, token = ann

    async def then_signed_out(scope: dict[str, object]) -> Visitor:
        found = await identify.identify(scope)
        bus.hear("revoke", {"player": player, "code": 4401})
        return found

    monkeypatch.setattr(connection, "identify", then_signed_out)
    late = Communicator.of(where.format(slug), token)
    await late.connect()
    assert await close_code(late) == 4401
    await late.disconnect()


async def test_a_socket_that_comes_after_a_revocation_stays(ann: tuple[int, str, str]) -> None:
    player, slug, token = ann
    bus.hear("revoke", {"player": player, "code": 4401})
    back = Communicator.of(f"/ws/rooms/{slug}/", token)
    await back.connect()
    assert (await back.receive_json_from())["type"] == "welcome"
    await back.disconnect()


async def test_revocations_are_not_remembered_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    bus.hear("revoke", {"player": 1, "code": 4401})
    later = time.monotonic() + 2 * sockets.REMEMBER
    monkeypatch.setattr(time, "monotonic", lambda: later)
    bus.hear("revoke", {"player": 2, "code": 4401})
    assert [message["player"] for _at, message in sockets._revoked] == [2]
    sockets._revoked.clear()  # it would be heard by the player 2 of the tests after this one


def _signed_in() -> tuple[Player, str]:
    bob = Player.objects.create_user("Bob", "roast-goose-and-plums")
    client = Client()
    client.force_login(bob)
    return bob, client.cookies["sessionid"].value


@pytest.mark.parametrize("way", ["password", "session", "inactive"])
async def test_a_session_that_ends_without_a_word_ends_its_sockets(ann: tuple[int, str, str], way: str) -> None:
    bob, cookie = await sync_to_async(_signed_in)()
    stays = Communicator.of(f"/ws/rooms/{ann[1]}/", ann[2])
    goes = Communicator(f"/ws/rooms/{ann[1]}/", [(b"cookie", f"sessionid={cookie}".encode())])
    for one in (stays, goes):
        await one.connect()
        assert (await one.receive_json_from())["me"] is not None
    await revocation.look_around()
    if way == "password":  # as `manage.py changepassword` does
        bob.set_password("another-goose-and-plums")
        await bob.asave()
    elif way == "inactive":
        await Player.objects.filter(pk=bob.pk).aupdate(is_active=False)
    else:
        await Session.objects.all().adelete()
    await revocation.look_around()
    assert await close_code(goes) == 4401
    await goes.disconnect()
    await stays.send_json_to({"type": "say", "text": "still here"})
    while (await stays.receive_json_from())["type"] != "ok":
        continue
    await stays.disconnect()


async def test_a_token_that_ends_without_a_word_ends_its_sockets(ann: tuple[int, str, str]) -> None:
    _player, _slug, token = ann
    goes = Communicator.of("/ws/lobby/", token)
    await goes.connect()
    await Token.objects.all().adelete()  # as `manage.py createplayers` does
    await revocation.look_around()
    assert await close_code(goes) == 4401
    await goes.disconnect()


async def test_what_comes_from_a_client_that_does_not_go_counts_for_nothing(ann: tuple[int, str, str]) -> None:
    player, slug, token = ann
    stays = Communicator.of(f"/ws/rooms/{slug}/", token)
    await stays.connect()
    await stays.receive_json_from()
    bus.hear("revoke", {"player": player, "code": 4401})
    await stays.send_json_to({"type": "say", "text": "/join"})
    await stays.send_json_to({"type": "say", "text": "still here"})
    await stays.disconnect()
    assert not await ChatLine.objects.aexists()
    assert tables.table(slug) is None


@pytest.mark.usefixtures("nothing_fills_up")
async def test_a_person_in_many_tabs_may_say_no_more_than_in_one(ann: tuple[int, str, str]) -> None:
    _player, slug, token = ann
    tabs = [Communicator.of(f"/ws/rooms/{slug}/", token) for _ in range(5)]
    answers: list[str] = []

    async def talk(tab: Communicator) -> None:
        await tab.connect()
        for _ in range(4):
            await tab.send_json_to({"type": "say", "text": "hello"})
            while (frame := await tab.receive_json_from())["type"] not in {"ok", "refusal"}:
                continue
            answers.append(frame.get("code", "ok"))

    async with asyncio.timeout(PATIENCE):
        await asyncio.gather(*(talk(tab) for tab in tabs))
    assert (answers.count("ok"), answers.count("too_fast")) == (8, 12)
    for tab in tabs:
        await tab.disconnect()


@pytest.mark.usefixtures("nothing_fills_up")
async def test_who_asks_the_lobby_too_often_is_told_so_before_it_closes() -> None:
    eager = Communicator("/ws/lobby/")
    await eager.connect()
    for _ in range(40):
        await eager.send_json_to({"type": "sync"})
    while (frame := await eager.receive_json_from()).get("code") != "too_fast":
        continue
    assert frame["wait"] > 0
    await eager.disconnect()

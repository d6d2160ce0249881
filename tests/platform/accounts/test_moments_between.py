"""A sign-out or a ban while a socket opens, or while a move waits: there is no moment in which it is missed."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.contrib.sessions.backends.base import SessionBase
from django.test import Client

from tafelrunde.accounts import barred, sanctions
from tafelrunde.accounts.models import Player, Token
from tafelrunde.accounts.sanctions import sign_out_everywhere
from tafelrunde.live import bus, sockets
from tafelrunde.live.sockets import Person, Socket
from tafelrunde.matches import live as matches
from tafelrunde.matches import play
from tafelrunde.refusals import Refusal
from tafelrunde.rooms import connection, lobby_socket, socket
from tafelrunde.rooms.identify import identify
from tafelrunde.rooms.opening import open_room
from tests.platform.matches.playing import new_match

pytestmark = pytest.mark.django_db(transaction=True)
SOCKETS = [(connection, socket.room_socket), (connection, lobby_socket.lobby_socket)]


@pytest.fixture(autouse=True)
def _nothing_stays() -> Iterator[None]:
    yield
    play.close()
    matches._matches.clear()
    barred._bans.clear()


class Line:
    """One connection to an ASGI application, in this process: what it was sent."""

    def __init__(self) -> None:
        self.sent: list[dict[str, Any]] = []

    async def receive(self) -> dict[str, Any]:
        return {"type": "websocket.connect" if not self.sent else "websocket.disconnect"}

    async def send(self, event: dict[str, Any]) -> None:
        self.sent.append(event)

    @property
    def closed(self) -> int | None:
        return next((event["code"] for event in self.sent if event["type"] == "websocket.close"), None)

    @property
    def frames(self) -> list[dict[str, Any]]:
        return [json.loads(event["text"]) for event in self.sent if event["type"] == "websocket.send"]


def scope_of(player: Player | None, session: SessionBase | None, *headers: tuple[bytes, bytes]) -> dict[str, Any]:
    route = {"kwargs": {"slug": "evening"}}
    return {"headers": list(headers), "query_string": b"", "url_route": route, "user": player, "session": session}


@sync_to_async
def signed_in() -> tuple[Player, SessionBase, Client]:
    """Ann at the door of her room."""
    ann, client = Player.objects.create_user("Ann"), Client()
    open_room(ann, "king_lui", "evening")
    client.force_login(ann)
    return ann, client.session, client


@pytest.mark.parametrize(("module", "serve"), SOCKETS)
@pytest.mark.parametrize("how", ["out", "everywhere", "ban", "inactive"])
async def test_what_comes_between_recognizing_and_registering_is_found(
    monkeypatch: pytest.MonkeyPatch, module: Any, serve: Any, how: str
) -> None:
    ann, session, client = await signed_in()

    async def identify_and_then(scope: dict[str, Any]) -> Any:
        found = await identify(scope)
        assert found.player == ann
        await sync_to_async(between)()
        return found

    def between() -> None:
        if how == "out":
            client.post("/accounts/logout/")
        elif how == "everywhere":
            sign_out_everywhere(ann)
        elif how == "ban":
            sanctions.ban(ann, None, "spam")
        else:
            Player.objects.update(is_active=False)

    monkeypatch.setattr(module, "identify", identify_and_then)
    line = Line()
    await serve(scope_of(ann, session), line.receive, line.send)
    assert [frame["type"] for frame in line.frames] == ["refusal"]
    assert line.frames[0]["code"] == ("banned" if how == "ban" else "signed_out")
    assert line.closed == (4003 if how == "ban" else 4401)
    assert not sockets.all_open()


@pytest.mark.parametrize(("module", "serve"), SOCKETS)
async def test_what_comes_when_it_is_registered_closes_it(
    monkeypatch: pytest.MonkeyPatch, module: Any, serve: Any
) -> None:
    ann, session, _client = await signed_in()
    confirm = module.confirm

    async def confirm_and_then(visitor: Any) -> Any:
        found = await confirm(visitor)
        bus.publish("revoke", player=ann.pk, code=4401)
        return found

    monkeypatch.setattr(module, "confirm", confirm_and_then)
    line = Line()
    await serve(scope_of(ann, session), line.receive, line.send)
    assert line.closed == 4401
    assert line.frames == []


async def test_a_token_that_is_revoked_meanwhile_opens_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    ann, _session, _client = await signed_in()
    token = await sync_to_async(Token.make)(ann, "bot")

    async def identify_and_then(scope: dict[str, Any]) -> Any:
        found = await identify(scope)
        await Token.objects.all().adelete()
        return found

    monkeypatch.setattr(connection, "identify", identify_and_then)
    line = Line()
    scope = scope_of(None, None, (b"authorization", f"Bearer {token}".encode()))
    await socket.room_socket(scope, line.receive, line.send)
    assert (line.frames[0]["code"], line.closed) == ("signed_out", 4401)


async def test_who_was_allowed_is_welcome(monkeypatch: pytest.MonkeyPatch) -> None:
    ann, session, _client = await signed_in()
    line = Line()
    await socket.room_socket(scope_of(ann, session), line.receive, line.send)
    assert line.frames[0]["me"]["name"] == "Ann"


async def test_frames_that_come_after_the_end_are_not_heard() -> None:
    ann, session, _client = await signed_in()
    events = [
        {"type": "websocket.connect"},
        {"type": "websocket.receive", "text": '{"type":"sync","ref":"before"}'},
        {"type": "websocket.receive", "text": '{"type":"say","text":"too late"}'},
        {"type": "websocket.disconnect"},
    ]
    line = Line()

    async def receive() -> dict[str, Any]:
        if len(events) == 2:
            bus.publish("ban", player=ann.pk, until=None, reason="spam")
        return events.pop(0)

    await socket.room_socket(scope_of(ann, session), receive, line.send)
    assert line.closed == 4003
    assert line.frames[-1]["code"] == "banned"
    assert not any("too late" in json.dumps(frame) for frame in line.frames)


async def test_a_move_that_waits_while_a_ban_lands_is_judged_again_and_refused() -> None:
    live = await matches.find(await sync_to_async(new_match)())
    ann, bob = (live.position.sitters[seat].player for seat in (0, 1))
    assert bob is not None
    answers: list[int | Refusal] = []
    done = asyncio.Event()

    def last(answer: int | Refusal) -> None:
        answers.append(answer)
        done.set()

    play.play_move(live, 0, live.position.legal[0][0], 0, answers.append, player=ann)
    play.play_move(live, 1, "kitchen", 0, last, player=bob)
    assert answers == [], "the first is on its way, the second waits"
    bus.publish("ban", player=bob, until=None, reason="spam")
    await asyncio.wait_for(done.wait(), 10)
    first, second = answers
    assert first == 1
    assert isinstance(second, Refusal)
    assert second.code == "banned"
    assert live.position.ply == 1
    bus.publish("lift", player=bob)
    done.clear()
    play.play_move(live, 1, "kitchen", 0, last, player=bob)
    await asyncio.wait_for(done.wait(), 10)
    assert answers[-1] == 2


async def test_a_move_of_a_seat_that_has_changed_hands_meanwhile_is_refused() -> None:
    live = await matches.find(await sync_to_async(new_match)())
    answers: list[int | Refusal] = []
    play.play_move(live, 0, live.position.legal[0][0], 0, answers.append, player=987654)
    [answer] = answers
    assert isinstance(answer, Refusal)
    assert answer.code == "not_seated"


async def test_a_ban_that_was_heard_of_is_over_when_its_time_is() -> None:
    bus.publish("ban", player=1, until=1, reason="spam")
    assert barred.refusal_for(1) is None
    bus.publish("ban", player=1, until=1 << 45, reason="spam")
    refused = barred.refusal_for(1)
    assert refused is not None
    assert "spam" in str(refused.text)


async def test_a_hint_that_was_lost_is_made_up_for() -> None:
    ann, _session, _client = await signed_in()
    line = Line()
    tab = Socket(line.send, Person(ann.pk, "Ann", guest=False), None, "fr", html=False)
    tab.release("{}")
    sockets.opened(tab)
    try:
        await barred.look()
        assert line.closed is None
        made = await sync_to_async(sanctions.ban)(ann, None, "spam")
        barred._bans.clear()
        line.sent.clear()
        tab.closed = False  # as if nothing had been heard
        await barred.look()
        assert line.frames[-1]["code"] == "banned"
        assert barred.refusal_for(ann.pk)
        await sync_to_async(type(made).objects.all().delete)()
        await barred.look()
        assert barred.refusal_for(ann.pk) is None
    finally:
        sockets.gone(tab)

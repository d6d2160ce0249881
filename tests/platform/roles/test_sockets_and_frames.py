"""Who may open which socket, and what becomes of the frames they send, on a running server."""

from __future__ import annotations

import contextlib
import json
from collections.abc import AsyncIterator, Iterator, Mapping

import httpx
import pytest

from tafelrunde.rooms import wire
from tafelrunde.rooms.urls import websocket_urlpatterns
from tests.platform.roles import sockets, table
from tests.platform.roles.sockets import Headers
from tests.serving import Served, serving
from tests.wire import Wire

pytestmark = pytest.mark.once
FRAMES = {
    "Frames in the lobby": "lobby",
    "Frames in a room where nothing is played": "waiting",
    "Frames in a match when it is the host's turn": "host",
    "Frames in a match when it is the seated one's turn": "seated",
    "Frames beside the moderators' figures": sockets.FIGURES,
}


@pytest.fixture(scope="module")
def house() -> Iterator[Served]:
    """A server at which bots take their time."""
    with serving({"BOT_PAUSE": "60"}) as served:
        yield served


@pytest.fixture(scope="module")
def opens(house: Served) -> dict[str, Headers]:
    return sockets.people(house)


async def test_sockets(house: Served, opens: Mapping[str, Headers]) -> None:
    slug = _room(house, opens["host"])
    got = {
        (row.asked, role): await sockets.opened(house, table.filled(row.asked, {"room": slug}), opens[role])
        for row in table.of("Sockets")
        for role in row.outcomes
    }
    assert table.differences(table.of("Sockets"), lambda asked, role: got[asked, role]) == []


def test_every_socket_has_a_row() -> None:
    asked = [row.asked.lstrip("/") for row in table.of("Sockets")]
    missing = [
        pattern.pattern for pattern in websocket_urlpatterns if not any(pattern.resolve(address) for address in asked)
    ]
    assert missing == []


@pytest.mark.parametrize("heading", FRAMES)
async def test_frames(house: Served, opens: Mapping[str, Headers], heading: str) -> None:
    rows, state = table.of(heading), FRAMES[heading]
    got: dict[tuple[str, str], str] = {}
    async with _people(house, opens, state, list(rows[0].outcomes)) as wires:
        for row in rows:
            for role in row.outcomes:
                got[row.asked, role] = await _answer(wires[role], _frame(row.asked, wires, role))
    assert table.differences(rows, lambda asked, role: got[asked, role]) == []


def test_every_type_of_frame_has_a_row_everywhere() -> None:
    types = {kind.__struct_config__.tag for kind in wire.Frame.__args__}
    for heading in FRAMES:
        asked = [json.loads(table.filled(row.asked, {"move": "", "turn": "0"})) for row in table.of(heading)]
        assert types <= {frame["type"] for frame in asked}, heading


def _room(house: Served, host: Headers) -> str:
    answer = httpx.post(f"{house.url}/api/rooms", json={"game": "king_lui"}, headers=host)
    slug: str = answer.json()["slug"]
    return slug


@contextlib.asynccontextmanager
async def _people(
    house: Served, opens: Mapping[str, Headers], state: str, roles: list[str]
) -> AsyncIterator[dict[str, Wire]]:
    """The sockets of all roles, where and when the section is about."""
    async with contextlib.AsyncExitStack() as stack:
        nowhere = {"lobby": "", sockets.FIGURES: sockets.FIGURES}
        slug = nowhere[state] if state in nowhere else _room(house, opens["host"])
        wires = {role: await stack.enter_async_context(sockets.socket(house, slug, opens[role])) for role in roles}
        if state not in nowhere:
            host, seated = wires["host"], wires["seated"]
            await _done(host, "/option draw off", "/join")
            await _done(seated, "/join")
            if state != "waiting":
                await _done(host, "/bot", "/start")
                await host.match_where(lambda match: match["moves"])
            if state == "seated":
                assert (await host.move(host.match["moves"][0]))["type"] == "ok"
                await seated.match_where(lambda match: match["moves"])
        yield wires


async def _done(wire: Wire, *lines: str) -> None:
    for line in lines:
        assert (await wire.say(line))["type"] == "ok", line


def _frame(asked: str, wires: Mapping[str, Wire], role: str) -> str:
    """With a move of whoever is to move, and the turn of who asks."""
    moves = next((wire.match["moves"] for wire in wires.values() if wire.match.get("moves")), ["nothing"])
    turn = wires[role].match.get("turn") or 0
    return table.filled(asked, {"move": moves[0], "turn": str(turn)})


async def _answer(wire: Wire, frame: str) -> str:
    """`ok`, or the code of the refusal."""
    before = len(_answers(wire))
    await wire.socket.send(frame)
    await wire.until(lambda: len(_answers(wire)) > before)
    answer = _answers(wire)[before]
    return "ok" if answer["type"] == "ok" else str(answer["code"])


def _answers(wire: Wire) -> list[dict[str, object]]:
    return [frame for frame in wire.frames if frame["type"] in {"ok", "refusal"}]

"""Two matches that differ only in what a viewer may not know give that viewer the same bytes: socket, page and API."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from django.test import Client
from msgspec.structs import replace

from tafelrunde import games
from tafelrunde.accounts.models import Player
from tafelrunde.game import SPECTATOR, Chance, Viewer, new_seed
from tafelrunde.live import presence
from tafelrunde.live.sockets import Person, Socket
from tafelrunde.matches import live as matches
from tafelrunde.matches import position as fold
from tafelrunde.matches.live import LiveMatch
from tafelrunde.matches.models import Entry
from tafelrunde.matches.position import Sitter
from tafelrunde.matches.start import start_match
from tafelrunde.rooms import chat, frames
from tafelrunde.rooms.models import Room
from tafelrunde.rooms.opening import open_room
from tafelrunde.rooms.picture import picture_of
from tafelrunde.rooms.seating import sit
from tafelrunde.rooms.tables import Table

pytestmark = pytest.mark.django_db
PLIES = 30
ONCE_ONLY = re.compile(rb'name="csrfmiddlewaretoken" value="\w+"')


@pytest.fixture
def people() -> list[Player]:
    return [Player.objects.create_user(name) for name in ("Ann", "Bob", "Cleo")]


@pytest.fixture
def room(people: list[Player]) -> Room:
    room = open_room(people[0], "king_lui")
    for player in people:
        sit(room, player)
    sitters = [Sitter(player.pk, "", player.name) for player in people]
    room.match = start_match(games.installed()["king_lui"], {}, sitters, room.slug)
    room.save()
    return room


def positions(live: LiveMatch) -> Iterator[LiveMatch]:
    """The match after each of its first plies; its log grows with it."""
    chance = Chance(b"moves", 0)
    while not live.position.over and live.position.ply < PLIES:
        [seat] = live.position.to_move
        move = chance.pick(live.position.legal[seat])
        change = fold.Change(fold.MOVE, seat, 1_700_000_000.0, move, fold.PLAYER)
        turn, position = live.position.turns[seat], live.after(change)
        live.advance(position, change)
        Entry.objects.create(
            match_id=live.id, version=position.version, ply=position.ply, seat=seat, turn=turn, move=move, by="player",
            at="2023-11-14T22:13:20Z",
        )  # fmt: skip
        yield live


@pytest.mark.once
def test_the_unknown_changes_no_byte(room: Room, people: list[Player], monkeypatch: pytest.MonkeyPatch) -> None:
    assert room.match is not None
    monkeypatch.setattr(presence, "_started", 0.0)  # else a page may change as time goes by: who was here a moment ago?
    chance, differed = Chance(new_seed(), 0), 0
    for live in positions(matches.read(room.match.pk)):
        for viewer in (0, 1, 2, SPECTATOR):
            true = live.position
            seen = everything(room, live, viewer, people, monkeypatch)
            state = live.game.resample(true.state, viewer, chance)
            legal = tuple(live.game.moves(state, seat) for seat in range(3))
            differed += state != true.state
            live.position = replace(true, state=state, legal=legal)
            assert everything(room, live, viewer, people, monkeypatch) == seen, (true.ply, viewer)
            live.position = true
    assert differed > PLIES


def everything(
    room: Room, live: LiveMatch, viewer: Viewer, people: list[Player], monkeypatch: pytest.MonkeyPatch
) -> list[bytes]:
    """All bytes that the viewer gets: frames in both forms, the page, and the API's record and view."""
    player = people[viewer] if isinstance(viewer, int) else None
    monkeypatch.setattr(matches, "loaded", lambda _match: live)
    monkeypatch.setattr(matches, "read", lambda _match: live)
    return [*sockets(room, live, viewer, player), *pages(room, live, player)]


def sockets(room: Room, live: LiveMatch, viewer: Viewer, player: Player | None) -> Iterator[bytes]:
    table = Table(picture_of(room))
    table.match = live
    person = Person(player.pk, player.name, player.guest) if player else None
    for html in (False, True):
        socket = Socket(_nowhere, person, None, "en", html)
        yield frames.welcome(table, socket, chat.last_lines(room, player)).encode()
        yield frames.match(table, viewer, socket).encode()
        yield frames.room(table, viewer, socket).encode()


def pages(room: Room, live: LiveMatch, player: Player | None) -> Iterator[bytes]:
    client = Client()
    if player is not None:
        client.force_login(player)
    addresses = [f"/rooms/{room.slug}/", f"/api/rooms/{room.slug}", f"/api/matches/{live.id}"]
    for address in addresses:
        response = client.get(address)
        assert response.status_code == 200, address
        yield ONCE_ONLY.sub(b"", response.content)


async def _nowhere(_event: object) -> None:
    raise AssertionError("nothing is sent in this test")

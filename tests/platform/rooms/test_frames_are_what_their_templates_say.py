"""What a page is sent of a match is what Django makes of its templates, in every game, from beginning to end."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.template import engines
from django.utils.translation import override

from tafelrunde import games
from tafelrunde.accounts.models import Player
from tafelrunde.game import Chance
from tafelrunde.live.quick import nodes
from tafelrunde.live.sockets import Person, Socket
from tafelrunde.live.templatetags import parts
from tafelrunde.matches import live as matches
from tafelrunde.matches import position as fold
from tafelrunde.matches.live import LiveMatch
from tafelrunde.matches.position import Position, Sitter
from tafelrunde.matches.start import start_match
from tafelrunde.rooms import frames
from tafelrunde.rooms.opening import open_room
from tafelrunde.rooms.picture import picture_of
from tafelrunde.rooms.seating import sit
from tafelrunde.rooms.tables import Table
from tafelrunde.rooms.templatetags import boards

pytestmark = pytest.mark.django_db
PLIES = 40


@pytest.fixture(autouse=True)
def _templates_anew(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr("time.time", lambda: 1_700_000_000.0)  # frames tell it
    yield
    forget_templates()


def forget_templates() -> None:
    for engine in engines.all():
        for loader in engine.engine.template_loaders:  # type: ignore[attr-defined]
            loader.reset()
    frames._template.cache_clear()
    boards._template.cache_clear()


def by_django(monkeypatch: pytest.MonkeyPatch) -> None:
    """From here on nothing is quick."""

    def several(inside: Any) -> nodes.Draw:
        return lambda scene: str(inside.render(scene.context))

    forget_templates()
    monkeypatch.setattr(parts, "several", several)
    monkeypatch.setattr(nodes, "drawn", lambda template: lambda scene: str(template.render(scene.context)))


@pytest.mark.parametrize("game", sorted(games.installed()))
def test_frames_are_what_django_makes(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    people = [Player.objects.create_user(name) for name in ("Ann", "B<b>", "Cleo")]
    room = open_room(people[0], game)
    for player in people:
        sit(room, player)
    sitters = [Sitter(player.pk, "", player.name) for player in people]
    room.match = start_match(games.installed()[game], {}, sitters, room.slug)
    room.save()
    table = Table(picture_of(room))
    table.match = live = matches.read(room.match.pk)
    readers = [Person(player.pk, player.name, player.guest) for player in people]
    told = [*readers, None]
    shown = list(played(live))
    quick = [text for position in shown for text in frames_of(table, position, told)]
    by_django(monkeypatch)
    assert [text for position in shown for text in frames_of(table, position, told)] == quick


def played(live: LiveMatch) -> Iterator[Position]:
    """The first plies of a match, and one that is over."""
    chance = Chance(b"moves", 0)
    while not live.position.over:
        if live.position.ply < PLIES:
            yield live.position
        seat = live.position.to_move[0]
        move = chance.pick(live.position.legal[seat])
        live.advance(live.after(change := fold.Change(fold.MOVE, seat, 0.0, move, fold.PLAYER)), change)
    yield live.position


def frames_of(table: Table, position: Position, readers: list[Person | None]) -> Iterator[str]:
    """All that each reader may get of it, as a page in two languages."""
    assert table.match is not None
    table.match.position, table.match.shared = position, None
    for reader in readers:
        for language in ("en", "de"):
            socket = Socket(_nowhere, reader, None, language, html=True)
            viewer = table.viewer(socket)
            yield frames.match(table, viewer, socket)
            if position.ply % 10 == 0 or position.over:
                yield frames.room(table, viewer, socket)
                with override(language):
                    yield frames.welcome(table, socket, [])


async def _nowhere(_event: object) -> None:
    raise AssertionError("nothing is sent in this test")

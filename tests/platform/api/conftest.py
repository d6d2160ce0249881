from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from tafelrunde import games
from tafelrunde.accounts.models import Player, Token
from tafelrunde.game import SPECTATOR, Viewer
from tafelrunde.matches import live, log
from tafelrunde.matches.append import Append
from tafelrunde.matches.models import Match
from tafelrunde.matches.position import MOVE, Change, Sitter, after
from tafelrunde.matches.start import start_match
from tafelrunde.rooms.models import Room
from tafelrunde.rooms.opening import open_room

GAME = "king_lui"


class Program:
    """A client without a browser: a bearer token, JSON, and CSRF checks as in production."""

    def __init__(self, token: str | None = None) -> None:
        self.client = Client(enforce_csrf_checks=True)
        self.headers = {} if token is None else {"authorization": f"Bearer {token}"}

    def get(self, address: str, **more: Any) -> Any:
        return self.client.get(address, headers=self.headers, **more)

    def post(self, address: str, data: Any) -> Any:
        return self.client.post(address, data, content_type="application/json", headers=self.headers)


@pytest.fixture
def ann(db: None) -> Player:
    return Player.objects.create_user("Ann", "roast-goose-and-plums")


@pytest.fixture
def bertil(db: None) -> Player:
    return Player.objects.create_user("Bertil")


@pytest.fixture
def anns(ann: Player) -> Program:
    """Ann's program."""
    return Program(Token.make(ann, "a bot"))


@pytest.fixture
def bertils(bertil: Player) -> Program:
    """Bertil's."""
    return Program(Token.make(bertil, "a bot"))


@pytest.fixture
def anybodys() -> Program:
    """That of somebody without a token."""
    return Program()


@pytest.fixture
def room(ann: Player) -> Room:
    """A room of Ann's."""
    return open_room(ann, GAME, "Evening round")


@pytest.fixture
def match(ann: Player, bertil: Player, room: Room) -> Match:
    """Ann and Bertil against two bots, before the first move."""
    game = games.installed()[GAME]
    bot = game.bots()[0].slug
    people = [Sitter(player.pk, "", player.name) for player in (ann, bertil)]
    bots = [Sitter(None, bot, "a bot"), Sitter(None, bot, "another")]
    return start_match(game, {}, [*people, *bots], room.slug)


@pytest.fixture
def play() -> Callable[..., list[dict[Viewer, dict[str, Any]]]]:
    """Play a match, so many plies or to the end; what each viewer saw at each ply."""

    def on(match: Match, plies: int | None = None) -> list[dict[Viewer, dict[str, Any]]]:
        table = live.read(match.pk)
        game, position = table.game, table.position
        viewers: list[Viewer] = [SPECTATOR, *range(len(table.position.sitters))]
        seen, appends = [{viewer: game.view(position.state, viewer) for viewer in viewers}], []
        while not position.over and position.ply != plies:
            seat = position.to_move[0]
            by = "bot" if table.position.sitters[seat].bot else "player"
            change = Change(MOVE, seat, time.time(), position.legal[seat][0], by)
            turn, position = position.turns[seat], after(game, table.seed, position, change)
            appends.append(
                Append(
                    match.pk,
                    position.version,
                    MOVE,
                    position.ply,
                    seat,
                    turn,
                    change.move,
                    by,
                    change.at,
                    None,
                    Match.Status.OVER if position.over else None,
                    position.result.as_json() if position.result else None,
                )
            )
            seen.append({viewer: game.view(position.state, viewer) for viewer in viewers})
        log.commit(appends)
        match.refresh_from_db()
        return seen

    return on

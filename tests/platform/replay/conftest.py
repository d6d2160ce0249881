"""A match of Ann, Bertil and a bot in a room: the fixtures of these tests."""

from __future__ import annotations

import hashlib
import itertools
from collections.abc import Callable

import pytest
from django.test import Client

from tafelrunde import games
from tafelrunde.accounts.models import Player
from tafelrunde.matches.models import Match
from tafelrunde.matches.position import Sitter
from tafelrunde.matches.start import start_match
from tafelrunde.rooms.models import Room
from tafelrunde.rooms.opening import open_room
from tests.platform.replay.playing import Play

GAME = "king_lui"


@pytest.fixture
def ann(db: None) -> Player:
    return Player.objects.create_user("Ann")


@pytest.fixture
def bertil(db: None) -> Player:
    return Player.objects.create_user("Bertil")


@pytest.fixture
def dora(db: None) -> Player:
    return Player.objects.create_user("Dora")


@pytest.fixture
def room(ann: Player) -> Room:
    return open_room(ann, GAME, "Evening round")


@pytest.fixture
def begin(room: Room, ann: Player, bertil: Player, monkeypatch: pytest.MonkeyPatch) -> Callable[[], Match]:
    """Another match of the two and a bot, with the next of seeds that are the same in each run."""
    seeds = (hashlib.sha256(f"match {n}".encode()).digest() for n in itertools.count())
    monkeypatch.setattr("tafelrunde.matches.start.new_seed", lambda: next(seeds))
    people = [Sitter(player.pk, "", player.name) for player in (ann, bertil)]
    sitters = [*people, Sitter(None, "courtier", "courtier")]
    return lambda: start_match(games.installed()[GAME], {}, sitters, room.slug)


@pytest.fixture
def play(begin: Callable[[], Match]) -> Play:
    """A match before its first move."""
    return Play(begin())


@pytest.fixture
def browse() -> Callable[[Player | None], Client]:
    """A browser in which this player is signed in, or nobody."""

    def signed_in(player: Player | None) -> Client:
        client = Client()
        if player is not None:
            client.force_login(player)
        return client

    return signed_in

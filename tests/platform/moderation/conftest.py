"""A room with people, a moderator and an admin, and their browsers."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client

from tafelrunde.accounts import moderators
from tafelrunde.accounts.models import Player
from tafelrunde.house import heard
from tests import two_factor
from tests.platform.rooms.conftest import at_once, committed, here, people, playing, room, told
from tests.platform.rooms.speaking import People

__all__ = ["at_once", "committed", "here", "people", "playing", "room", "told"]
Browser = Callable[[Player], Client]


@pytest.fixture
def mona(people: People) -> Player:
    """The moderator."""
    moderators.make_moderator(people["Mona"], None)
    heard.look()
    return people["Mona"]


@pytest.fixture
def browser() -> Browser:
    """The browser of somebody, signed in; staff have shown their second factor."""

    def of(player: Player) -> Client:
        client = Client()
        client.force_login(player)
        return two_factor.shown(client, player) if moderators.is_moderator(player) else client

    return of

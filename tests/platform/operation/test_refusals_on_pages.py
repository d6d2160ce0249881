"""What a page refuses is counted like what a socket refuses."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from django.test import Client

import tafelrunde.accounts
from tafelrunde.accounts.models import Player
from tafelrunde.live import refusing
from tafelrunde.rooms import admitting
from tafelrunde.rooms.models import Room
from tafelrunde.rooms.opening import open_room

pytestmark = pytest.mark.django_db
Asks = Callable[[Client, Room], object]


@pytest.fixture
def room() -> Room:
    """Ann's room, behind a password."""
    ann = Player.objects.create_user("Ann")
    room = open_room(ann, "king_lui", "Evening round")
    admitting.set_entry(room, ann, "password", "plums")
    room.refresh_from_db()
    return room


@pytest.mark.parametrize(
    ("asks", "code"),
    [
        (lambda client, room: client.get(f"/rooms/{room.slug}/"), "password_needed"),
        (lambda client, room: client.post(f"/rooms/{room.slug}/look/"), "not_allowed_now"),
        (lambda client, room: client.post("/rooms/new/", {"game": "no_such_game"}), "game_off"),
    ],
)
def test_a_page_that_refuses_counts(room: Room, client: Client, asks: Asks, code: str) -> None:
    client.force_login(Player.objects.create_user("Bob"))
    before = refusing._refusals[(code,)]
    asks(client, room)
    assert refusing._refusals[(code,)] == before + 1


def test_no_page_shows_a_refusal_that_is_not_counted() -> None:
    platform = Path(tafelrunde.accounts.__file__).parents[1]
    shows = re.compile(r"str\((?:refusal|no|refused)\.text\)")
    assert [path.name for path in platform.rglob("*.py") if shows.search(path.read_text(encoding="utf-8"))] == [
        "refusing.py"
    ]

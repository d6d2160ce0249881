"""An admin at the admins' pages, a member, a room with a running match."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from tafelrunde.accounts.models import Player
from tafelrunde.house.models import AdminAct
from tafelrunde.matches.models import Match
from tafelrunde.rooms.models import Room
from tafelrunde.rooms.opening import open_room
from tafelrunde.rooms.seating import add_bot, sit
from tafelrunde.rooms.starting import start

Act = Callable[..., HttpResponse]


@pytest.fixture
def ann(db: None) -> Player:
    """A member."""
    return Player.objects.create_user("Ann")


@pytest.fixture
def room(ann: Player) -> Room:
    """Ann's room, in which she plays against two bots."""
    room = open_room(ann, "king_lui", "Evening round")
    sit(room, ann)
    add_bot(room, ann, count=2)
    start(room, ann)
    room.refresh_from_db()
    return room


@pytest.fixture
def match(room: Room) -> Match:
    """The match in it."""
    assert room.match is not None
    return room.match


@pytest.fixture
def act(desk: Client) -> Act:
    """Does an act by its form: what the last page of it is."""

    def do(name: str, /, *things: Any, client: Client = desk, **answers: Any) -> HttpResponse:
        model = things[0]._meta
        address = reverse(f"admin:{model.app_label}_{model.model_name}_act", args=[name])
        query = "&".join(f"id={thing.pk}" for thing in things)
        return client.post(f"{address}?{query}", answers, follow=True)  # type: ignore[return-value]

    return do


def acts() -> list[tuple[str, str, str, str]]:
    """What the log holds, the oldest first: who, what, on whom, why."""
    return [(act.by_name, act.what, act.on_name, act.reason) for act in AdminAct.objects.order_by("id")]

"""A room with people, and what it tells: the fixtures of these tests."""

from __future__ import annotations

import threading
from collections import defaultdict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.db import connections

from tafelrunde.live import bus
from tafelrunde.matches.models import Match
from tafelrunde.rooms.models import Room
from tafelrunde.rooms.opening import open_room
from tafelrunde.rooms.seating import add_bot, sit
from tafelrunde.rooms.starting import start
from tests.platform.rooms.speaking import AtOnce, Committed, Here, People, Told, outcome


@pytest.fixture
def people(db: None) -> People:
    """Players by name, made when first asked for."""
    return People()


@pytest.fixture
def room(people: People) -> Room:
    """A room for King Lui, opened by Ann; nobody sits yet."""
    return open_room(people["Ann"], "king_lui", "Evening round")


@pytest.fixture
def playing(room: Room, people: People) -> Room:
    """The room with a match of Ann, Bob and a bot."""
    sit(room, people["Ann"])
    sit(room, people["Bob"])
    add_bot(room, people["Ann"])
    start(room, people["Ann"])
    room.refresh_from_db()
    return room


@pytest.fixture
def over(playing: Room) -> Room:
    """The same room when the match is over."""
    Match.objects.filter(room=playing).update(status=Match.Status.OVER)
    playing.refresh_from_db()
    return playing


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> Told:
    """What is published, by kind."""
    told: Told = defaultdict(list)
    monkeypatch.setattr(bus, "publish", lambda kind, **message: told[kind].append(message))
    return told


@pytest.fixture
def committed(django_capture_on_commit_callbacks: Any) -> Committed:
    """What is done inside counts as committed when it ends."""
    return lambda: django_capture_on_commit_callbacks(execute=True)


@pytest.fixture
def here(monkeypatch: pytest.MonkeyPatch) -> Here:
    """Who is in which rooms: nobody but those whom the test lets in."""
    return Here(monkeypatch)


@pytest.fixture
def at_once() -> AtOnce:
    """Runs decisions in threads that begin together; gives each one's result, or the code of its refusal."""

    def run(*decisions: Callable[[], Any]) -> list[Any]:
        together = threading.Barrier(len(decisions))

        def one(decide: Callable[[], Any]) -> Any:
            try:
                together.wait(30)
                return outcome(decide)
            finally:
                connections.close_all()

        with ThreadPoolExecutor(len(decisions)) as pool:
            return list(pool.map(one, decisions))

    return run

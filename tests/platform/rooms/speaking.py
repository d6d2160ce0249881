"""Saying something in a room, as a player or a visitor, and hearing what comes of it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any

import pytest

from tafelrunde.accounts.models import Player
from tafelrunde.live import presence
from tafelrunde.refusals import Refusal
from tafelrunde.rooms import chat, registry
from tafelrunde.rooms.calls import Call, RoomCall, call_in
from tafelrunde.rooms.models import Room
from tafelrunde.rooms.registry import Answer

Told = dict[str, list[dict[str, Any]]]
Committed = Callable[[], AbstractContextManager[Any]]
AtOnce = Callable[..., list[Any]]


class Here:
    """Lets somebody be in a room, or in another place, and go away again. Who is not here has been away for long."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.present: defaultdict[str, set[int]] = defaultdict(set)
        monkeypatch.setattr(presence, "here", lambda place: set(self.present[place]))
        monkeypatch.setattr(presence, "is_here", lambda place, player: player in self.present[place])
        monkeypatch.setattr(presence, "online", lambda: set[int]().union(*self.present.values()))
        monkeypatch.setattr(
            presence, "places", lambda player: {place for place, players in self.present.items() if player in players}
        )
        monkeypatch.setattr(
            presence, "gone_since", lambda place, player: None if player in self.present[place] else 0.0
        )

    def __call__(self, place: Room | str, *players: Player) -> None:
        self.present[place if isinstance(place, str) else place.slug].update(player.pk for player in players)

    def away(self, room: Room, *players: Player) -> None:
        """They close their pages."""
        self.present[room.slug] -= {player.pk for player in players}


class People(dict[str, Player]):
    """Players by name, made when first asked for."""

    def __missing__(self, name: str) -> Player:
        self[name] = Player.objects.create_user(name)
        return self[name]


def call(room: Room, player: Player | None, language: str = "en") -> RoomCall:
    """The player's call in the room as it is now."""
    return call_in(room, player, language)


def answer(room: Room | None, player: Player | None, text: str, language: str = "en") -> Answer | None:
    """The answer to a line typed in a room, or in the lobby."""
    return registry.run(Call(player, language) if room is None else call(room, player, language), text)


def say(room: Room | None, player: Player | None, text: str, language: str = "en") -> list[str]:
    """The lines that answer a typed line."""
    answered = answer(room, player, text, language)
    return list(answered.lines) if answered else []


def refused(room: Room | None, player: Player | None, text: str) -> Refusal:
    """The refusal that a typed line meets."""
    try:
        answered = answer(room, player, text)
    except Refusal as refusal:
        return refusal
    raise AssertionError(f"{text} was not refused but answered with {answered}")


def outcome(decide: Callable[[], Any]) -> Any:
    """What a decision gives, or the code of its refusal."""
    try:
        return decide()
    except Refusal as refusal:
        return refusal.code


def texts(room: Room | None, player: Player | None = None) -> list[str]:
    """The texts of the chat that the player may read."""
    return [line["text"] for line in chat.last_lines(room, player)]


def names(room: Room) -> list[str]:
    """Who sits, in order: players by name, bots by kind."""
    return [row.player.name if row.player else row.bot for row in room.seats.select_related("player").order_by("seat")]

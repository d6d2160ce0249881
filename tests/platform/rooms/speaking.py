"""Saying something in a room, as a player or a visitor, and hearing what comes of it."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any

from tafelrunde.accounts.models import Player
from tafelrunde.refusals import Refusal
from tafelrunde.rooms import chat, registry
from tafelrunde.rooms.calls import Call, call_in
from tafelrunde.rooms.models import Room

Told = dict[str, list[dict[str, Any]]]
Committed = Callable[[], AbstractContextManager[Any]]
Here = Callable[[Room, Player], None]
AtOnce = Callable[..., list[Any]]


class People(dict[str, Player]):
    """Players by name, made when first asked for."""

    def __missing__(self, name: str) -> Player:
        self[name] = Player.objects.create_user(name)
        return self[name]


def call(room: Room, player: Player | None, language: str = "en") -> Call:
    """The player's call in the room as it is now."""
    return call_in(room, player, language)


def say(room: Room, player: Player | None, text: str, language: str = "en") -> list[str]:
    """The lines that answer a typed line."""
    answer = registry.run(call(room, player, language), text)
    return list(answer.lines) if answer else []


def refused(room: Room, player: Player | None, text: str) -> Refusal:
    """The refusal that a typed line meets."""
    try:
        answer = say(room, player, text)
    except Refusal as refusal:
        return refusal
    raise AssertionError(f"{text} was not refused but answered with {answer}")


def outcome(decide: Callable[[], Any]) -> Any:
    """What a decision gives, or the code of its refusal."""
    try:
        return decide()
    except Refusal as refusal:
        return refusal.code


def texts(room: Room, player: Player | None = None) -> list[str]:
    """The texts of the chat that the player may read."""
    return [line["text"] for line in chat.last_lines(room, player)]


def names(room: Room) -> list[str]:
    """Who sits, in order: players by name, bots by kind."""
    return [row.player.name if row.player else row.bot for row in room.seats.select_related("player").order_by("seat")]

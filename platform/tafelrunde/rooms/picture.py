"""A room as one process last read it: immutable, made in a thread, shown by the loop without asking the database."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from tafelrunde import games
from tafelrunde.accounts.models import Player
from tafelrunde.live import presence
from tafelrunde.matches.models import Match

from .models import Room


@dataclass(frozen=True, slots=True)
class Sitting:
    """Who sits at a seat of the room."""

    seat: int
    player: int | None
    name: str
    bot: str


@dataclass(frozen=True, slots=True)
class Picture:
    """A room, its seats, and the names of who is here. `status` is that of its match, None without one."""

    id: int
    slug: str
    name: str
    host: int | None
    host_name: str | None
    game: str
    options: Mapping[str, Any]
    pace: str
    draw_seats: bool
    text: str
    version: int
    match: int | None
    status: str | None
    sittings: tuple[Sitting, ...]
    names: Mapping[int, str]

    def seat_of(self, player: int | None) -> int | None:
        """The seat of a player, None without one."""
        if player is None:
            return None
        return next((sitting.seat for sitting in self.sittings if sitting.player == player), None)

    @property
    def playing(self) -> bool:
        """Is a match on?"""
        return self.status in {Match.Status.PLAYING, Match.Status.SUSPENDED}

    def here(self) -> list[str]:
        """The names of who is here, in order."""
        return sorted((self.names[player] for player in presence.here(self.slug) if player in self.names), key=str.casefold)

    def knows_all_here(self) -> bool:
        """Is the name known of everybody who is here?"""
        return presence.here(self.slug) <= self.names.keys()

    def with_name(self, player: int, name: str) -> Picture:
        """The same, with one more name."""
        return replace(self, names={**self.names, player: name})


def read(slug: str) -> Picture | None:
    """The room as the database has it now."""
    room = Room.objects.select_related("host", "match").filter(slug=slug).first()
    return room and picture_of(room)


def picture_of(room: Room) -> Picture:
    """The picture of a room that was just read."""
    game = games.find(room.game)
    bots = {bot.slug: str(bot.name.message) for bot in game.bots()} if game else {}
    sittings = tuple(
        Sitting(row.seat, row.player_id, row.player.name if row.player else bots.get(row.bot, row.bot), row.bot)
        for row in room.seats.select_related("player").order_by("seat")
    )
    here = presence.here(room.slug)
    names = dict(Player.objects.filter(pk__in=here).values_list("pk", "name"))
    return Picture(
        id=room.pk,
        slug=room.slug,
        name=room.name,
        host=room.host_id,
        host_name=room.host.name if room.host else None,
        game=room.game,
        options=room.options,
        pace=room.pace,
        draw_seats=room.draw_seats,
        text=room.text,
        version=room.version,
        match=room.match_id,
        status=room.match.status if room.match else None,
        sittings=sittings,
        names=names,
    )


def room_json(picture: Picture) -> dict[str, Any]:
    """The wire's `room`."""
    return {
        "slug": picture.slug,
        "name": picture.name,
        "host": picture.host_name,
        "game": picture.game,
        "options": dict(picture.options),
        "pace": picture.pace,
        "text": picture.text,
        "seats": [
            {"seat": sitting.seat, "player": sitting.name, "bot": sitting.bot or None} for sitting in picture.sittings
        ],
        "here": picture.here(),
        "match": picture.match,
        "vote": None,
    }

"""What there is on the site: the rooms as the lobby and `/rooms` show them, the games, who is online and where."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.db.models import Count, QuerySet

from tafelrunde import games
from tafelrunde.accounts.models import Player
from tafelrunde.games import AnyGame
from tafelrunde.house import offers
from tafelrunde.live import presence
from tafelrunde.matches.texts import render
from tafelrunde.people import seeing

from .changes import is_played
from .models import Room

LOBBY: Final = "/"
"""The lobby's name among the places of `presence`; a room's is its slug."""


@dataclass(frozen=True, slots=True)
class Row:
    """A room as the lobby shows it."""

    slug: str
    name: str
    game: str
    host: str | None
    seated: int
    seats: int
    here: int
    playing: bool
    version: int
    entry: str = "open"
    locked: bool = False

    def as_json(self) -> dict[str, Any]:
        """For programs, and for the templates: in the language that is active now."""
        game = games.find(self.game)
        return {
            "slug": self.slug,
            "name": self.name,
            "game": self.game,
            "game_name": render(game.name) if game else self.game,
            "host": self.host,
            "seated": self.seated,
            "seats": self.seats,
            "here": self.here,
            "playing": self.playing,
            "entry": self.entry,
            "locked": self.locked,
        }


def read_rows(slugs: Collection[str] | None = None) -> dict[str, Row]:
    """The rooms that are listed, as the database has them now: all, or those of these slugs that are there."""
    rooms = listed().select_related("host", "match").annotate(seated=Count("seats")).order_by("-created")
    if slugs is not None:
        rooms = rooms.filter(slug__in=slugs)
    return {room.slug: _row(room, room.seated) for room in rooms}


def _row(room: Room, seated: int) -> Row:
    game = games.find(room.game)
    return Row(
        slug=room.slug,
        name=room.name,
        game=room.game,
        host=room.host.name if room.host else None,
        seated=seated,
        seats=max(game.seats) if game else seated,
        here=len(presence.here(room.slug)) + presence.nameless_here(room.slug),
        playing=is_played(room),
        version=room.version,
        entry=room.entry,
        locked=room.locked,
    )


def listed() -> QuerySet[Room]:
    """The rooms that everybody may know of."""
    return Room.objects.exclude(entry=Room.Entry.UNLISTED)


def rooms_of(player: Player, reader: Player | None) -> list[Room]:
    """The rooms in which somebody is now, as far as they let the reader see.

    An unlisted one is seen by who is in it, too.
    """
    rooms = Room.objects.filter(slug__in=seeing.places(player, reader)).order_by("-created")
    known = presence.places(reader.pk) if reader is not None else set()
    return [room for room in rooms if room.entry != Room.Entry.UNLISTED or room.slug in known]


def games_offered() -> list[dict[str, Any]]:
    """The games that are offered now, for the form that opens a room."""
    return _as_choices(offers.offered())


def games_heard() -> list[dict[str, Any]]:
    """The same, as this process last heard; asks no database."""
    return _as_choices(offers.heard())


def _as_choices(offered: Mapping[str, AnyGame]) -> list[dict[str, Any]]:
    return [
        {
            "slug": slug,
            "name": render(game.name),
            "seats_min": min(game.seats),
            "seats_max": max(game.seats),
            "learns": game.tutorial is not None,
        }
        for slug, game in offered.items()
    ]

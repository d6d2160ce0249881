"""A room as one process last read it, made in a thread with all that showing it needs: the loop asks no database."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from django.db.models import prefetch_related_objects

from tafelrunde import games
from tafelrunde.accounts.models import Player
from tafelrunde.live import presence
from tafelrunde.live.sockets import Person

from .calls import Call
from .changes import sitters
from .models import Room, RoomSeat
from .seating import sitter_names


@dataclass(frozen=True, slots=True)
class Picture:
    """A room with its match and host, its taken seats, and the names of seats and of who is here. Never changed."""

    room: Room
    rows: tuple[RoomSeat, ...]
    seat_names: Mapping[int, str]
    names: Mapping[int, str]

    def seat_of(self, person: Person | None) -> int | None:
        """The seat of a person, None without one."""
        return next((row.seat for row in self.rows if person is not None and row.player_id == person.id), None)

    def here(self) -> list[str]:
        """The names of who is here, in order."""
        names = (self.names[player] for player in presence.here(self.room.slug) if player in self.names)
        return sorted(names, key=str.casefold)

    def knows_all_here(self) -> bool:
        """Is the name known of everybody who is here?"""
        return presence.here(self.room.slug) <= self.names.keys()

    def with_name(self, person: Person) -> Picture:
        """The same, knowing one more person."""
        return replace(self, names={**self.names, person.id: person.name})

    def with_names_of(self, before: Picture) -> Picture:
        """The same, also knowing those who came while it was being read."""
        here = presence.here(self.room.slug)
        known = {player: name for player, name in before.names.items() if player in here}
        return replace(self, names={**known, **self.names})

    def call(self, person: Person | None, language: str) -> Call:
        """A call as this person would make it, to see what they may do; it reads nothing from the database."""
        player = None if person is None else Player(pk=person.id, name=person.name, guest=person.guest)
        return Call(self.room, player, self.rows, language)


def read(slug: str) -> Picture | None:
    """The room as the database has it now."""
    room = Room.objects.select_related("host", "match").filter(slug=slug).first()
    return None if room is None else picture_of(room)


def picture_of(room: Room) -> Picture:
    """The picture of a room that was just read."""
    if room.match is not None:
        prefetch_related_objects([room.match], "seats")
    rows = sitters(room)
    here = presence.here(room.slug)
    return Picture(
        room=room,
        rows=tuple(rows),
        seat_names=sitter_names(games.find(room.game), rows),
        names=dict(Player.objects.filter(pk__in=here).values_list("pk", "name")),
    )


def room_json(picture: Picture) -> dict[str, Any]:
    """The wire's `room`."""
    room = picture.room
    return {
        "slug": room.slug,
        "name": room.name,
        "host": room.host.name if room.host else None,
        "game": room.game,
        "options": room.options,
        "pace": room.pace,
        "text": room.text,
        "seats": [
            {"seat": row.seat, "player": picture.seat_names[row.seat], "bot": row.bot or None} for row in picture.rows
        ],
        "here": picture.here(),
        "match": room.match_id,
        "vote": None,
    }

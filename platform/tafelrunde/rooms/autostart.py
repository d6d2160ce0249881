"""A match that begins by itself when all seats are taken, if the host has chosen so: after a moment in which somebody
may still get up. When that is over is a column of the room and no timer, see `autostart_keeping`.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Sized
from typing import Final

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_noop

from tafelrunde.accounts.models import Player
from tafelrunde.game import plural

from . import chat
from .changes import changed, game_of, is_played, locked, refuse_unless_host, sitters
from .models import Room

MOMENT: Final = dt.timedelta(seconds=10)


def set_starts_full(room: Room, by: Player, on: bool) -> None:
    """The host chooses whether the match begins by itself when all seats are taken."""
    with transaction.atomic():
        room = locked(room)
        refuse_unless_host(room, by)
        if room.starts_full == on:
            return
        room.starts_full = on
        look_again(room, sitters(room))
        changed(room)
        chat.system(
            room,
            gettext_noop("The match begins by itself when all seats are taken.")
            if on
            else gettext_noop("The host begins the match."),
        )


def look_again(room: Room, rows: Sized) -> None:
    """In a locked room that the caller has changed and will save: does the moment begin, or end?"""
    full = room.starts_full and not is_played(room) and len(rows) >= max(game_of(room).seats)
    if not full:
        room.starts_at = None
    elif room.starts_at is None:
        room.starts_at = timezone.now() + MOMENT
        n = int(MOMENT.total_seconds())
        told = plural(
            "All seats are taken: the match begins in {n} second. Who wants to wait says /leave.",
            "All seats are taken: the match begins in {n} seconds. Who wants to wait says /leave.",
            n,
        )
        chat.system(room, told)

"""What a table still waits for before its next match, as its people read it."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tafelrunde import games
from tafelrunde.house import offers
from tafelrunde.live.sockets import Person
from tafelrunde.matches.texts import render

from . import starting
from .changes import is_played
from .picture import Picture


def word(picture: Picture, person: Person | None) -> str:
    """What is to be done before a match can begin, in the language that is active now; empty where a button says it.

    Asks no database.
    """
    room, game = picture.room, games.find(picture.room.game)
    if game is None or is_played(room):
        return ""
    hosting = person is not None and room.host_id == person.id
    if not offers.is_offered(room.game):
        text = (
            _("{game} is switched off just now: choose another game.")
            if hosting
            else _("{game} is switched off just now: the host can choose another game.")
        )
        return text.format(game=render(game.name))
    missing = min(game.seats) - len(picture.rows)
    if missing > 0:
        return _missing(missing, min(game.seats), max(game.seats), hosting)
    if hosting or room.host is None or _may_repeat(picture, person):
        return ""
    return _("{host} begins the match.").format(host=room.host.name)


def _missing(missing: int, least: int, most: int, hosting: bool) -> str:
    text = (
        ngettext(
            "{least} to {most} play: {n} more is needed. Bots fill the table.",
            "{least} to {most} play: {n} more are needed. Bots fill the table.",
            missing,
        )
        if hosting
        else ngettext(
            "{least} to {most} play: {n} more is needed.", "{least} to {most} play: {n} more are needed.", missing
        )
    )
    return text.format(least=least, most=most, n=missing)


def _may_repeat(picture: Picture, person: Person | None) -> bool:
    """Who sat at the match before may begin the next with the same people."""
    if picture.outcome is None or picture.seat_of(person) is None:
        return False
    return starting.same_people(picture.outcome.table, picture.rows)

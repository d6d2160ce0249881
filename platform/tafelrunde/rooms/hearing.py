"""What the tables of this process hear, on the loop: a room, a match, a mark or who is here has changed."""

from __future__ import annotations

from django.utils.translation import gettext_noop

from tafelrunde.accounts import moderators
from tafelrunde.house import offers
from tafelrunde.live import bus, presence
from tafelrunde.matches import live as matches
from tafelrunde.matches import marking
from tafelrunde.matches.live import LiveMatch

from . import chat, tables, vote_keeping


def listen() -> None:
    """Hear what changes, from the start of the process."""
    offers.listen(_games_switched)
    moderators.heard.listen(_moderators_changed)
    bus.on("room", _room_changed)
    bus.on("renamed", _renamed)
    presence.listen(_somebody_came_or_went)
    matches.listen(_match_changed)
    marking.listen(_mark_changed)
    marking.when_dropped(_mark_dropped)


def _room_changed(message: bus.Message) -> None:
    found = tables.table(message["slug"])
    if found is not None:
        found.refresh()


def _match_changed(live: LiveMatch) -> None:
    found = tables.table(live.place)
    if found is None:
        return
    if found.match is live:
        found.tell_match()
    if found.match is live and live.position.over:
        found.match_ended()
    elif found.match is not live or live.position.away != found.picture.away():
        found.refresh()
    if found.picture.vote is not None:
        vote_keeping.poke()


def _mark_changed(live: LiveMatch, seat: int) -> None:
    found = tables.table(live.place)
    if found is not None and found.match is live:
        found.tell_mark(seat)


def _mark_dropped(place: str, player: int) -> None:
    """In the transaction, in a thread: a line that waits for them, too, if they are not here."""
    chat.note(place, player, gettext_noop("What you had marked cannot be played: choose another move."))


def _somebody_came_or_went(place: str, _player: int, _here: bool) -> None:
    found = tables.table(place)
    if found is None:
        return
    found.tell_room_soon()
    if found.picture.vote is not None:
        vote_keeping.poke()


def _renamed(_message: bus.Message) -> None:
    for found in tables.all_tables():
        found.refresh()


def _moderators_changed() -> None:
    for found in tables.all_tables():
        found.tell_room_soon()


def _games_switched(slugs: frozenset[str]) -> None:
    for found in tables.all_tables():
        found.tell_room_soon()  # also where another game is played: it is one to choose, or not any more

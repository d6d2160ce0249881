"""Beginning a match with those who sit in a room."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from secrets import SystemRandom

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from tafelrunde import games
from tafelrunde.accounts.models import Player
from tafelrunde.games import AnyGame
from tafelrunde.house import offers
from tafelrunde.matches.models import Match
from tafelrunde.matches.playoffs import Outcome, outcome
from tafelrunde.matches.position import Sitter
from tafelrunde.matches.seats import SeatNow, seat_of
from tafelrunde.matches.start import start_match
from tafelrunde.refusals import Refusal

from . import chat, queueing
from .changes import (
    changed,
    game_of,
    locked,
    refuse_too_few,
    refuse_unless_host,
    refuse_while_played,
    seat_anew,
    sitters,
)
from .choices import settle_options
from .models import PrivateMatch, Room, RoomSeat
from .seating import sitter_names


def start(room: Room, by: Player) -> Match:
    """The host begins a match with everybody seated. From then on seats have the same numbers in room and match."""
    with transaction.atomic():
        room = locked(room)
        refuse_unless_host(room, by)
        refuse_while_played(room)
        return begin(room, queueing.fill(room, sitters(room)))


def again(room: Room, by: Player) -> Match:
    """Anybody seated begins another match with the same people, the host with whoever sits there now.

    Where a win is shared that can be played off by those who sit here, it is the play-off that begins.
    """
    with transaction.atomic():
        room = locked(room)
        refuse_while_played(room)
        if room.match is None:
            raise Refusal("not_allowed_now", _("Nothing has been played here yet: the host begins with /start."))
        rows = sitters(room)
        if all(row.player_id != by.pk for row in rows):
            raise Refusal("not_seated", _("You are not sitting at this table."))
        left = outcome(room.match)
        if sharing(left, rows):
            return _play_off(room, by, left, rows)
        now = queueing.fill(room, rows)
        if room.host_id != by.pk and not (same_people(left.table, now) or _only_replaced(left.table, rows, now)):
            raise Refusal("not_allowed_now", _("Other people sit here now than before: the host begins with /start."))
        return begin(room, now)


def play_off(room: Room, by: Player) -> Match:
    """Who shares a win, or the host, begins a match of those alone who share it; the others keep their seats."""
    with transaction.atomic():
        room = locked(room)
        refuse_while_played(room)
        left, rows = outcome(room.match) if room.match else None, sitters(room)
        if left is None or not left.tied:
            raise Refusal("not_allowed_now", _("There is no shared win here that could be played off."))
        if not sharing(left, rows):
            raise Refusal("not_allowed_now", _("All who share the win must sit at the table to play it off."))
        return _play_off(room, by, left, rows)


def may_play_off(left: Outcome, host: int | None, by: int) -> bool:
    """May they begin the play-off: do they share the win, or are they the host?"""
    return by == host or seat_of(left.tied, by) is not None


def sharing(left: Outcome, rows: Iterable[RoomSeat]) -> list[tuple[RoomSeat, str]]:
    """Where those sit now who share the win, and their names; nothing unless all of them do."""
    found, free = [], list(rows)
    for seat in left.tied:
        alike = [row for row in free if (row.player_id, row.bot) == (seat.player, seat.bot)]
        if not alike:
            return []
        row = next((row for row in alike if row.seat == seat.seat), alike[0])
        free.remove(row)
        found.append((row, seat.name))
    return found


def same_people(seats: Iterable[SeatNow], rows: Iterable[RoomSeat]) -> bool:
    """Do exactly those sit here who sat at the match in the end?"""
    played = Counter((seat.player, seat.bot) for seat in seats)
    return Counter((row.player_id, row.bot) for row in rows) == played


def _only_replaced(table: Iterable[SeatNow], before: Iterable[RoomSeat], now: Sequence[RoomSeat]) -> bool:
    """Have all who sat at the match in the end stayed, or been followed by somebody from the queue?"""
    played = Counter((seat.player, seat.bot) for seat in table)
    stayed = Counter((row.player_id, row.bot) for row in before)
    return stayed < played and len(now) >= played.total()


def begin(room: Room, rows: list[RoomSeat]) -> Match:
    """In a locked room where nothing is played: the match of those who sit at these rows."""
    game = game_of(room)
    offers.refuse_if_off(game.slug)
    refuse_too_few(game, len(rows))
    if room.draw_seats:
        SystemRandom().shuffle(rows)
    _seat_in_order(room, rows)
    settle_options(room)
    room.match = start_match(game, room.options, _at_table(game, rows), room.slug, room.pace, room.rated)
    _begun(room, room.match)
    chat.system(room, gettext_noop("The match begins."))
    return room.match


def begin_tutorial(room: Room, by: Player) -> Match:
    """The host begins the tutorial of the room's game with those who sit here, where they sit."""
    with transaction.atomic():
        room = locked(room)
        refuse_unless_host(room, by)
        refuse_while_played(room)
        game, rows = game_of(room), sitters(room)
        at_table = _at_table(game, rows)
        room.match = start_match(game, room.options, at_table, room.slug, room.pace, rated=False, tutorial=True)
        _begun(room, room.match)
    return room.match


def _at_table(game: AnyGame, rows: Sequence[RoomSeat]) -> list[Sitter]:
    """Who sits at these rows, with the names of bots as the room counts them: in the order in which they sit now."""
    names = sitter_names(game, rows)
    return [Sitter(row.player_id, row.bot, names[row.seat]) for row in rows]


def _play_off(room: Room, by: Player, left: Outcome, rows: Sequence[RoomSeat]) -> Match:
    """The match of those who share the win, at the first seats of the room; the others sit behind them and watch."""
    if not may_play_off(left, room.host_id, by.pk):
        text = _("The win is shared by {names}: one of them or the host begins the play-off.")
        raise Refusal("not_allowed_now", text.format(names=", ".join(seat.called for seat in left.tied)))
    game, playing = games.find(left.whole.game, left.whole.ruleset), sharing(left, rows)
    assert game is not None  # without its rules nobody could say that a win is shared
    offers.refuse_if_off(game.slug)
    refuse_too_few(game, len(playing))
    if room.draw_seats:
        SystemRandom().shuffle(playing)
    at_table = [Sitter(row.player_id, row.bot, name) for row, name in playing]
    first = [row for row, _name in playing]
    _seat_in_order(room, [*first, *(row for row in rows if row not in first)])
    room.match = start_match(
        game, left.whole.options, at_table, room.slug, room.pace, rated=False, playoff_of=left.whole
    )
    _begun(room, room.match)
    text = gettext_noop("The play-off begins: {names}.")
    chat.system(room, text, names=", ".join(sitter.name for sitter in at_table))
    return room.match


def _begun(room: Room, match: Match) -> None:
    """What was played in a room that is not open to all is not for all afterwards."""
    room.starts_at = None
    if room.entry != Room.Entry.OPEN:
        PrivateMatch.objects.create(match=match)
    changed(room)


def _seat_in_order(room: Room, rows: Sequence[RoomSeat]) -> None:
    for seat, row in enumerate(rows):
        row.seat = seat
    seat_anew(room, rows)

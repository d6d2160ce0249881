"""Who sits at the table of a room: people sit down and get up, the host seats bots and frees seats."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from tafelrunde import games
from tafelrunde.accounts.models import Player
from tafelrunde.accounts.names import name_key
from tafelrunde.game import Bot, plural
from tafelrunde.games import AnyGame
from tafelrunde.matches import amending
from tafelrunde.matches.bots import offered
from tafelrunde.matches.models import Match
from tafelrunde.matches.seats import seat_of, seats_now
from tafelrunde.matches.texts import render
from tafelrunde.refusals import Refusal

from . import admitting, autostart, chat, peeking, queueing, sitting, votes
from .changes import (
    changed,
    game_of,
    is_played,
    locked,
    refuse_unless_host,
    refuse_while_played,
    sitters,
)
from .hosting import make_host, pass_on
from .models import Room, RoomSeat
from .typed import fold, one_line


def sit(room: Room, player: Player, seat: int | None = None) -> int | None:
    """Take a free seat, or the one asked for, and give its number. Who sits already may change to a free seat.

    While a match is played its own players come back, to the seat they had; others may ask for a seat that a bot plays
    for somebody: that is voted on, and None until then. Who sits down in a room without a host becomes host. Who waits
    in the queue sits down before anybody else.
    """
    with transaction.atomic():
        room = locked(room)
        admitting.refuse_banned(room, player)
        rows = sitters(room)
        mine = next((row for row in rows if row.player_id == player.pk), None)
        if mine is not None and seat in (None, mine.seat):
            _host_if_none(room, player)
            return mine.seat
        if is_played(room):
            return _come_back_or_ask(room, player, seat)
        if mine is None:
            sitting.refuse(room, player)
            rows = queueing.fill(room, rows)
            mine = next((row for row in rows if row.player_id == player.pk), None)
        if mine is None:
            seat = _free_seat(room, rows, seat)
            queueing.drop(room, player.pk)
            rows.append(RoomSeat.objects.create(room=room, seat=seat, player=player))
            chat.system(room, gettext_noop("{who} sits down."), who=player.name)
        elif seat in (None, mine.seat):
            seat = mine.seat
        else:
            mine.seat = seat = _free_seat(room, rows, seat)
            mine.save()
        autostart.look_again(room, rows)
        if room.host_id is None:
            make_host(room, player)
        changed(room)
    return seat


def leave(room: Room, player: Player) -> None:
    """Get up. In a match a bot plays on; another seated person becomes host where the host leaves."""
    with transaction.atomic():
        room = locked(room)
        row = room.seats.filter(player=player).first()
        if row is None:
            raise Refusal("not_seated", _("You are not sitting at this table."))
        row.delete()
        if room.match is not None and room.match.status == Match.Status.PLAYING:
            _leave_match(room.match, player)
        chat.system(room, gettext_noop("{who} leaves the table."), who=player.name)
        take_free_seats(room)
        if room.host_id == player.pk:
            pass_on(room)
        votes.look_again(room)
        changed(room)


def add_bot(room: Room, by: Player, slug: str | None = None, count: int = 1) -> None:
    """Seat so many bots of a kind, by default the one that the game offers first; all of them or none."""
    with transaction.atomic():
        room = locked(room)
        refuse_unless_host(room, by)
        refuse_while_played(room)
        bot = _bot(game_of(room), slug)
        if count < 1:
            raise Refusal("bad_argument", _("How many bots? At least one."))
        for _one in range(count):
            seat = _free_seat(room, sitters(room), None)
            RoomSeat.objects.create(room=room, seat=seat, bot=bot.slug)
        chat.system(room, plural("A bot sits down: {bot}.", "{n} bots sit down: {bot}.", count, bot=bot.name))
        autostart.look_again(room, sitters(room))
        changed(room)


def remove(room: Room, by: Player, who: int | str) -> str:
    """The host frees a seat, given by its number or by the name of who sits there; gives that name."""
    with transaction.atomic():
        room = locked(room)
        refuse_unless_host(room, by)
        refuse_while_played(room)
        rows = sitters(room)
        names = sitter_names(game_of(room), rows)
        row = _seated_at(room, rows, who) if isinstance(who, int) else _seated_as(rows, names, who)
        if row.player_id == by.pk:
            raise Refusal("bad_argument", _("That is you: with /leave you get up."))
        name = names[row.seat]
        row.delete()
        chat.system(room, gettext_noop("{host} asks {who} to leave the table."), host=by.name, who=name)
        take_free_seats(room)
        changed(room)
    return name


def sitter_names(game: AnyGame | None, rows: Sequence[RoomSeat]) -> dict[int, str]:
    """The names of those who sit, by seat: bots are told apart by numbers, and no name holds a space."""
    names = {row.seat: row.player.name for row in rows if row.player is not None}
    taken = {name_key(name) for name in names.values()}
    bots = {bot.slug: bot for bot in offered(game)} if game else {}
    for row in rows:
        if row.player is None:
            name = _bot_name(bots.get(row.bot), row.bot)
            numbered = (name if n == 1 else f"{name}-{n}" for n in range(1, len(rows) + len(taken) + 2))
            names[row.seat] = next(name for name in numbered if name_key(name) not in taken)
            taken.add(name_key(names[row.seat]))
    return names


def take_free_seats(room: Room) -> None:
    """In a locked room where somebody has got up: while nothing is played the next in the queue sits down.

    Not where the game is not installed, which keeps nobody from getting up.
    """
    if not is_played(room) and games.find(room.game) is not None:
        autostart.look_again(room, queueing.fill(room, sitters(room)))


def _come_back_or_ask(room: Room, player: Player, number: int | None) -> int | None:
    """Back into the running match, to the own seat; who has none asks for one, and has it at once if nobody votes."""
    assert room.match is not None
    if room.seats.filter(player=player).exists():
        raise Refusal("not_allowed_now", _("While a match is being played everybody keeps their seat."))
    seats = seats_now(room.match)
    own = seat_of(seats, player.pk)
    if own is None:
        sitting.refuse(room, player)
        peeking.refuse_who_has_looked(room, player)
        votes.ask_seat(room, player, number)
        return next(iter(room.seats.filter(player=player).values_list("seat", flat=True)), None)
    if not amending.rejoin_match(room.match, player) and room.match.status != Match.Status.SUSPENDED:
        raise Refusal("not_allowed_now", _("This match is over."))
    RoomSeat.objects.create(room=room, seat=own.seat, player=player)
    chat.system(room, gettext_noop("{who} is back."), who=player.name)
    votes.look_again(room)
    if room.host_id is None:
        make_host(room, player)
    changed(room)
    return own.seat


def _leave_match(match: Match, player: Player) -> None:
    try:
        amending.leave_match(match, player)
    except Refusal as refusal:
        if refusal.code != "suspended":  # a match that rests keeps nobody at the table
            raise


def _host_if_none(room: Room, player: Player) -> None:
    if room.host_id is None:
        make_host(room, player)
        changed(room)


def _free_seat(room: Room, rows: Sequence[RoomSeat], wanted: int | None) -> int:
    seats = range(max(game_of(room).seats))
    taken = {row.seat for row in rows}
    if wanted is not None:
        _refuse_no_seat(wanted, seats)
        if wanted in taken:
            raise Refusal("room_full" if taken.issuperset(seats) else "not_allowed_now", _taken(room, rows, wanted))
        return wanted
    free = [seat for seat in seats if seat not in taken]
    if not free:
        raise Refusal("room_full", _("All {n} seats are taken.").format(n=len(seats)))
    return free[0]


def _taken(room: Room, rows: Sequence[RoomSeat], seat: int) -> str:
    name = sitter_names(game_of(room), rows)[seat]
    return _("Seat {n} is taken by {name}.").format(n=seat + 1, name=name)


def _refuse_no_seat(seat: int, seats: range) -> None:
    if seat not in seats:
        raise Refusal("bad_argument", _("The seats are 1 to {n}.").format(n=len(seats)))


def _seated_at(room: Room, rows: Sequence[RoomSeat], seat: int) -> RoomSeat:
    _refuse_no_seat(seat, range(max(game_of(room).seats)))
    for row in rows:
        if row.seat == seat:
            return row
    raise Refusal("no_such_player", _("Nobody sits at seat {n}.").format(n=seat + 1))


def _seated_as(rows: Sequence[RoomSeat], names: Mapping[int, str], who: str) -> RoomSeat:
    """Who has the name, or else the last bot of the kind."""
    wanted = fold(who.strip().removeprefix("@").removeprefix("＠"))
    for row in rows:
        if fold(names[row.seat]) == wanted:
            return row
    for row in reversed(rows):
        if row.player_id is None and wanted in (fold(row.bot), "bot"):
            return row
    raise Refusal("no_such_player", _("{name} does not sit at this table.").format(name=one_line(who)[:40]))


def _bot(game: AnyGame, kind: str | None) -> Bot:
    bots = offered(game)
    if kind is None:
        return bots[0]
    by_name = {fold(name): bot for bot in reversed(bots) for name in (render(bot.name), _bot_name(bot, bot.slug))}
    found = (by_name | {fold(bot.slug): bot for bot in bots}).get(fold(kind))
    if found is not None:
        return found
    names = ", ".join(bot.slug for bot in bots)
    text = _("There is no bot {name} for this game. Bots: {names}.")
    raise Refusal("bad_argument", text.format(name=one_line(kind)[:40], names=names))


def _bot_name(bot: Bot | None, slug: str) -> str:
    """A bot's name at the table, the same in all languages: it stays in the log."""
    words = (bot.name.message if bot else slug).split()
    name = "-".join(words)
    return name[:1].upper() + name[1:]

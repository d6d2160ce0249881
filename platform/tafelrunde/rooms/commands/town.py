"""Who is where, and going there."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tafelrunde import games
from tafelrunde.accounts import moderators
from tafelrunde.accounts.models import Player
from tafelrunde.house import offers
from tafelrunde.live import presence
from tafelrunde.people import seeing
from tafelrunde.ratings.ranking import rank_line, rating_of
from tafelrunde.refusals import Refusal

from .. import chat, opening, seating, ways
from ..arguments import Phrase, PlayerName
from ..calls import CHANGE, PEOPLE, PLAYER, ROOM, Call, RoomCall
from ..changes import game_of
from ..listing import Row, read_rows
from ..models import Room
from ..registry import Go, command

MOST_LINES = 30


@command("rooms", "list", "tables", about=ROOM)
def rooms(call: Call) -> list[str] | str:
    """/rooms: show the rooms, and how to get there."""
    rows = list(read_rows().values())
    if not rows:
        return _("There is no room yet: open one with /newroom NAME.")
    return _at_most([_room_line(row) for row in rows])


@command("goto", "go", "g", "enter", "visit", about=ROOM)
def goto(call: Call, where: Phrase = "") -> Go:
    """/goto ROOM or PLAYER: go to a room, or to where somebody is; alone: to the lobby."""
    return Go(ways.to(where, call.player))


@command("newroom", "new", "open", about=ROOM, who=PLAYER, does=CHANGE)
def newroom(call: Call, name: Phrase = "") -> Go:
    """/newroom [NAME]: open a room of your own and go there."""
    offered = list(offers.offered())
    if not offered:
        raise Refusal("game_off", _("No game is offered here now."))
    game = call.room.game if isinstance(call, RoomCall) and call.room.game in offered else offered[0]
    return Go(ways.to_room(opening.open_room(call.caller, game, name)))


@command("who", "players", about=PEOPLE)
def who(call: Call) -> list[str] | str:
    """/who: show who sits at the table and who is watching; in the lobby, who is online."""
    if not isinstance(call, RoomCall):
        names = seeing.read_online().seen_by(call.player.pk if call.player else None)
        line = ngettext("{n} online: {names}", "{n} online: {names}", len(names))
        return line.format(n=len(names), names=", ".join(names)) if names else _("Nobody with a name is online.")
    lines = [_seat_line(call, seat) for seat in range(max(game_of(call.room).seats))]
    seated = {row.player_id for row in call.seats}
    watching = Player.objects.filter(pk__in=presence.here(call.room.slug) - seated).order_by("key")
    names = [_watcher(player) for player in watching]
    nameless = presence.nameless_here(call.room.slug)
    if nameless:
        names.append(ngettext("{n} without a name", "{n} without a name", nameless).format(n=nameless))
    return [*lines, _("Watching: {names}").format(names=", ".join(names))] if names else lines


@command("whereis", "where", "find", "locate", about=PEOPLE)
def whereis(call: Call, name: PlayerName) -> str | Sequence[str]:
    """/whereis NAME: show in which room somebody is."""
    player = chat.player_named(name)
    return ways.told(player, call.player)


@command("whois", "finger", "info", about=PEOPLE)
def whois(call: Call, name: PlayerName) -> list[str]:
    """/whois NAME: show who somebody is."""
    player = chat.player_named(name)
    if player.guest:
        about = _("{name} is a guest.").format(name=player.name)
    else:
        about = _("{name} has been a member since {date}.").format(name=player.name, date=date_format(player.joined))
    return [about, *_standing(call, player), *ways.told(player, call.player)]


def _watcher(player: Player) -> str:
    return _("{name} (moderator)").format(name=player.name) if moderators.is_moderator(player) else player.name


def _standing(call: Call, player: Player) -> list[str]:
    """How a member stands in the game of the room."""
    if player.guest or not isinstance(call, RoomCall) or rating_of(player, call.room.game) is None:
        return []
    return [rank_line(player, call.room.game)]


def _at_most(lines: list[str]) -> list[str]:
    left = len(lines) - MOST_LINES
    if left <= 0:
        return lines
    more = ngettext("… and {n} more", "… and {n} more", left).format(n=left)
    return [*lines[:MOST_LINES], more]


def _room_line(row: Row) -> str:
    text = (
        _("{slug}: {name}, {game}, being played, {here} here")
        if row.playing
        else _("{slug}: {name}, {game}, {seated} of {seats} seated, {here} here")
    )
    shown = row.as_json()
    line = text.format(
        slug=row.slug, name=row.name, game=shown["game_name"], seated=row.seated, seats=row.seats, here=row.here
    )
    if row.entry == Room.Entry.PASSWORD:
        return _("{room}, with a password").format(room=line)
    return _("{room}, locked").format(room=line) if row.locked else line


def _seat_line(call: RoomCall, seat: int) -> str:
    row = next((row for row in call.seats if row.seat == seat), None)
    if row is None:
        left = next((one for one in call.match_seats if one.seat == seat and one.left and call.playing), None)
        if left is not None:
            return _("{n}: {name} has left, a bot plays").format(n=seat + 1, name=left.name)
        return _("{n}: free").format(n=seat + 1)
    name = seating.sitter_names(games.find(call.room.game), call.seats)[seat]
    if row.player is None:
        return _("{n}: {name}, a bot").format(n=seat + 1, name=name)
    if row.player_id == call.room.host_id:
        name = _("{name} (host)").format(name=name)
    if presence.is_here(call.room.slug, row.player.pk):
        return _("{n}: {name}").format(n=seat + 1, name=name)
    return _("{n}: {name}, away").format(n=seat + 1, name=name)

"""Looking into somebody's hand: a player lets spectators of the match see the board as they see it themselves.

It lasts as long as the match and the seat's player; who has looked can take no seat in that match. In rated matches
nobody looks into a hand: that would invite collusion. Everybody at the table sees who looks into whose hand.
"""

from __future__ import annotations

from typing import Any, Final, Protocol

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from tafelrunde.accounts.models import Player
from tafelrunde.game import SPECTATOR, Viewer
from tafelrunde.matches.models import Match
from tafelrunde.matches.seats import SeatNow, seat_of, seats_now
from tafelrunde.people import ignoring
from tafelrunde.refusals import Refusal

from . import chat
from .changes import changed, locked
from .models import Room, Vote
from .seeing import has_played

ALL: Final = "all"
"""Instead of a list of players: every spectator may look."""


class Played(Protocol):
    """A match as it is live."""

    id: int
    rated: bool

    @property
    def position(self) -> Any: ...
    def viewer(self, player: int | None) -> Viewer: ...


def allow(room: Room, by: Player, name: str) -> None:
    """A player lets a spectator, or `ALL` of them, look into their hand in this match.

    By name nobody whom they ignore; among all there may be such, who are not to learn that they are ignored.
    """
    with transaction.atomic():
        room = locked(room)
        match = _match(room)
        _seat(match, by)
        peeks = _peeks(room, match)
        if name.casefold() == ALL:
            peeks["open"][str(by.pk)] = ALL
            chat.system(room, gettext_noop("{who} lets all who watch look into their hand."), who=by.name)
        else:
            player = chat.player_named(name)
            ignoring.refuse_ignored(by, player)
            _refuse_player(match, player)
            allowed = peeks["open"].get(str(by.pk), [])
            if allowed != ALL and player.pk not in allowed:
                peeks["open"][str(by.pk)] = [*allowed, player.pk]
                text = gettext_noop("{who} lets {name} look into their hand.")
                chat.system(room, text, who=by.name, name=player.name)
        room.peeks = peeks
        changed(room)


def disallow(room: Room, by: Player, name: str = "") -> None:
    """Nobody, or a spectator by name, looks into the player's hand any more, at once."""
    with transaction.atomic():
        room = locked(room)
        match = _match(room)
        _seat(match, by)
        peeks, own = _peeks(room, match), str(by.pk)
        if name and name.casefold() != ALL:
            gone = chat.player_named(name).pk
            allowed = peeks["open"].get(own, [])
            if allowed == ALL:
                raise Refusal("not_allowed_now", _("All may look into your hand: /disallowpeek alone ends that."))
            peeks["open"][own] = [one for one in allowed if one != gone]
        else:
            peeks["open"].pop(own, None)
        peeks["look"] = {one: at for one, at in peeks["look"].items() if at != by.pk or _allows(peeks, at, int(one))}
        room.peeks = peeks
        changed(room)
        chat.system(room, gettext_noop("{who} covers their hand."), who=by.name)


def look(room: Room, by: Player, name: str) -> None:
    """A spectator looks into the hand of who has allowed it."""
    with transaction.atomic():
        room = locked(room)
        match = _match(room)
        _refuse_player(match, by)
        _refuse_who_asks_for_a_seat(room, by)
        player = chat.player_named(name)
        _seat(match, player)
        peeks = _peeks(room, match)
        if not _allows(peeks, player.pk, by.pk):
            text = _("{name} has not let you look: that is their /allowpeek.")
            raise Refusal("not_allowed_now", text.format(name=player.name))
        peeks["look"][str(by.pk)] = player.pk
        peeks["seen"] = sorted({*peeks["seen"], by.pk})
        room.peeks = peeks
        changed(room)
        chat.system(room, gettext_noop("{who} looks into {name}'s hand."), who=by.name, name=player.name)


def look_away(room: Room, by: Player) -> None:
    """A spectator is one like others again."""
    with transaction.atomic():
        room = locked(room)
        if room.peeks.get("look", {}).pop(str(by.pk), None) is None:
            raise Refusal("not_allowed_now", _("You look into nobody's hand."))
        changed(room)
        chat.system(room, gettext_noop("{who} looks into no hand any more."), who=by.name)


def refuse_who_has_looked(room: Room, player: Player) -> None:
    """Refusal `not_allowed_now` for who has looked into a hand in the room's match and would play in it."""
    if room.peeks.get("match") == room.match_id and player.pk in room.peeks["seen"]:
        raise Refusal("not_allowed_now", _("You have looked into a hand in this match: join the next one."))


def _refuse_who_asks_for_a_seat(room: Room, player: Player) -> None:
    if Vote.objects.filter(room=room, kind=Vote.Kind.SEAT, by=player).exists():
        raise Refusal("not_allowed_now", _("You ask for a seat in this match: with /refuse you take that back."))


def eyes(room: Room, live: Played | None, player: int | None) -> int | None:
    """The seat with whose eyes somebody sees the match; None for who sees it as what they are. Asks no database."""
    peeks = room.peeks
    if not peeks or live is None or player is None or peeks["match"] != live.id or live.rated or live.position.over:
        return None
    at = peeks["look"].get(str(player))
    if at is None or live.position.seat_of(player) is not None:
        return None
    seat = live.viewer(at)
    return None if seat is SPECTATOR or not isinstance(seat, int) else seat


def who_looks(room: Room) -> dict[int, int]:
    """Who looks into whose hand in the match of the room, as it is kept."""
    if not room.peeks or room.peeks["match"] != room.match_id or room.match is None:
        return {}
    if room.match.status != Match.Status.PLAYING:
        return {}
    return {int(one): at for one, at in room.peeks["look"].items()}


def _match(room: Room) -> Match:
    match = room.match
    if match is None or match.status != Match.Status.PLAYING:
        raise Refusal("not_allowed_now", _("There is no match being played."))
    if match.rated:
        raise Refusal("not_allowed_now", _("In a match that counts for the ranking nobody looks into a hand."))
    return match


def _seat(match: Match, player: Player) -> SeatNow:
    seat = seat_of(seats_now(match), player.pk)
    if seat is None or seat.left:
        raise Refusal("not_seated", _("{name} does not play in this match.").format(name=player.name))
    return seat


def _refuse_player(match: Match, player: Player) -> None:
    if has_played(match, player.pk):
        text = _("{name} plays, or has played, in this match: hands are for spectators.")
        raise Refusal("not_allowed_now", text.format(name=player.name))


def _peeks(room: Room, match: Match) -> dict[str, Any]:
    """What is kept of this match; nothing of another one."""
    if room.peeks.get("match") == match.pk:
        return {**room.peeks}
    return {"match": match.pk, "open": {}, "look": {}, "seen": []}


def _allows(peeks: dict[str, Any], player: int, spectator: int) -> bool:
    allowed = peeks["open"].get(str(player), [])
    return bool(allowed == ALL or spectator in allowed)

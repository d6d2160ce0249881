"""What rooms keep of a person: where they sit, wait, host and may not come in, and what a room is called after."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final

from django.conf import settings
from django.db import transaction
from django.utils import translation
from django.utils.text import slugify
from django.utils.translation import gettext as _

from tafelrunde.accounts.holdings import Holding
from tafelrunde.accounts.models import BlockedName, Player
from tafelrunde.accounts.names import FORMER
from tafelrunde.house import acts
from tafelrunde.matches.models import Match
from tafelrunde.refusals import Refusal

from . import admitting, hosting, opening, queueing, seating
from .changes import changed, locked
from .models import ChatLine, Room, Vote

COLUMNS: Final = (
    "rooms.Room.host",
    "rooms.Room.owner",
    "rooms.Room.entered",
    "rooms.Room.insiders",
    "rooms.Room.banned",
    "rooms.Room.queue",
    "rooms.Room.peeks",
    "rooms.RoomSeat.player",
    "rooms.Vote.by",
    "rooms.Vote.yes",
)


def _export(player: Player) -> list[dict[str, Any]]:
    seats = dict(player.room_seats.values_list("room", "seat"))
    return [
        {
            "room": room.name,
            "address": room.slug,
            "host": room.host_id == player.pk,
            "owner": room.owner_id == player.pk,
            "seat": seats.get(room.pk),
            "waits": player.pk in room.queue,
            "has_come_in": admitting.mark_of(player.pk) in room.entered or player.pk in room.insiders,
            "banned": player.pk in room.banned,
        }
        for room in _rooms_of(player)
    ]


def _rooms_of(player: Player) -> Iterator[Room]:
    """All rooms that know of the player, in any way."""
    seated = set(player.room_seats.values_list("room", flat=True))
    voting = set(Vote.objects.filter(by=player).values_list("room", flat=True))
    for room in Room.objects.order_by("pk"):
        lists = (*room.queue, *room.banned, *room.insiders, room.host_id, room.owner_id)
        looks = room.peeks and _in_peeks(room.peeks, player.pk)
        if player.pk in lists or admitting.mark_of(player.pk) in room.entered or looks or room.pk in seated | voting:
            yield room


def _in_peeks(peeks: dict[str, Any], player: int) -> bool:
    return player in peeks["seen"] or str(player) in peeks["open"] or str(player) in peeks["look"]


def _go(player: Player) -> None:
    """Get up everywhere, let go of all rooms, and leave no number in a list of theirs."""
    for room in list(_rooms_of(player)):
        try:
            if room.seats.filter(player=player).exists():
                seating.leave(room, player)
            _let_go(room, player)
        except Refusal as refusal:
            if refusal.code != "no_such_room":
                raise
    _unname_rooms(player.name)
    forget_places(player.name)


@transaction.atomic
def _let_go(room: Room, player: Player) -> None:
    room = locked(room)
    Vote.objects.filter(room=room, by=player).delete()
    for vote in Vote.objects.filter(room=room):
        vote.yes = [one for one in vote.yes if one != player.pk]
        vote.save(update_fields=["yes"])
    if room.owner_id == player.pk:
        room.owner = None
    if room.host_id == player.pk:
        hosting.pass_on(room)
    queueing.drop(room, player.pk)
    room.banned = [one for one in room.banned if one != player.pk]
    admitting.let_out(room, player.pk)
    room.peeks = _without(room.peeks, player.pk) if room.peeks else room.peeks
    changed(room)


def _without(peeks: dict[str, Any], player: int) -> dict[str, Any]:
    open_to = {
        one: allowed if isinstance(allowed, str) else [other for other in allowed if other != player]
        for one, allowed in peeks["open"].items()
        if one != str(player)
    }
    look = {one: at for one, at in peeks["look"].items() if player not in (int(one), at)}
    return {**peeks, "open": open_to, "look": look, "seen": [one for one in peeks["seen"] if one != player]}


def _named_after(name: str) -> set[str]:
    """What a room is called that somebody has opened without a word, in all languages."""
    names = set()
    for language, _label in settings.LANGUAGES:
        with translation.override(language):
            names.add(_("{name}'s table").format(name=name)[: opening.LONGEST_NAME])
    return names


def _unname_rooms(name: str) -> None:
    for room in Room.objects.filter(name__in=_named_after(name)):
        with transaction.atomic():
            found = Room.objects.select_for_update(no_key=True).filter(pk=room.pk).first()
            if found is not None:
                found.name = _("Table")
                changed(found)


def forget_places(name: str) -> int:
    """The addresses of rooms that have vanished and were called after somebody; where a room is still there, later.

    Also in invitations to them.
    """
    slugs = "|".join(re.escape(slugify(named)) for named in _named_after(name))
    called = re.compile(rf"(?:{slugs})(?:-\d+)?\Z")
    there = set(Room.objects.values_list("slug", flat=True))
    places = set(Match.objects.filter(place__contains=slugify(name)).values_list("place", flat=True)) - there
    gone = [place for place in places if called.match(place)]
    for place in gone:
        Match.objects.filter(place=place).update(place=opening.free_slug("table"))
        acts.forget_place(place, FORMER)
    _forget_in_invitations(_named_after(name), called, there)
    return len(gone)


def _forget_in_invitations(names: set[str], called: re.Pattern[str], there: set[str]) -> None:
    for row in ChatLine.objects.filter(kind=ChatLine.Kind.WHISPER, values__has_key="room"):
        table = row.values["room"]
        gone = table["slug"] not in there and called.match(table["slug"])
        if table["name"] in names or gone:
            slug = opening.free_slug("table") if gone else table["slug"]
            row.values = {**row.values, "room": {**table, "name": _("Table"), "slug": slug}}
            row.text = f"/goto {slug}"
            row.save(update_fields=["values", "text"])


def _clear(_now: Any) -> int:
    """Rooms that were still there when who they are called after has left."""
    return sum(forget_places(name) for name in BlockedName.objects.values_list("name", flat=True))


def _hand_on(guest: Player, member: Player) -> None:
    """Who becomes a member gets up as a guest, stays host, and stays banned where they were."""
    for room in list(_rooms_of(guest)):
        if room.seats.filter(player=guest).exists():
            seating.leave(room, guest)
        room = locked(room)
        if room.host_id == guest.pk or (room.host_id is None and not room.seats.exists()):
            room.host = member
        room.banned = _instead(room.banned, guest.pk, member.pk)
        room.insiders = _instead(room.insiders, guest.pk, member.pk)
        room.entered = _instead(room.entered, admitting.mark_of(guest.pk), admitting.mark_of(member.pk))
        changed(room)
        _let_go(room, guest)


def _instead(kept: list[Any], one: Any, other: Any) -> list[Any]:
    if one not in kept:
        return kept
    return [*(item for item in kept if item not in (one, other)), other]


ROOMS: Final = Holding("rooms", COLUMNS, _export, _go, _hand_on, _clear)

"""Rooms: the list, one of them, and a new one."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from ninja import Router, Status

from tafelrunde.live.limits import source
from tafelrunde.people.seeing import read_online
from tafelrunde.refusals import Refusal
from tafelrunde.rooms import admitting, entering, picture
from tafelrunde.rooms.listing import listed
from tafelrunde.rooms.models import Room
from tafelrunde.rooms.opening import open_room

from . import shapes
from .callers import ALL, PLAYERS, comer
from .paging import PageNumber, paged
from .shapes import answers

router = Router(tags=["rooms"])


@router.get("", auth=ALL, response=answers(200, shapes.Page[shapes.Room], 422), summary="All rooms")
def list_rooms(request: HttpRequest, page: PageNumber = 1) -> dict[str, Any]:
    """The rooms that are listed, the newest first; of one that the caller has not entered what its door says.

    Whoever does not let the caller see that they are online is not among those who are here.
    """
    rooms = listed().select_related("host", "match").order_by("-pk")
    who = comer(request)
    unseen = read_online().hidden_from(who.player)

    def shown(room: Room) -> dict[str, Any]:
        found = picture.picture_of(room)
        told = picture.room_json(found) if found.refusal(who) is None else picture.door_json(found)
        seen = {key: [name for name in told[key] if name not in unseen] for key in ("here", "moderators")}
        return {**told, **seen}

    return paged(rooms, rooms.count(), page, shown)


@router.get("/{slug}", auth=ALL, response=answers(200, shapes.Room, 404), summary="One room")
def one_room(request: HttpRequest, slug: str) -> dict[str, Any]:
    """A room, as its socket shows it."""
    room = picture.read(slug) if "\0" not in slug else None  # PostgreSQL takes no NUL, not even to look for
    if room is None:
        raise Refusal("no_such_room", _("There is no such room."))
    if (refused := entering.come_in(room.room, comer(request))) is not None:
        raise refused
    return picture.room_json(room)


@router.post(
    "/{slug}/entry", auth=PLAYERS, response=answers(200, shapes.Room, 400, 404, 422, 503), summary="Enter by password"
)
def enter_room(request: HttpRequest, slug: str, wanted: shapes.Entering) -> dict[str, Any]:
    """Show the password of a room: the token, or the session, may enter from now on, until the room has another."""
    room = Room.objects.filter(slug=slug).first() if "\0" not in slug else None
    if room is None:
        raise Refusal("no_such_room", _("There is no such room."))
    who = comer(request)
    admitting.enter(room, who, source(request.META.get("REMOTE_ADDR")), wanted.password)
    if who.token is None:
        admitting.remember(request.session, room, who.player)
    elif room.entry == Room.Entry.PASSWORD:
        admitting.remember_token(room, who.token, room.entry_key)
    found = picture.read(slug)
    if found is None:
        raise Refusal("no_such_room", _("There is no such room."))
    return picture.room_json(found)


@router.post("", auth=PLAYERS, response=answers(201, shapes.Opened, 400, 409, 422, 503), summary="Open a room")
def new_room(request: HttpRequest, wanted: shapes.NewRoom, response: HttpResponse) -> Status[dict[str, Any]]:
    """Open a room with the caller as its host, who does not sit yet: joining is the socket's."""
    host = request.auth  # type: ignore[attr-defined]
    room = open_room(
        host,
        wanted.game,
        name=wanted.name,
        options=wanted.options,
        pace=wanted.pace,
        entry=wanted.entry,
        password=wanted.password,
    )
    response["Location"] = reverse("api:one_room", args=[room.slug])
    return Status(201, {"slug": room.slug})

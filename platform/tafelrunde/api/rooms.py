"""Rooms: the list, one of them, and a new one."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from ninja import Router, Status

from tafelrunde.refusals import Refusal
from tafelrunde.rooms import picture
from tafelrunde.rooms.models import Room
from tafelrunde.rooms.opening import open_room

from . import shapes
from .callers import ALL, PLAYERS
from .paging import PageNumber, paged
from .shapes import answers

router = Router(tags=["rooms"])


@router.get("", auth=ALL, response=answers(200, shapes.Page[shapes.Room], 422), summary="All rooms")
def list_rooms(request: HttpRequest, page: PageNumber = 1) -> dict[str, Any]:
    """The rooms, the newest first."""
    rooms = Room.objects.select_related("host", "match").order_by("-pk")
    return paged(rooms, rooms.count(), page, lambda room: picture.room_json(picture.picture_of(room)))


@router.get("/{slug}", auth=ALL, response=answers(200, shapes.Room, 404), summary="One room")
def one_room(request: HttpRequest, slug: str) -> dict[str, Any]:
    """A room, as its socket shows it."""
    room = picture.read(slug) if "\0" not in slug else None  # PostgreSQL takes no NUL, not even to look for
    if room is None:
        raise Refusal("no_such_room", _("There is no such room."))
    return picture.room_json(room)


@router.post("", auth=PLAYERS, response=answers(201, shapes.Opened, 400, 409, 422, 503), summary="Open a room")
def new_room(request: HttpRequest, wanted: shapes.NewRoom, response: HttpResponse) -> Status[dict[str, Any]]:
    """Open a room with the caller as its host, who does not sit yet: joining is the socket's."""
    host = request.auth  # type: ignore[attr-defined]
    room = open_room(host, wanted.game, name=wanted.name, options=wanted.options, pace=wanted.pace)
    response["Location"] = reverse("api:one_room", args=[room.slug])
    return Status(201, {"slug": room.slug})

"""The way to a room or to a person: addresses of this site."""

from __future__ import annotations

from django.urls import reverse
from django.utils.translation import gettext as _

from tafelrunde.accounts.models import Player
from tafelrunde.live import presence
from tafelrunde.people import seeing
from tafelrunde.refusals import Refusal

from . import chat
from .listing import LOBBY, listed, rooms_of
from .models import Room
from .typed import fold, one_line


def to_room(room: Room) -> str:
    """The address of a room."""
    return reverse("room", args=[room.slug])


def to(where: str, reader: Player | None) -> str:
    """The address of the room or person that is meant, as far as the reader may see; of the lobby where nothing is.

    A whole name comes before the beginning of one, a room before a person. An unlisted room is found by its whole
    address alone, or by who is in it.
    """
    wanted = where.strip()
    room, begun = (None, None) if wanted.startswith(("@", "＠")) else _rooms(wanted)
    if room is not None:
        return to_room(room)
    if fold(wanted) in ("", "lobby"):
        return reverse("lobby")
    try:
        player = chat.player_named(wanted)
    except Refusal:
        player = None
    rooms = rooms_of(player, reader) if player else []
    found = next(iter(rooms), begun)
    if found is not None:
        return to_room(found)
    if player is None:
        typed = one_line(wanted)[:40]
        raise Refusal("no_such_room", _("There is no room and no player {name}.").format(name=typed))
    return _lobby_of(player, reader)


def to_person(player: Player, reader: Player | None) -> str:
    """The address of where somebody is."""
    rooms = rooms_of(player, reader)
    return to_room(rooms[0]) if rooms else _lobby_of(player, reader)


def told(player: Player, reader: Player | None) -> list[str]:
    """Where somebody is, and the way there, in words: as far as the reader may know."""
    found = rooms_of(player, reader)
    if found:
        text = _("{name} is in {room}: /goto {slug}")
        return [text.format(name=player.name, room=room.name, slug=room.slug) for room in found]
    places = seeing.places(player, reader)
    if LOBBY in places:
        return [_("{name} is in the lobby.").format(name=player.name)]
    if places:
        return [_("{name} is online.").format(name=player.name)]
    return [_("{name} is not online.").format(name=player.name)]


def _lobby_of(player: Player, reader: Player | None) -> str:
    places = seeing.places(player, reader)
    if LOBBY in places:
        return reverse("lobby")
    if places:
        text = _("{name} is online, and where is not for everybody to know.")
        raise Refusal("no_such_room", text.format(name=player.name))
    raise Refusal("no_such_player", _("{name} is not online.").format(name=player.name))


def _rooms(wanted: str) -> tuple[Room | None, Room | None]:
    """The room with this address or name, and the only one whose address or name begins so."""
    key = fold(wanted)
    if not key or "\0" in key:
        return None, None
    by_slug = Room.objects.only("slug", "name").filter(slug=key).first()
    rooms = list(listed().only("slug", "name").order_by("-created"))
    named = [room for room in rooms if fold(room.name) == key]
    fullest = max(named, key=lambda room: len(presence.here(room.slug)), default=None)
    begun = [room for room in rooms if room.slug.startswith(key) or fold(room.name).startswith(key)]
    return by_slug or fullest, begun[0] if len(begun) == 1 else None

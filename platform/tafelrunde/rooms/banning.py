"""Who may not come into a room any more, because its host has said so. Of the admins' bans it knows nothing."""

from __future__ import annotations

from typing import Final

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from tafelrunde.accounts.models import Player
from tafelrunde.people import inviting
from tafelrunde.refusals import Refusal

from . import chat, queueing, votes
from .changes import changed, is_played, locked, refuse_unless_host
from .models import Room
from .seating import take_free_seats

MOST: Final = 200


def ban(room: Room, by: Player, name: str) -> None:
    """The host sends somebody away who does not play now; they get up, and their sockets here close everywhere.

    What they have asked for is void, and so are their invitations.
    """
    with transaction.atomic():
        room = locked(room)
        refuse_unless_host(room, by)
        player = chat.player_named(name)
        if player.pk in (by.pk, room.owner_id):
            raise Refusal("bad_argument", _("The host and the owner of a room cannot be banned from it."))
        if player.pk in room.banned:
            raise Refusal("not_allowed_now", _("{name} is banned from this room already.").format(name=player.name))
        if len(room.banned) >= MOST:
            raise Refusal("not_allowed_now", _("At most {n} people can be banned from a room.").format(n=MOST))
        if is_played(room) and room.seats.filter(player=player).exists():
            text = _("{name} plays in the match: when it is over you can ban them.")
            raise Refusal("not_allowed_now", text.format(name=player.name))
        room.seats.filter(player=player).delete()
        room.banned = [*room.banned, player.pk]
        room.insiders = [one for one in room.insiders if one != player.pk]
        queueing.drop(room, player.pk)
        votes.drop(room, player)
        inviting.end_invitations_of(room.pk, player)
        take_free_seats(room)
        votes.look_again(room)
        changed(room)
        chat.system(room, gettext_noop("{who} is banned from this room."), who=player.name)


def unban(room: Room, by: Player, name: str) -> None:
    """The host lets somebody in again."""
    with transaction.atomic():
        room = locked(room)
        refuse_unless_host(room, by)
        player = chat.player_named(name)
        if player.pk not in room.banned:
            raise Refusal("no_such_player", _("{name} is not banned from this room.").format(name=player.name))
        room.banned = [one for one in room.banned if one != player.pk]
        changed(room)
        chat.system(room, gettext_noop("{who} may come in again."), who=player.name)


def banned_names(room: Room) -> list[str]:
    """Who is banned, by name."""
    return list(Player.objects.filter(pk__in=room.banned).order_by("key").values_list("name", flat=True))

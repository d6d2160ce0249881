"""Who may sit down in a room: everybody, members or friends, of what rating and how reliable. Who sits stays; bots may
always.
"""

from __future__ import annotations

from typing import Final

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from tafelrunde.accounts.models import Player
from tafelrunde.game import Line
from tafelrunde.moderation import reliability
from tafelrunde.people import friends
from tafelrunde.ratings.ranking import rating_of
from tafelrunde.ratings.rating import START
from tafelrunde.refusals import Refusal

from . import chat
from .changes import changed, locked, refuse_unless_host
from .models import Room

HIGHEST: Final = 9999
OFFERED: Final = (Room.Sits.ALL, Room.Sits.MEMBERS, Room.Sits.FRIENDS)
"""What a host may choose."""


def refuse(room: Room, player: Player) -> None:
    """Refusal `not_allowed_now` for who may not sit down here. Host and owner may.

    Without a rating one has START, and who has not played yet is reliable.
    """
    if player.pk in (room.host_id, room.owner_id):
        return
    if (room.sits != Room.Sits.ALL or is_rated(room) or room.reliable_from is not None) and player.guest:
        raise Refusal("not_allowed_now", _("Only members may sit down here: make an account, it takes a minute."))
    if room.sits == Room.Sits.FRIENDS and not is_friend(room.host or room.owner, player):
        raise Refusal("not_allowed_now", _("Only friends of the host may sit down here."))
    if is_rated(room) and not in_range(room, _number(player, room.game)):
        text = _("Only who has a rating of {range} may sit down here, and yours is {n}.")
        raise Refusal("not_allowed_now", text.format(range=range_text(room), n=_number(player, room.game)))
    if room.reliable_from is not None and (percent := reliability.of(player).percent) < room.reliable_from:
        text = _("Only who has finished at least {least}% of their matches may sit down here, and you have {n}%.")
        raise Refusal("not_allowed_now", text.format(least=room.reliable_from, n=percent))


def may(room: Room, player: Player) -> bool:
    """May somebody sit down here?"""
    try:
        refuse(room, player)
    except Refusal:
        return False
    return True


def is_friend(host: Player | None, player: Player) -> bool:
    """Is somebody a friend of the host? Where there is none, whoever sits down first becomes host."""
    if host is None:
        return True
    tie = friends.between(host, player)
    return tie is not None and tie.accepted is not None


def is_rated(room: Room) -> bool:
    """Does it depend on the rating?"""
    return room.rating_from is not None or room.rating_to is not None


def in_range(room: Room, number: int) -> bool:
    """Is this a rating with which one may sit?"""
    return (room.rating_from or 0) <= number <= (HIGHEST if room.rating_to is None else room.rating_to)


def set_sits(
    room: Room,
    by: Player,
    sits: str,
    rating_from: int | None = None,
    rating_to: int | None = None,
    reliable_from: int | None = None,
) -> None:
    """The host says who may sit down from now on."""
    if sits not in OFFERED:
        names = ", ".join(OFFERED)
        raise Refusal("bad_argument", _("Who may sit is one of {names}.").format(names=names))
    numbers = [number for number in (rating_from, rating_to) if number is not None]
    if any(not 0 <= number <= HIGHEST for number in numbers) or numbers != sorted(numbers):
        text = _("A rating is from 0 to {n}, and the first is not above the second.")
        raise Refusal("bad_argument", text.format(n=HIGHEST))
    if reliable_from is not None and not 1 <= reliable_from <= 100:
        raise Refusal("bad_argument", _("A reliability is from 1 to 100%."))
    with transaction.atomic():
        room = locked(room)
        refuse_unless_host(room, by)
        if sits == Room.Sits.FRIENDS and by.guest:
            raise Refusal("not_allowed_now", _("Guests have no friends here: make an account, it takes a minute."))
        wanted = (sits, rating_from, rating_to, reliable_from)
        if wanted == (room.sits, room.rating_from, room.rating_to, room.reliable_from):
            return
        room.sits, room.rating_from, room.rating_to, room.reliable_from = wanted
        changed(room)
        chat.system(room, gettext_noop("Who may sit down: {who}."), who=line(room))


def read(words: str) -> tuple[str, int | None, int | None, int | None]:
    """A typed ``members 900-1200 90%`` as what it means: who, ratings, reliability. Refusal `bad_argument`."""
    sits, low, high, reliable = str(Room.Sits.ALL), None, None, None
    for word in words.casefold().replace("–", "-").split():
        if word in OFFERED:
            sits = word
            continue
        if (number := word.removesuffix("%")) != word and number.isascii() and number.isdigit() and len(number) < 4:
            reliable = int(number)
            continue
        first, dash, last = word.partition("-")
        good = (
            dash and (first or last) and all(not part or (part.isascii() and part.isdigit()) for part in (first, last))
        )
        if not good or max(len(first), len(last)) > len(str(HIGHEST)):
            text = _("Type who may sit like “members”, “friends”, “900-1200”, “members -1200” or “90%”.")
            raise Refusal("bad_argument", text)
        low, high = (int(part) if part else None for part in (first, last))
    return sits, low, high, reliable


def line(room: Room) -> Line:
    """Who may sit down, in words."""
    if room.reliable_from is None:
        return _of_rating(room)
    who = Line(gettext_noop("members")) if room.sits == Room.Sits.ALL and not is_rated(room) else _of_rating(room)
    return Line(gettext_noop("{who} who have finished at least {n}% of their matches"), who=who, n=room.reliable_from)


def _of_rating(room: Room) -> Line:
    if not is_rated(room):
        return _WORDS[room.sits]
    if room.sits == Room.Sits.FRIENDS:
        return Line(gettext_noop("friends of the host with a rating of {range}"), range=range_text(room))
    return Line(gettext_noop("members with a rating of {range}"), range=range_text(room))


def range_text(room: Room) -> str:
    """``900–1200``, with nothing where it has no end."""
    return "–".join("" if number is None else str(number) for number in (room.rating_from, room.rating_to))


_WORDS: Final[dict[str, Line]] = {
    Room.Sits.ALL: Line(gettext_noop("everybody")),
    Room.Sits.MEMBERS: Line(gettext_noop("members")),
    Room.Sits.FRIENDS: Line(gettext_noop("friends of the host")),
}


def _number(player: Player, game: str) -> int:
    rating = rating_of(player, game)
    return START if rating is None else rating.number

"""Opening a room, and closing those that everybody has left."""

from __future__ import annotations

import datetime as dt
import itertools
import secrets
from collections.abc import Mapping
from typing import Any, Final

from django.conf import settings
from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext as _

from tafelrunde import games
from tafelrunde.accounts import sanctions
from tafelrunde.accounts.models import Player
from tafelrunde.house import offers, words
from tafelrunde.live import bus, presence
from tafelrunde.matches.models import Match
from tafelrunde.refusals import Refusal

from . import admitting
from .changes import RUNNING
from .choices import checked
from .models import Room
from .typed import one_line

LONGEST_NAME: Final = 40
EMPTY_FOR: Final = dt.timedelta(minutes=10)
SHOWN_FOR: Final = dt.timedelta(days=2)
"""For so long the room of a daily match stays after its end: whoever was away finds the result there."""
EMPTY_FOR_ANOTHER: Final = dt.timedelta(minutes=1)
_SLUG: Final = 48
_SECRET: Final = 8
_NO_SLUGS: Final = frozenset({"new"})  # an address of the site's own
_TRIES: Final = 20


def open_room(
    host: Player,
    game_slug: str,
    name: str = "",
    options: Mapping[str, Any] | None = None,
    pace: str = Room.Pace.NONE,
    entry: str = Room.Entry.OPEN,
    password: str = "",
) -> Room:
    """A new room with `host` as its host, who does not sit yet. It counts as empty until somebody comes.

    The address of one that is `unlisted` cannot be guessed. Who is muted opens rooms without a name of their own, as
    everybody reads it. Refusal `muted`, `game_off` or `bad_argument`.
    """
    game = games.find(game_slug)
    if game is None:
        raise Refusal("game_off", _("The game {name} is not installed here.").format(name=one_line(game_slug)[:40]))
    offers.refuse_if_off(game.slug)
    if pace not in Room.Pace.values:
        raise Refusal("bad_argument", _("A pace is one of {names}.").format(names=", ".join(Room.Pace.values)))
    kept = admitting.new_entry(entry, password)
    _refuse_too_many(host)
    if name := room_name(name):
        sanctions.refuse_silenced(host)
    name = name or _("{name}'s table").format(name=host.name)[:LONGEST_NAME]
    room = Room(
        name=name,
        host=host,
        game=game.slug,
        options=checked(game, options or {}),
        pace=pace,
        entry=entry,
        password=kept,
        emptied=timezone.now(),
    )
    with transaction.atomic():
        _save_with_slug(room)
        slug = room.slug
        transaction.on_commit(lambda: bus.publish("room", slug=slug))
    return room


def room_name(name: str) -> str:
    """A typed name as it is kept, possibly empty. Refusal `bad_argument` where it is too long, or is not said here."""
    kept = " ".join(one_line(name).split())
    if len(kept) > LONGEST_NAME:
        raise Refusal("bad_argument", _("The name of a room has at most {n} characters.").format(n=LONGEST_NAME))
    words.refuse(kept)
    return kept


def _refuse_too_many(host: Player) -> None:
    """Refusal `not_allowed_now` for who is host of many rooms, once those that nobody needs are closed."""
    most = settings.ROOMS_PER_PLAYER
    if Room.objects.filter(host=host).count() < most:
        return
    close_empty_rooms(EMPTY_FOR_ANOTHER, host)
    if Room.objects.filter(host=host).count() >= most:
        text = _("You are host of {n} rooms. One that has been empty for a minute makes place for another.")
        raise Refusal("not_allowed_now", text.format(n=most))


def close_empty_rooms(empty_for: dt.timedelta = EMPTY_FOR, host: Player | None = None) -> list[str]:
    """Close the rooms in which nobody has been for so long and nothing is played; their matches stay. Gives slugs.

    With a host, only theirs.
    """
    before = timezone.now() - empty_for
    waiting = Room.objects.filter(owner=None, emptied__lte=before).exclude(match__status__in=RUNNING)
    waiting = waiting.exclude(match__pace=Match.Pace.DAILY, match__ended__gt=timezone.now() - SHOWN_FOR)
    if host is not None:
        waiting = waiting.filter(host=host)
    return [slug for slug in waiting.values_list("slug", flat=True) if _close(slug, before)]


def _close(slug: str, before: dt.datetime) -> bool:
    with transaction.atomic():
        room = Room.objects.select_for_update().filter(slug=slug, owner=None, emptied__lte=before).first()
        if room is None or presence.here(slug) or Match.objects.filter(room=room, status__in=RUNNING).exists():
            return False
        remove(room)
    return True


def remove(room: Room) -> None:
    """The locked room is not there any more; its matches stay. Sockets close when it is committed."""
    slug = room.slug
    room.delete()
    transaction.on_commit(lambda: bus.publish("room", slug=slug))


def _save_with_slug(room: Room) -> None:
    """Save under the first pleasant address that is free; somebody else may take one meanwhile."""
    unlisted = room.entry == Room.Entry.UNLISTED
    wanted = secrets.token_hex(_SECRET) if unlisted else slugify(room.name)[:_SLUG].strip("-_") or "table"
    for _attempt in range(_TRIES):
        room.slug = free_slug(wanted)
        try:
            with transaction.atomic():
                room.save(force_insert=True)
        except IntegrityError:
            continue
        return
    raise Refusal("not_saved", _("Too many rooms of this name are being opened: try again in a moment."))


def free_slug(wanted: str) -> str:
    """`wanted`, or with a number behind it; never that of a vanished room whose matches are kept."""
    rooms = Room.objects.filter(slug__startswith=wanted).values_list("slug", flat=True)
    places = Match.objects.filter(place__startswith=wanted).values_list("place", flat=True)
    taken = {*rooms, *places.distinct(), *_NO_SLUGS}
    numbered = (f"{wanted}-{n}" for n in itertools.count(2))
    return next(slug for slug in itertools.chain([wanted], numbered) if slug not in taken)

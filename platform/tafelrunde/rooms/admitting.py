"""Who may enter a room: one decision for its page, its socket, the API and its matches.

A room is open, unlisted (whoever has the link comes in, and it is in no list) or has a password. What somebody has
shown once, the password or the link, holds for their session, or their token, until the room has another password. The
host, the owner and who sits at the table need no password; who is banned from the room does not come in at all. What
invitations add to this is in `entering`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from django.contrib.auth.hashers import check_password, make_password
from django.contrib.sessions.backends.base import SessionBase
from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, gettext_noop

from tafelrunde.accounts.models import Player
from tafelrunde.game import Line
from tafelrunde.live import presence
from tafelrunde.people import inviting
from tafelrunde.refusals import Refusal

from . import chat, tries
from .changes import changed, locked, refuse_unless_host
from .models import PrivateMatch, Room, new_key
from .typed import one_line

KEPT_IN: Final = "rooms"
SHORTEST, LONGEST, MOST_KEPT = 4, 128, 100
MOST_MARKS: Final = 200


@dataclass(frozen=True, slots=True)
class Comer:
    """Who is at the door: a player by number or None, what their session has shown at which rooms, their token."""

    player: int | None = None
    keys: Mapping[str, str] = field(default_factory=dict)
    token: int | None = None


def comer(player: Player | None, session: SessionBase | None = None, token: int | None = None) -> Comer:
    """Somebody with what their session keeps."""
    keys = session.get(KEPT_IN) if session is not None else None
    return Comer(player.pk if player else None, keys if isinstance(keys, dict) else {}, token)


def refusal(room: Room, who: Comer, seated: Collection[int | None], *, inside: bool = False) -> Refusal | None:
    """Why somebody may not be in the room, None where they may; `inside` who is there already: a lock concerns others.

    Asks no database.
    """
    if is_banned(room, who.player):
        return _banned()
    if who.player is not None and who.player in (room.host_id, room.owner_id, *seated):
        return None
    if room.locked and not inside and who.player not in room.insiders:
        return Refusal("not_allowed_now", gettext_lazy("This room is locked: nobody new may come in now."))
    if room.entry == Room.Entry.PASSWORD and not has_shown(room, who):
        return Refusal("password_needed", gettext_lazy("This room has a password."))
    return None


def has_shown(room: Room, who: Comer) -> bool:
    """Has somebody shown the password of the room as it is now, or that they have its link?"""
    return who.keys.get(str(room.pk)) == room.entry_key or not {*_marks(who)}.isdisjoint(room.entered)


def is_banned(room: Room, player: int | None) -> bool:
    """Has a host sent them away from this room?"""
    return player is not None and player in room.banned


def refuse_banned(room: Room, player: Player | None) -> None:
    """Refusal `banned` for who has been sent away from this room."""
    if player is not None and is_banned(room, player.pk):
        raise _banned()


def enter(room: Room, who: Comer, source: str, password: str) -> None:
    """Try a password. Refusal `password_needed` where it is wrong, `too_fast` for who has tried too often.

    Hashing takes a while: not for the loop, and not while a row is locked.
    """
    refused = refusal(room, who, seated_in(room))
    if refused is None:
        return
    if refused.code != "password_needed":
        raise refused
    tries.refuse_too_many(room.pk, source)
    if not check_password(password, room.password):
        raise Refusal("password_needed", _("That is not the password of this room."))
    tries.forget(room.pk, source)


def remember(session: SessionBase, room: Room, player: int | None) -> None:
    """The player's session has come into the room: it may come again. Nothing is kept of rooms that are open to all,
    and of moderators who look in.
    """
    kept = dict(session.get(KEPT_IN) or {})
    if room.entry == Room.Entry.OPEN or looks_in(room, player) or kept.get(str(room.pk)) == room.entry_key:
        return
    kept.pop(str(room.pk), None)
    kept[str(room.pk)] = room.entry_key
    session[KEPT_IN] = dict(list(kept.items())[-MOST_KEPT:])


def remember_token(room: Room, token: int, key: str) -> None:
    """A program has come into the room whose key was this: its token may come again."""
    with transaction.atomic():
        room = locked(room)
        if room.entry_key != key:
            raise Refusal("password_needed", _("The password of this room has just been changed."))
        if not has_shown(room, Comer(token=token)):
            room.entered = [*room.entered, *_marks(Comer(token=token))][-MOST_MARKS:]
            changed(room)


def let_in(room: Room, player: int, *, looks_in: bool = False) -> None:
    """In a locked room, saved by the caller: the player may come in from now on, whatever holds others; a moderator who
    `looks_in`, until `let_out`.
    """
    marks = [mark_of(player), *([_look_in(player)] if looks_in else [])]
    room.entered = [*(one for one in room.entered if one not in marks), *marks][-MOST_MARKS:]
    if room.locked and player not in room.insiders:
        room.insiders = [*room.insiders, player]


def looks_in(room: Room, player: int | None) -> bool:
    """Is it as a moderator that they may come in?"""
    return player is not None and _look_in(player) in room.entered


def let_out(room: Room, player: int) -> None:
    """In a locked room, saved by the caller: nothing is kept of them by which they might come in again."""
    marks = mark_of(player), _look_in(player)
    room.entered = [mark for mark in room.entered if mark not in marks]
    room.insiders = [insider for insider in room.insiders if insider != player]


def mark_of(player: int) -> str:
    """By what a room keeps in `entered` that a player may come in."""
    return f"player {player}"


def _look_in(player: int) -> str:
    return f"moderator {player}"


def _marks(who: Comer) -> Iterator[str]:
    """By what a room keeps of somebody that they may come in without showing more."""
    if who.player is not None:
        yield mark_of(who.player)
    if who.token is not None:
        yield f"token {who.token}"


def set_entry(room: Room, by: Player, entry: str, password: str = "") -> None:
    """The host opens the room to all, to who has the link, or to who knows a password.

    A new password takes entry from all who have come in by an older one, but not from who sits at the table now, and
    ends all links that invite: who has one may have it from anybody. A match that is being played is seen by who may
    come in from now on.
    """
    refuse_unless_host(room, by)
    hashed = new_entry(entry, password)
    with transaction.atomic():
        room = locked(room)
        refuse_unless_host(room, by)
        if entry == room.entry and not hashed:
            return
        room.entry, room.password = entry, hashed
        if hashed:
            room.entry_key = new_key()
            room.entered = [mark for player in sorted({by.pk, *seated_in(room)}) for mark in _marks(Comer(player))]
            inviting.end_links(room.pk)
        changed(room)
        chat.system(room, TOLD[room.entry])
        keep_private(room)


def keep_private(room: Room) -> None:
    """In a locked room: its match, unless it has ended, is for those who may come in."""
    if room.match is None or room.match.status not in ("playing", "suspended"):
        return
    if room.entry == Room.Entry.OPEN:
        PrivateMatch.objects.filter(match=room.match).delete()
    else:
        PrivateMatch.objects.get_or_create(match=room.match)


def new_entry(entry: str, password: str) -> str:
    """The password of a room with this kind of entry as it is kept. Refusal `bad_argument`: no such kind, too short."""
    if entry not in Room.Entry.values:
        names = ", ".join(Room.Entry.values)
        raise Refusal("bad_argument", _("A room is one of {names}.").format(names=names))
    if entry != Room.Entry.PASSWORD:
        return ""
    if not SHORTEST <= len(password) <= LONGEST:
        text = _("A password has {least} to {most} characters.")
        raise Refusal("bad_argument", text.format(least=SHORTEST, most=LONGEST))
    hashed: str = make_password(password)
    return hashed


def is_for_all(room: Room) -> bool:
    """May everybody come in? Then nobody who is inside has to go."""
    return room.entry == Room.Entry.OPEN and not room.locked and not room.banned


def belongs(room: Room, who: Comer, seated: Collection[int | None]) -> bool:
    """Is the room somebody's, as far as the house knows: were they in it, do they host it or sit there?

    Of a room that is open to all everybody is one of those. Unlike `refusal` this asks for more than a link, for what
    can be found without it.
    """
    if refusal(room, who, seated, inside=True) is not None:
        return False
    if room.entry == Room.Entry.OPEN or has_shown(room, who):
        return True
    return who.player is not None and who.player in (room.host_id, room.owner_id, *seated)


def lock(room: Room, by: Player) -> bool:
    """Nobody new comes in; who is inside, or sits there, stays and may come back. False where it was locked.

    Who is invited by name may still come; all links that invite end, and the host may give a new one.
    """
    with transaction.atomic():
        room = locked(room)
        refuse_unless_host(room, by)
        if room.locked:
            return False
        room.locked = True
        room.insiders = sorted({*presence.here(room.slug), *seated_in(room)} - set(room.banned))
        inviting.end_links(room.pk)
        changed(room)
        chat.system(room, gettext_noop("The room is locked: nobody new comes in."))
    return True


def unlock(room: Room, by: Player) -> bool:
    """Others may come in again. False where it was not locked."""
    with transaction.atomic():
        room = locked(room)
        refuse_unless_host(room, by)
        if not room.locked:
            return False
        room.locked, room.insiders = False, []
        changed(room)
        chat.system(room, gettext_noop("The room is not locked any more."))
    return True


def seated_in(room: Room) -> set[int]:
    """The players who sit at the table now."""
    return set(room.seats.filter(player__isnull=False).values_list("player_id", flat=True))


TOLD: Final[Mapping[Any, Line]] = {
    Room.Entry.OPEN: Line(gettext_noop("The room is open to all now.")),
    Room.Entry.UNLISTED: Line(gettext_noop("The room is in no list any more: who has its link comes in.")),
    Room.Entry.PASSWORD: Line(gettext_noop("The room has a new password.")),
}


def read_entry(words: str) -> tuple[str, str]:
    """A typed ``password plums`` as what it means: the kind of entry, and the password."""
    word, _space, rest = one_line(words).partition(" ")
    return word.casefold(), rest.strip()


def _banned() -> Refusal:
    return Refusal("banned", gettext_lazy("The host has banned you from this room."), until=None)

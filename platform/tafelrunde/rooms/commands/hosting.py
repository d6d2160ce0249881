"""What a host decides about people: who may come in, who may sit and where, and how long the room lasts."""

from __future__ import annotations

from django.utils.translation import gettext as _

from tafelrunde.matches.texts import render
from tafelrunde.refusals import Refusal

from .. import admitting, arranging, autostart, banning, choices, lasting, sitting
from ..arguments import PlayerName, SeatNumber, Text, Word
from ..calls import BETWEEN, CHANGE, HOST, ROOM, RoomCall
from ..models import Room
from ..registry import command
from ..typed import fold


@command("entry", "access", about=ROOM, does=CHANGE)
def entry(call: RoomCall, words: Text = "") -> str | None:
    """/entry [open, unlisted or password WORD]: show who may come in, or choose it."""
    if not words.strip():
        return _("Who may come in: {entry}").format(entry=Room.Entry(call.room.entry).label)
    admitting.set_entry(call.room, call.caller, *admitting.read_entry(words))
    return None


@command("lock", about=ROOM, who=HOST, does=CHANGE)
def lock(call: RoomCall) -> str | None:
    """/lock: let nobody new come in who is not invited by name; who is here stays."""
    return None if admitting.lock(call.room, call.caller) else _("The room is locked already.")


@command("unlock", about=ROOM, who=HOST, does=CHANGE)
def unlock(call: RoomCall) -> str | None:
    """/unlock: let others come in again."""
    return None if admitting.unlock(call.room, call.caller) else _("The room is not locked.")


@command("ban", about=ROOM, who=HOST, does=CHANGE)
def ban(call: RoomCall, name: PlayerName = "") -> str | None:
    """/ban [NAME]: send somebody away from this room for good, or show who has been."""
    if name:
        banning.ban(call.room, call.caller, name)
        return None
    names = banning.banned_names(call.room)
    return _("Banned from this room: {names}").format(names=", ".join(names)) if names else _("Nobody is banned here.")


@command("unban", about=ROOM, who=HOST, does=CHANGE)
def unban(call: RoomCall, name: PlayerName) -> None:
    """/unban NAME: let somebody come in again."""
    banning.unban(call.room, call.caller, name)


@command("maysit", "sitters", about=ROOM, does=CHANGE)
def maysit(call: RoomCall, words: Text = "") -> str | None:
    """/maysit [all, members, friends, 900-1200 or 90%]: show who may sit down, or choose it."""
    if not words.strip():
        return _("Who may sit down: {who}.").format(who=render(sitting.line(call.room)))
    sitting.set_sits(call.room, call.caller, *sitting.read(words))
    return None


@command("seat", about=ROOM, who=HOST, when=BETWEEN, does=CHANGE)
def seat(call: RoomCall, name: PlayerName, number: SeatNumber) -> None:
    """/seat NAME SEAT: seat somebody who is here, or give them another seat."""
    arranging.seat(call.room, call.caller, name, number)


@command("swap", about=ROOM, who=HOST, when=BETWEEN, does=CHANGE)
def swap(call: RoomCall, first: SeatNumber, second: SeatNumber) -> None:
    """/swap SEAT SEAT: let two change their seats."""
    arranging.swap(call.room, call.caller, first, second)


@command("text", "topic", about=ROOM, does=CHANGE)
def text(call: RoomCall, words: Text = "") -> str | None:
    """/text [WORDS or off]: show the text of the room, or write it."""
    if not words.strip():
        return call.room.text or _("The room has no text.")
    choices.set_text(call.room, call.caller, "" if fold(words.strip()) == "off" else words)
    return None


@command("keep", "last", about=ROOM, does=CHANGE)
def keep(call: RoomCall, switch: Word = "") -> str | None:
    """/keep [on or off]: show whether the room stays when it is empty, or choose it."""
    if not switch:
        if call.room.owner is None:
            return _("This room vanishes when it has been empty for a while.")
        return _("This room stays when it is empty. It belongs to {name}.").format(name=call.room.owner.name)
    (lasting.keep if on(switch) else lasting.let_go)(call.room, call.caller)
    return None


@command("autostart", about=ROOM, does=CHANGE)
def autostart_(call: RoomCall, switch: Word = "") -> str | None:
    """/autostart [on or off]: show whether the match begins by itself when all seats are taken, or choose it."""
    if not switch:
        if call.room.starts_full:
            return _("The match begins by itself when all seats are taken.")
        return _("The host begins the match.")
    autostart.set_starts_full(call.room, call.caller, on(switch))
    return None


def on(switch: str) -> bool:
    """A typed switch. Refusal `bad_argument`."""
    known = {"on": True, "yes": True, "off": False, "no": False}
    if fold(switch) not in known:
        raise Refusal("bad_argument", _("That is on or off."))
    return known[fold(switch)]

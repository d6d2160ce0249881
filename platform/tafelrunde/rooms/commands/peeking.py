"""Looking into somebody's hand."""

from __future__ import annotations

from .. import peeking
from ..arguments import PlayerName
from ..calls import CHANGE, PLAY, PLAYER, PLAYING, SEATED, RoomCall
from ..registry import command
from ..typed import fold


@command("peek", about=PLAY, who=PLAYER, does=CHANGE)
def peek(call: RoomCall, name: PlayerName = "") -> None:
    """/peek [NAME or off]: look into the hand of a player who has allowed it, or no longer."""
    if not name or fold(name) == "off":
        peeking.look_away(call.room, call.caller)
    else:
        peeking.look(call.room, call.caller, name)


@command("allowpeek", about=PLAY, who=SEATED, when=PLAYING, does=CHANGE)
def allowpeek(call: RoomCall, name: PlayerName) -> None:
    """/allowpeek NAME or all: let somebody who watches look into your hand."""
    peeking.allow(call.room, call.caller, name)


@command("disallowpeek", about=PLAY, who=SEATED, when=PLAYING, does=CHANGE)
def disallowpeek(call: RoomCall, name: PlayerName = "") -> None:
    """/disallowpeek [NAME]: let nobody, or one no longer, look into your hand."""
    peeking.disallow(call.room, call.caller, name)

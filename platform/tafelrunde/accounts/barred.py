"""What this process has heard of bans: it closes the sockets of who is banned, and knows at once who may not play.

A ban is told by the bus and is a hint like others; the truth is in the database, which is asked when a socket opens,
and by `beat` for who is here. So a move that waits for its turn while a ban lands is refused without a query, as is all
that comes in after it. Between processes a ban holds from when its hint arrives, in milliseconds; a lost one, 10 s.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Collection

import msgspec
from django.utils import translation

from tafelrunde.live import bus, sockets
from tafelrunde.live.sockets import BANNED
from tafelrunde.live.threads import ask
from tafelrunde.refusals import Refusal

from .models import Player, Sanction, in_force
from .sanctions import BAN, ban_refusal, milliseconds

BEAT = 10.0
_bans: dict[int, tuple[int | None, str]] = {}


def refusal_for(player: int) -> Refusal | None:
    """Why the player may not play any more, as far as this process knows."""
    ban = _bans.get(player)
    if ban is None:
        return None
    until, reason = ban
    if until is not None and until <= time.time() * 1000:
        del _bans[player]
        return None
    return ban_refusal(until, reason)


async def beat() -> None:
    """Find the bans of which no hint came, and forget those that hold no longer. As long as the process serves."""
    while True:
        await asyncio.sleep(BEAT)
        await look()


async def look() -> None:
    """Ask the database about everybody who is here, or counts as banned."""
    known = set(_bans)
    here = {socket.person.id for socket in sockets.all_open() if socket.person is not None}
    if not known | here:
        return
    bans, inactive = await ask(_read, known | here)
    for player in known - bans.keys():
        _bans.pop(player, None)
    for player, (until, reason) in bans.items():
        _banned({"player": player, "until": until, "reason": reason})
    for player in inactive:
        bus.hear("revoke", {"player": player, "code": sockets.SIGNED_OUT})


def _read(players: Collection[int]) -> tuple[dict[int, tuple[int | None, str]], list[int]]:
    bans = Sanction.objects.filter(in_force(), kind=BAN, player__in=players).order_by("pk")
    told = {ban.player_id: (milliseconds(ban.until), ban.reason) for ban in bans}
    return told, list(Player.objects.filter(pk__in=players, is_active=False).values_list("pk", flat=True))


def _banned(message: bus.Message) -> None:
    player, until, reason = message["player"], message["until"], message["reason"]
    _bans[player] = until, reason
    for socket in sockets.all_open():
        if socket.person is not None and socket.person.id == player and not socket.closed:
            turn_away(socket, ban_refusal(until, reason))


def turn_away(socket: sockets.Socket, refused: Refusal) -> None:
    """Tell somebody that they are banned, and close."""
    with translation.override(socket.language):
        last = msgspec.json.encode({"type": "refusal", **refused.as_json(), "ref": None}).decode()
    socket.end(last, BANNED)


def _lifted(message: bus.Message) -> None:
    _bans.pop(message["player"], None)


bus.on("ban", _banned)
bus.on("lift", _lifted)

"""What this process has heard of bans: it closes the sockets of who is banned, and knows at once who may not play.

A ban is told by the bus and is a hint like others; the truth is in the database, which is asked when a socket opens,
and by `beat` for who is here. So a move that waits for its turn while a ban lands is refused without a query, as is all
that comes in after it. Between processes a ban holds from when its hint arrives, in milliseconds; a lost one, 10 s.
"""

from __future__ import annotations

import time
from collections.abc import Sequence

import msgspec
from django.utils import timezone, translation

from tafelrunde.live import bus, sockets
from tafelrunde.live.portions import in_portions
from tafelrunde.live.prepared import Prepared
from tafelrunde.live.sockets import BANNED
from tafelrunde.live.threads import ask
from tafelrunde.refusals import Refusal

from .models import Player, Sanction
from .sanctions import BAN, ban_refusal, milliseconds

BEAT = 10.0
_BANS = Prepared[Sanction](
    lambda players: Sanction.objects.filter(lifted=None, kind=BAN, player__in=players).order_by("pk")
)
_INACTIVE = Prepared[int](
    lambda players: Player.objects.filter(pk__in=players, is_active=False).values_list("pk", flat=True)
)
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
        await look(BEAT)


async def look(over: float = 0.0) -> None:
    """Ask the database about everybody who is here, or counts as banned."""
    here = {socket.person.id for socket in sockets.all_open() if socket.person is not None}
    async for players in in_portions(here | _bans.keys(), over):
        known = _bans.keys() & players
        bans, inactive = await ask(_read, players)
        for player in known - bans.keys():
            _bans.pop(player, None)
        for player, (until, reason) in bans.items():
            _banned({"player": player, "until": until, "reason": reason})
        for player in inactive:
            bus.hear("revoke", {"player": player, "code": sockets.SIGNED_OUT})


def _read(players: Sequence[int]) -> tuple[dict[int, tuple[int | None, str]], list[int]]:
    now = timezone.now()
    bans = [ban for ban in _BANS.all(players) if ban.until is None or ban.until > now]
    return {ban.player_id: (milliseconds(ban.until), ban.reason) for ban in bans}, _INACTIVE.all(players)


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

"""What one person is told wherever they are here: notices, how much they have not read, and who comes whom they watch.

Each process tells its own sockets. Somebody comes when they were nowhere for `AWAY` seconds before, as far as this
process knows; one that has just begun to serve does not know, and says nothing for as long.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Final

from django.conf import settings
from django.template.loader import get_template
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _

from tafelrunde.accounts.models import Player
from tafelrunde.live import bus, presence, sockets
from tafelrunde.live.portions import in_portions
from tafelrunde.live.sockets import Socket
from tafelrunde.live.threads import ask
from tafelrunde.people import conversations, ignoring, watching

from . import announcing, frames, my_turns, wire

AWAY: float = settings.COMES_AFTER
SOON: Final = 0.1
TELLING: Final = "tell people their news"
BEAT: Final = 15.0
log = logging.getLogger(__name__)


class _Known:
    """Who is online as far as it is known here, when others were seen to go, who has just come, whose unread lines or
    turns have changed; which turns each was told of last.
    """

    online: set[int] = set()
    gone: dict[int, float] = {}
    come: set[int] = set()
    unread: set[int] = set()
    turns: set[int] = set()
    told_turns: dict[int, Sequence[my_turns.MyTurn]] = {}
    since: float = time.monotonic()
    telling: asyncio.Task[None] | None = None


async def run() -> None:
    """Now and then forget who went long ago, as long as the process serves."""
    _Known.since = time.monotonic()
    while True:
        await asyncio.sleep(AWAY)
        now = time.monotonic()
        _Known.gone = {player: at for player, at in _Known.gone.items() if now - at < AWAY}


async def beat() -> None:
    """Every few seconds: tell people of turns of which a lost hint has told nothing, as long as the process serves."""
    while True:
        await look_at_turns(BEAT)


async def look_at_turns(over: float = 0.0) -> None:
    """Ask the database whose turn it is, of all who are here."""
    here = {socket.person.id for socket in sockets.all_open() if socket.person is not None}
    _Known.told_turns = {player: told for player, told in _Known.told_turns.items() if player in here}
    async for players in in_portions(here, over):
        found = await ask(my_turns.of, players)
        _tell_turns({player: now for player, now in found.items() if now != _Known.told_turns.get(player, [])})


def _tell_turns(lists: Mapping[int, Sequence[my_turns.MyTurn]]) -> None:
    _Known.told_turns.update(lists)
    for socket in sockets.open_to(lists.keys()):
        if socket.person is not None:
            socket.write(my_turns.frame(socket, lists[socket.person.id]))


def unread_frame(socket: Socket, count: int) -> str:
    """How much somebody has not read: for a page the link in its head."""
    if not socket.html:
        return wire.frame("unread", count=count)
    with translation.override(socket.language):
        text: str = get_template("people/_unread.html").render({"unread": count})
        return text.strip()


async def welcome(socket: Socket) -> None:
    """After its first frame: a page takes on what has become of the number in its head, and of what is announced; a
    program is told of any.
    """
    if socket.person is not None:
        count, turns = await ask(_news_of, socket.person.id)
        if socket.html or count:
            socket.write(unread_frame(socket, count))
        if socket.html or turns:
            socket.write(my_turns.frame(socket, turns))
        _Known.told_turns[socket.person.id] = turns
    announcing.welcome(socket)


def _came_or_went(_place: str, player: int, here: bool) -> None:
    if player < 0:
        return
    now = time.monotonic()
    if here and player not in _Known.online:
        _Known.online.add(player)
        if now - max(_Known.since, _Known.gone.pop(player, 0.0)) >= AWAY:
            _Known.come.add(player)
            _soon()
    elif not here and not presence.places(player):
        _Known.online.discard(player)
        _Known.gone[player] = now


def _notice(message: bus.Message) -> None:
    text, by = message["message"], message["by"]
    _tell([message["player"]], by, lambda: _(text).format(**message["values"]), message["address"])


def _unread_changed(message: bus.Message) -> None:
    if sockets.open_to([message["player"]]):
        _Known.unread.add(message["player"])
        _soon()


def _turns_changed(message: bus.Message) -> None:
    here = {socket.person.id for socket in sockets.open_to(message["players"]) if socket.person is not None}
    if here:
        _Known.turns |= here
        _soon()


def _soon() -> None:
    if _Known.telling is None:
        _Known.telling = asyncio.create_task(_tell_soon(), name=TELLING)


async def _tell_soon() -> None:
    """Once for all that happens in a moment."""
    try:
        await asyncio.sleep(SOON)
    finally:
        _Known.telling = None
    come, _Known.come = _Known.come, set()
    changed, _Known.unread = _Known.unread, set()
    turns, _Known.turns = _Known.turns, set()
    here = {socket.person.id for socket in sockets.all_open() if socket.person is not None}
    try:
        for player, watchers in await ask(_watchers, come, here) if come else ():
            if presence.places(player.pk):
                _tell_coming(player, watchers)
        counts = await ask(_unread, changed) if changed else {}
        for socket in sockets.open_to(counts.keys()):
            if socket.person is not None:
                socket.write(unread_frame(socket, counts[socket.person.id]))
        lists = await ask(my_turns.of, turns) if turns else {}
        _tell_turns(lists)
    except Exception:
        log.exception("people could not be told their news")


def _watchers(come: Collection[int], here: Collection[int]) -> list[tuple[Player, list[int]]]:
    return list(watching.to_be_told(come, here))


def _news_of(player: int) -> tuple[int, Sequence[my_turns.MyTurn]]:
    """What somebody has not read, and where it is their turn."""
    return _unread([player])[player], my_turns.of([player])[player]


def _unread(players: Collection[int]) -> dict[int, int]:
    return {player: conversations.unread(Player(pk=player)) for player in players}


def _tell_coming(player: Player, watchers: Collection[int]) -> None:
    page = reverse("player", args=[player.name])
    _tell(watchers, player.pk, lambda: _("{name} has come.").format(name=player.name), page)


def _tell(players: Collection[int], by: int, text: Callable[[], str], address: str | None) -> None:
    for socket in sockets.open_to(players):
        if not ignoring.hears(socket, by):
            continue
        with translation.override(socket.language):
            socket.write(frames.line({**frames.answer_line(text()), "address": address}, socket, aloud=True))


def listen() -> None:
    """Hear what concerns people, from the start of the process."""
    presence.listen(_came_or_went)
    bus.on("notice", _notice)
    bus.on("unread", _unread_changed)
    bus.on("turns", _turns_changed)
    bus.on("holiday", lambda message: _turns_changed({"players": [message["player"]]}))

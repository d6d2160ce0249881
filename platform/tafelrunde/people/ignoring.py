"""Whom people ignore: what those say, in rooms, whispers, letters and invitations, never reaches them, also in history.

A process knows it of everybody who has a socket here (`know`), so that a line costs no query: a change is told by the
bus, which is a hint like others; the truth is in the database, which is asked when somebody comes, and by `beat`. Who
is ignored is never told so. What has been said shows again to who ignores no longer.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from typing import Final

from django.db import transaction
from django.utils.translation import gettext as _

from tafelrunde.accounts.models import Player
from tafelrunde.live import bus, sockets
from tafelrunde.live.portions import in_portions
from tafelrunde.live.prepared import Prepared
from tafelrunde.live.sockets import Socket
from tafelrunde.live.threads import ask
from tafelrunde.refusals import Refusal

from .models import Friendship, Ignoring, Watch
from .pairs import MOST, both, locked, refuse_oneself

BEAT: Final = 10.0
_IGNORED = Prepared[tuple[int, int]](
    lambda players: Ignoring.objects.filter(by__in=players).values_list("by", "ignored")
)
_known: dict[int, set[int]] = {}
_ignorers: defaultdict[int, set[int]] = defaultdict(set)
_changes: Counter[int] = Counter()


def ignore(player: Player, other: Player) -> None:
    """From now on the player hears nothing from the other, who is not told. Ends a friendship and a watch of theirs."""
    refuse_oneself(player, other, _("You cannot ignore yourself."))
    with transaction.atomic():
        locked(player, other)
        if does(player, other):
            raise Refusal("not_allowed_now", _("You ignore {name} already.").format(name=other.name))
        if Ignoring.objects.filter(by=player).count() >= MOST:
            raise Refusal("not_allowed_now", _("You ignore {n} people, and that is enough.").format(n=MOST))
        Ignoring.objects.create(by=player, ignored=other)
        Friendship.objects.filter(both("asker", "asked", player, other)).delete()
        Watch.objects.filter(watcher=player, watched=other).delete()
        _publish(player, other, True)


def heed(player: Player, other: Player) -> None:
    """The player ignores the other no longer, and sees what was said meanwhile."""
    with transaction.atomic():
        locked(player, other)
        if not Ignoring.objects.filter(by=player, ignored=other).delete()[0]:
            raise Refusal("not_allowed_now", _("You do not ignore {name}.").format(name=other.name))
        _publish(player, other, False)


def does(player: Player, other: Player) -> bool:
    """Does the player ignore the other?"""
    return Ignoring.objects.filter(by=player, ignored=other).exists()


def ignored(player: Player) -> list[Player]:
    """Whom the player ignores, in order."""
    return list(Player.objects.filter(ignored_by__by=player).order_by("key"))


def ignored_by(player: Player | None) -> set[int]:
    """Their numbers, as the database has them now."""
    return set() if player is None else {other for _by, other in _IGNORED.all([player.pk])}


def refuse_ignored(player: Player, other: Player) -> None:
    """Refusal `not_allowed_now` for who turns to somebody whom they ignore."""
    if does(player, other):
        text = _("You ignore {name}: with /unignore {name} you hear each other again.")
        raise Refusal("not_allowed_now", text.format(name=other.name))


# --- what this process knows, on the loop -----------------------------------------------------------------------------


def hears(socket: Socket, speaker: int | None) -> bool:
    """May who is at the socket be told what the speaker says, as far as this process knows?"""
    return socket.person is None or speaker is None or socket.person.id not in _ignorers.get(speaker, ())


def is_ignored(speaker: int | None) -> bool:
    """Does anybody who is here ignore the speaker? Mostly nobody does."""
    return speaker is not None and bool(_ignorers.get(speaker))


async def know(player: int) -> None:
    """Before the player's socket is told anything: from here on this process knows whom they ignore."""
    while player not in _known:
        before = _changes[player]
        found = await ask(_read, [player])
        if _changes[player] == before:
            _set(player, found.get(player, set()))


async def beat() -> None:
    """Find the changes of which no hint came, and forget who is not here. As long as the process serves."""
    while True:
        await look(BEAT)


async def look(over: float = 0.0) -> None:
    """Ask the database about everybody who is here, some at a time."""
    for player in _known.keys() - _here():
        _set(player, None)
    async for players in in_portions(_known, over):
        before = {player: _changes[player] for player in players}
        found = await ask(_read, players)
        for player in players:
            if player in _known and _changes[player] == before[player]:
                _set(player, found.get(player, set()))
    for player in _changes.keys() - _known.keys() - _here():
        del _changes[player]


def _here() -> set[int]:
    return {socket.person.id for socket in sockets.all_open() if socket.person is not None}


def _read(players: Sequence[int]) -> Mapping[int, set[int]]:
    found: defaultdict[int, set[int]] = defaultdict(set)
    for player, other in _IGNORED.all(players):
        found[player].add(other)
    return found


def _set(player: int, ignored: set[int] | None) -> None:
    """What is known of a player; None forgets them."""
    before = _known.pop(player, set())
    if ignored is not None:
        _known[player] = ignored
    for other in before - (ignored or set()):
        _ignorers[other].discard(player)
        if not _ignorers[other]:
            del _ignorers[other]
    for other in (ignored or set()) - before:
        _ignorers[other].add(player)


def _publish(player: Player, other: Player, ignores: bool) -> None:
    transaction.on_commit(lambda: bus.publish("ignore", player=player.pk, other=other.pk, ignores=ignores))


def _heard(message: bus.Message) -> None:
    player, other = message["player"], message["other"]
    _changes[player] += 1
    if player in _known:
        _set(player, _known[player] | {other} if message["ignores"] else _known[player] - {other})


bus.on("ignore", _heard)

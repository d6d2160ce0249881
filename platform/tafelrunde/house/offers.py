"""Which games are offered. A game that is switched off begins no new match anywhere; running ones go on.

Who decides (opening, choosing, starting) asks the database: `refuse_if_off`. What is drawn on the loop asks what this
process last heard: `is_offered`, and `heard_options` for what is decided in `terms`. A process hears of a change over
the bus, and else reads again every `BEAT` seconds, since a management command beside an SQLite database reaches no
process.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Mapping
from typing import Final

from django.contrib.auth.base_user import AbstractBaseUser
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from tafelrunde import games
from tafelrunde.game import Option
from tafelrunde.games import AnyGame
from tafelrunde.live import bus
from tafelrunde.live.prepared import Prepared
from tafelrunde.live.threads import ask
from tafelrunde.refusals import Refusal

from . import acts, terms
from .models import OfferedGame
from .terms import Decided

_OFF = Prepared[str](lambda: OfferedGame.objects.filter(offered=False).values_list("slug", flat=True))
BEAT: Final = 2.0
Listener = Callable[[frozenset[str]], None]


class _Heard:
    """What this process knows."""

    off: frozenset[str] = frozenset()
    decided: Mapping[str, Decided] = {}
    wake: asyncio.Event | None = None


_listeners: list[Listener] = []


def listen(listener: Listener) -> None:
    """Call `listener` on the loop with the slugs of the games that are offered in another way than before."""
    _listeners.append(listener)


def is_offered(slug: str) -> bool:
    """As this process last heard; asks no database."""
    return slug not in _Heard.off


def heard_options(game: AnyGame) -> tuple[Option, ...]:
    """The game's options with the values that are offered, as this process last heard; asks no database."""
    return terms.narrowed(game, _Heard.decided.get(game.slug, {}))


def heard() -> dict[str, AnyGame]:
    """The offered games, as this process last heard; asks no database."""
    return {slug: game for slug, game in games.installed().items() if is_offered(slug)}


def offered() -> dict[str, AnyGame]:
    """The installed games that are offered now, by slug."""
    off = read_off()
    return {slug: game for slug, game in games.installed().items() if slug not in off}


def read_off() -> frozenset[str]:
    """The games that are switched off now."""
    return frozenset(_OFF.all())


def refuse_if_off(slug: str) -> None:
    """Refusal `game_off` for a game that is switched off now."""
    if slug in read_off():
        raise Refusal("game_off", _("This game is switched off: no new matches of it for now."))


def switch(slug: str, on: bool, by: AbstractBaseUser | None, reason: str = "") -> bool:
    """Switch a game on or off, in all processes; False if it is so already. An uninstalled one can be switched, too."""
    with transaction.atomic():
        OfferedGame.objects.get_or_create(slug=slug)
        row = OfferedGame.objects.select_for_update().get(slug=slug)
        if row.offered == on:
            return False
        row.offered, row.changed, row.by_id = on, timezone.now(), None if by is None else by.pk
        row.save()
        what = acts.What.GAME_ON if on else acts.What.GAME_OFF
        acts.record(what, by, acts.On(acts.Kind.GAME, slug, slug), reason)
        transaction.on_commit(lambda: bus.publish("games", slug=slug))
    return True


async def run() -> None:
    """Read again when told to and every `BEAT` seconds, as long as the process serves."""
    wake = _Heard.wake = asyncio.Event()
    while True:
        wake.clear()
        off, decided = await ask(_read)
        changed = (off ^ _Heard.off) | _differing(decided, _Heard.decided)
        _Heard.off, _Heard.decided = off, decided
        if changed:
            for listener in _listeners:
                listener(changed)
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(wake.wait(), BEAT)


def _read() -> tuple[frozenset[str], dict[str, Decided]]:
    rows = list(OfferedGame.objects.values_list("slug", "offered", "options"))
    off = frozenset(slug for slug, offered, _options in rows if not offered)
    return off, {slug: options for slug, _offered, options in rows if options}


def _differing(now: Mapping[str, Decided], before: Mapping[str, Decided]) -> frozenset[str]:
    return frozenset(slug for slug in now.keys() | before.keys() if now.get(slug) != before.get(slug))


def _wake(_message: bus.Message) -> None:
    if _Heard.wake is not None:
        _Heard.wake.set()


bus.on("games", _wake)

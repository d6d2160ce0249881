"""Whom people watch for: they are told when she comes, unless she lets nobody see that she is here."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from django.db import transaction
from django.utils.translation import gettext as _

from tafelrunde.accounts.models import Player
from tafelrunde.accounts.preferences import ALL, FRIENDS, preferences_of
from tafelrunde.refusals import Refusal

from .ignoring import refuse_ignored
from .models import Watch
from .pairs import MOST, locked, refuse_guests, refuse_oneself
from .seeing import SEEN, friends_of


def watch(player: Player, other: Player) -> None:
    """From now on the player is told when the other comes. The other is not told of it."""
    refuse_oneself(player, other, _("You know when you come."))
    refuse_guests(player, other)
    refuse_ignored(player, other)
    with transaction.atomic():
        locked(player)
        if Watch.objects.filter(watcher=player, watched=other).exists():
            raise Refusal("not_allowed_now", _("You watch for {name} already.").format(name=other.name))
        if Watch.objects.filter(watcher=player).count() >= MOST:
            raise Refusal("not_allowed_now", _("You watch for {n} people, and that is enough.").format(n=MOST))
        Watch.objects.create(watcher=player, watched=other)


def unwatch(player: Player, other: Player) -> None:
    """The player is not told any more."""
    if not Watch.objects.filter(watcher=player, watched=other).delete()[0]:
        raise Refusal("not_allowed_now", _("You do not watch for {name}.").format(name=other.name))


def does(player: Player, other: Player) -> bool:
    """Does the player watch for the other?"""
    return Watch.objects.filter(watcher=player, watched=other).exists()


def watched(player: Player) -> list[Player]:
    """Whom the player watches for, in order."""
    return list(Player.objects.filter(watched_by__watcher=player, is_active=True).order_by("key"))


def to_be_told(come: Collection[int], here: Collection[int]) -> Iterable[tuple[Player, list[int]]]:
    """Of those who have come: each with who is here and is to be told of it."""
    rows = Watch.objects.filter(watched__in=come, watcher__in=here).select_related("watched")
    pairs = [(row.watched, row.watcher_id) for row in rows]
    friends = friends_of([player.pk for player, _watcher in pairs])
    told: dict[int, tuple[Player, list[int]]] = {}
    for player, watcher in pairs:
        audience = preferences_of(player)[SEEN]
        if audience == ALL or (audience == FRIENDS and watcher in friends[player.pk]):
            told.setdefault(player.pk, (player, []))[1].append(watcher)
    return told.values()

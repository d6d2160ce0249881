"""Who may see what of somebody: that they are here, their ratings, their matches. Each is a preference of theirs."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection
from dataclasses import dataclass
from typing import Final

from django.db.models import Q

from tafelrunde.accounts.models import Player
from tafelrunde.accounts.preferences import ALL, FRIENDS, preferences_of
from tafelrunde.live import presence

from .models import Friendship

SEEN: Final = "seen"


def may_see(what: str, owner: Player, reader: Player | None) -> bool:
    """May the reader see this of the owner, by the owner's preference of that name? Everybody sees their own."""
    audience = preferences_of(owner)[what]
    if audience == ALL or (reader is not None and reader.pk == owner.pk):
        return True
    return audience == FRIENDS and reader is not None and reader.pk in friends_of([owner.pk])[owner.pk]


def places(player: Player, reader: Player | None) -> set[str]:
    """Where the player is, as far as the reader may see; nothing where they may not, as if the player were away."""
    found = presence.places(player.pk)
    return found if found and may_see(SEEN, player, reader) else set()


def friends_of(players: Collection[int]) -> defaultdict[int, set[int]]:
    """The friends of each of these."""
    rows = Friendship.objects.filter(Q(asker__in=players) | Q(asked__in=players), accepted__isnull=False)
    friends: defaultdict[int, set[int]] = defaultdict(set)
    for one, other in rows.values_list("asker", "asked"):
        friends[one].add(other)
        friends[other].add(one)
    return friends


@dataclass(frozen=True, slots=True)
class Online:
    """The names of who is online: those that all may see, and those that only some may, with their numbers."""

    for_all: tuple[str, ...] = ()
    for_some: tuple[tuple[str, frozenset[int]], ...] = ()

    def beside(self, reader: int | None) -> tuple[str, ...]:
        """Whom this reader sees beside those that all see."""
        return tuple(name for name, readers in self.for_some if reader in readers)

    def hidden_from(self, reader: int | None) -> set[str]:
        """Whom this reader does not see."""
        return {name for name, readers in self.for_some if reader not in readers}

    def seen_by(self, reader: int | None) -> list[str]:
        """All whom this reader sees, in order."""
        return sorted((*self.for_all, *self.beside(reader)), key=str.casefold)


def read_online() -> Online:
    """Who is online now."""
    players = Player.objects.filter(pk__in=presence.online()).only("pk", "name", "preferences")
    audiences = [(player, preferences_of(player)[SEEN]) for player in players]
    friends = friends_of([player.pk for player, audience in audiences if audience == FRIENDS])
    hidden = [
        (player.name, frozenset({player.pk, *(friends[player.pk] if audience == FRIENDS else ())}))
        for player, audience in audiences
        if audience != ALL
    ]
    return Online(
        tuple(sorted(player.name for player, audience in audiences if audience == ALL)), tuple(sorted(hidden))
    )

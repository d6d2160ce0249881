"""Who may see what of a room's matches.

While a match is played, it is for who may be in its room. What was played in an open room is for everybody afterwards;
what was played in one that was unlisted or had a password stays with those who played, and who belong to the room.
"""

from __future__ import annotations

from collections.abc import Collection
from functools import cached_property

from django.db.models import Q

from tafelrunde.matches.models import Entry, Match, MatchSeat

from .admitting import Comer, belongs, refusal
from .changes import RUNNING
from .models import PrivateMatch, Room, RoomSeat

NOBODY = Comer()


def may_see(match: Match, who: Comer | None) -> bool:
    """May they know of this match at all? Whoever may not is answered as if it were not there."""
    return match.pk in seen_among([match], who)


def seen_among(matches: Collection[Match], who: Comer | None) -> set[int]:
    """The numbers of those that they may know of. Of many it costs no more queries than of one."""
    asked = _Asked(matches, who or NOBODY)
    return {match.pk for match in matches if asked.may_see(match)}


def is_private(match: Match) -> bool:
    """Was it played in a room that was not open to all?"""
    try:
        return match.private is not None
    except PrivateMatch.DoesNotExist:
        return False


def has_played(match: Match, player: int | None) -> bool:
    """Do they play in it, or have they, from the beginning or in another's place?"""
    if player is None:
        return False
    return match.seats.filter(player=player).exists() or Entry.objects.filter(match=match, player=player).exists()


def played_in(matches: Collection[int], player: int | None) -> set[int]:
    """In which of these matches they play, or have played."""
    if player is None:
        return set()
    begun = MatchSeat.objects.filter(match__in=matches, player=player).values_list("match_id", flat=True)
    taken = Entry.objects.filter(match__in=matches, player=player).values_list("match_id", flat=True)
    return {*begun, *taken}


class _Asked:
    """Some matches, and who asks for them. What the database has to say is read once, and where it matters."""

    def __init__(self, matches: Collection[Match], who: Comer) -> None:
        self._matches, self._who = matches, who

    def may_see(self, match: Match) -> bool:
        """May they know of this one? A tutorial is played in its room, and shown nowhere else."""
        if match.tutorial:
            return False
        if match.status in RUNNING:
            return self._may_watch(match)
        return not is_private(match) or match.pk in self._played or self._belongs(match)

    def _may_watch(self, match: Match) -> bool:
        room = _room(match)
        if room is None:
            return not is_private(match) or match.pk in self._played
        if refusal(room, self._who, ()) is None and not is_private(match):
            return True
        seated = self._seated.get(room.pk, ())
        entered = refusal(room, self._who, seated) is None and belongs(room, self._who, seated)
        return entered or match.pk in self._played

    def _belongs(self, match: Match) -> bool:
        room = self._rooms.get(match.place)
        return room is not None and belongs(room, self._who, self._seated.get(room.pk, ()))

    @cached_property
    def _played(self) -> set[int]:
        return played_in([match.pk for match in self._matches], self._who.player)

    @cached_property
    def _rooms(self) -> dict[str, Room]:
        """The rooms that are still there, by address."""
        return {room.slug: room for room in Room.objects.filter(slug__in={match.place for match in self._matches})}

    @cached_property
    def _seated(self) -> dict[int, list[int | None]]:
        """Who sits in which room."""
        found: dict[int, list[int | None]] = {}
        places, numbers = {match.place for match in self._matches}, [match.pk for match in self._matches]
        rows = RoomSeat.objects.filter(Q(room__slug__in=places) | Q(room__match__in=numbers))
        for room, player in rows.values_list("room", "player"):
            found.setdefault(room, []).append(player)
        return found


def _room(match: Match) -> Room | None:
    try:
        return match.room
    except Room.DoesNotExist:
        return None

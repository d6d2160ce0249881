"""Who may see what of a room's matches.

While a match is played, it is for who may be in its room. What was played in an open room is for everybody afterwards;
what was played in one that was unlisted or had a password stays with those who played, and who belong to the room.
"""

from __future__ import annotations

from tafelrunde.matches.models import Entry, Match

from .admitting import Comer, belongs, refusal, seated_in
from .changes import RUNNING
from .models import PrivateMatch, Room

NOBODY = Comer()


def may_see(match: Match, who: Comer | None) -> bool:
    """May they know of this match at all? Whoever may not is answered as if it were not there."""
    who = who or NOBODY
    if match.status in RUNNING:
        return _may_watch(match, who)
    return not is_private(match) or has_played(match, who.player) or _belongs(match, who)


def is_private(match: Match) -> bool:
    """Was it played in a room that was not open to all?"""
    try:
        return match.private is not None
    except PrivateMatch.DoesNotExist:
        return False


def _may_watch(match: Match, who: Comer) -> bool:
    room = _room(match)
    if room is None:
        return not is_private(match) or has_played(match, who.player)
    if refusal(room, who, ()) is None and not is_private(match):
        return True
    seated = seated_in(room)
    return has_played(match, who.player) or (refusal(room, who, seated) is None and belongs(room, who, seated))


def _belongs(match: Match, who: Comer) -> bool:
    room = Room.objects.filter(slug=match.place).first()
    return room is not None and belongs(room, who, seated_in(room))


def has_played(match: Match, player: int | None) -> bool:
    """Do they play in it, or have they, from the beginning or in another's place?"""
    if player is None:
        return False
    return match.seats.filter(player=player).exists() or Entry.objects.filter(match=match, player=player).exists()


def _room(match: Match) -> Room | None:
    try:
        return match.room
    except Room.DoesNotExist:
        return None

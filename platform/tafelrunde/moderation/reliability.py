"""How reliable somebody is: of the last matches with other people, how many they have finished and how many left.

A match counts when it is over and at least one other person began it. Who at its end had got up, was absent or had been
replaced has left it; who came back has not. One that was aborted counts for those alone who had left by then: the
others had nothing to finish. Who took somebody's place on the way is not counted.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from django.db.models import Case, Exists, F, OuterRef, Q, Subquery, Value, When

from tafelrunde.accounts.models import Player
from tafelrunde.matches.models import Entry, Match, MatchSeat

LAST: Final = 100
"""Of how many matches, the newest, this is told."""
_OF_SEATS: Final = (Entry.Kind.ABSENT, Entry.Kind.BACK, Entry.Kind.LEFT, Entry.Kind.REPLACED)
_GONE: Final = (Entry.Kind.ABSENT, Entry.Kind.LEFT)


@dataclass(frozen=True, slots=True)
class Reliability:
    """Matches finished and left."""

    finished: int
    left: int

    @property
    def matches(self) -> int:
        """How many count."""
        return self.finished + self.left

    @property
    def percent(self) -> int:
        """How many of a hundred were finished, never rounded up to more than it is. Who has played none is trusted."""
        return 100 * self.finished // self.matches if self.matches else 100


def of(player: Player) -> Reliability:
    """That of the player now."""
    events = Entry.objects.filter(match=OuterRef("match"), seat=OuterRef("seat"), kind__in=_OF_SEATS)
    others = MatchSeat.objects.filter(match=OuterRef("match"), player__isnull=False).exclude(player=player)
    newest = events.order_by("-version")
    sitter = events.filter(kind=Entry.Kind.REPLACED).order_by("-version").values("player")[:1]
    seats = (
        MatchSeat.objects.filter(Exists(others), player=player)
        .filter(match__status__in=(Match.Status.OVER, Match.Status.ABORTED))
        .annotate(last=Subquery(newest.values("kind")[:1]), sitter=Subquery(sitter))
        .annotate(
            left=Case(
                When(Q(sitter__isnull=False) & ~Q(sitter=F("player")), then=Value(True)),
                When(last__in=_GONE, then=Value(True)),
                default=Value(False),
            )
        )
        .filter(Q(left=True) | Q(match__status=Match.Status.OVER))
        .order_by("-match")
    )
    found = list(seats.values_list("left", flat=True)[:LAST])
    return Reliability(found.count(False), found.count(True))

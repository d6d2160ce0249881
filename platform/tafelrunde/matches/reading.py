"""Reading the log of matches: what it says has happened, and how far it has come."""

from __future__ import annotations

from collections.abc import Sequence

from django.db.models import Max

from tafelrunde.live.prepared import Prepared

from .models import Entry
from .position import Change, Sitter

_NEWEST = Prepared[tuple[int, int]](
    lambda matches: Entry.objects.filter(match__in=matches).values_list("match").annotate(newest=Max("version"))
)


def read_log(match: int, after: int = 0, until: int | None = None) -> list[Change]:
    """What the log says after a version, up to a ply."""
    entries = Entry.objects.filter(match=match, version__gt=after).order_by("version")
    if until is not None:
        entries = entries.filter(ply__lte=until)
    columns = ("kind", "seat", "at", "move", "by", "player", "player__name")
    return [
        Change(kind, seat, at.timestamp(), move, by, Sitter(player, "", name) if player is not None else None)
        for kind, seat, at, move, by, player, name in entries.values_list(*columns)
    ]


def newest(matches: Sequence[int]) -> dict[int, int]:
    """The newest version of each of these matches that has come beyond its beginning."""
    return dict(_NEWEST.all(matches))

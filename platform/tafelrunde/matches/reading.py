"""Reading the log of matches: what it says has happened, and how far it has come."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.db.models import Max

from tafelrunde.live.prepared import Prepared

from .models import Entry, Match, MatchSeat
from .position import Change, Sitter

_COLUMNS = ("kind", "seat", "at", "move", "by", "player", "player__name")
_ENTRIES = Entry.objects.order_by("version").values_list(*_COLUMNS)
_AFTER = Prepared[tuple[Any, ...]](lambda match, after: _ENTRIES.filter(match=match, version__gt=after))
_UNTIL = Prepared[tuple[Any, ...]](
    lambda match, after, until: _ENTRIES.filter(match=match, version__gt=after, ply__lte=until)
)
_NEWEST = Prepared[tuple[int, int]](
    lambda matches: Entry.objects.filter(match__in=matches).values_list("match").annotate(newest=Max("version"))
)
_ROW = Prepared[Match](lambda match: Match.objects.filter(pk=match))
_SEATS = Prepared[tuple[int | None, str, str]](
    lambda match: MatchSeat.objects.filter(match=match).order_by("seat").values_list("player", "bot", "name")
)


def read_row(match: int) -> Match:
    """The match's own row. Match.DoesNotExist without one."""
    row = _ROW.first(match)
    if row is None:
        raise Match.DoesNotExist
    return row


def read_sitters(match: int) -> list[Sitter]:
    """Who began it, in order of seats."""
    return [Sitter(*seat) for seat in _SEATS.all(match)]


def read_log(match: int, after: int = 0, until: int | None = None) -> list[Change]:
    """What the log says after a version, up to a ply."""
    rows = _AFTER.all(match, after) if until is None else _UNTIL.all(match, after, until)
    return [
        Change(kind, seat, at.timestamp(), move, by, Sitter(player, "", name) if player is not None else None)
        for kind, seat, at, move, by, player, name in rows
    ]


def last_change(match: int) -> Change | None:
    """The newest entry of a match's log."""
    version = newest([match]).get(match)
    return read_log(match, version - 1)[-1] if version else None


def newest(matches: Sequence[int]) -> dict[int, int]:
    """The newest version of each of these matches that has come beyond its beginning."""
    return dict(_NEWEST.all(matches))

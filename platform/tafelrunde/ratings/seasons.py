"""Seasons: the quarters of the year. A match belongs to the one in which its last entry was made, by UTC.

Everybody begins a season anew, with the arithmetic of all times: so a season's rating follows from the log alone (no
carried number would have to be explained or rated again), a newcomer of yesterday can win it, and who does not play
does not keep a place. UTC, because the season of a match must be the same whatever the house's clock is set to.
"""

from __future__ import annotations

import datetime as dt
import re
from dataclasses import dataclass
from typing import Final

MONTHS: Final = 3
PATTERN: Final = "^[1-8][0-9]{3}Q[1-4]$"
"""How a key is written. No date is late enough to end 9999Q4."""
_KEY: Final = re.compile(r"([1-8][0-9]{3})Q([1-4])", re.ASCII)


@dataclass(frozen=True, slots=True, order=True)
class Season:
    """A quarter of a year, counted from 1."""

    year: int
    quarter: int

    @classmethod
    def at(cls, moment: dt.datetime) -> Season:
        """The season of a moment."""
        moment = moment.astimezone(dt.UTC)
        return cls(moment.year, 1 + (moment.month - 1) // MONTHS)

    @classmethod
    def read(cls, key: str) -> Season | None:
        """The season with this key; None where it is none."""
        found = _KEY.fullmatch(key)
        return cls(int(found[1]), int(found[2])) if found else None

    @property
    def key(self) -> str:
        """By what it is kept and asked for, ``2026Q4``; keys sort as seasons do."""
        return f"{self.year}Q{self.quarter}"

    @property
    def begins(self) -> dt.datetime:
        """Its first moment."""
        return dt.datetime(self.year, 1 + (self.quarter - 1) * MONTHS, 1, tzinfo=dt.UTC)

    @property
    def ends(self) -> dt.datetime:
        """The first moment after it."""
        return self.after.begins

    @property
    def after(self) -> Season:
        """The next one."""
        return Season(self.year + self.quarter // 4, 1 + self.quarter % 4)


def season_of(seconds: float) -> str:
    """The key of the season of a moment in seconds since 1970."""
    return Season.at(dt.datetime.fromtimestamp(seconds, dt.UTC)).key

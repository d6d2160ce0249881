"""What is kept of a person: each part of the platform says it here, once, and how it is exported, handed on and erased.

A part registers a `Holding` in its AppConfig.ready(). `rights` and `merging` ask all of them; nothing else knows what
there is. A test finds the column that links to a player and that no holding names.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from .models import Player


def _nothing(*_: Any) -> int:
    return 0


@dataclass(frozen=True, slots=True)
class Holding:
    """Something that is kept of people.

    `columns` are those that link to a player, or hold players' numbers or names, as ``"rooms.RoomSeat.player"``.

    - `export(player)` is all of it that is the player's to know, as JSON.
    - `erase(player)` makes it go, or leaves nothing but the number. The player's name is still there, they are signed
      out everywhere and come in no more. In a transaction of its own; once more finds nothing more to do.
    - `hand_on(guest, member)` makes what was a guest's a member's, in the transaction of all of them; a Refusal keeps
      everything as it was. What is not handed on is erased with the guest.
    - `clear(now)` makes go what has been kept for long enough, and gives how much; once a day.
    """

    name: str
    columns: Sequence[str]
    export: Callable[[Player], Any]
    erase: Callable[[Player], object]
    hand_on: Callable[[Player, Player], object] = _nothing
    clear: Callable[[dt.datetime], int] = _nothing


_holdings: dict[str, Holding] = {}


def register(*holdings: Holding) -> None:
    """Say what is kept. A name is registered once."""
    for holding in holdings:
        if _holdings.setdefault(holding.name, holding) is not holding:
            raise ValueError(f"a holding {holding.name!r} is registered already")


def registered() -> list[Holding]:
    """All of them, those of lower layers first: what stands on something is erased before it."""
    return list(_holdings.values())

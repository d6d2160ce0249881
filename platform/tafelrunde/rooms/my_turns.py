"""The daily matches of a player: where it is their turn, most urgent first, and where they wait for others.

Each process tells its own sockets when it may have changed: in the head of every page the count, in the lobby and on
the page the list, too.
"""

from __future__ import annotations

import datetime as dt
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from django.http import HttpRequest
from django.template.loader import get_template
from django.utils import translation
from django.utils.functional import SimpleLazyObject

from tafelrunde import games
from tafelrunde.accounts.models import Player
from tafelrunde.live.prepared import Prepared
from tafelrunde.live.sockets import Socket
from tafelrunde.matches import holidays
from tafelrunde.matches.models import SECONDS, Match, Turn
from tafelrunde.matches.texts import render

from . import wire
from .models import Room

_COLUMNS = ("player", "since", "match", "match__pace", "match__game", "match__room__slug", "match__room__name")
_TURNS = Prepared[tuple[Any, ...]](
    lambda players: Turn.objects.filter(
        player__in=players, match__status=Match.Status.PLAYING, match__room__isnull=False
    ).values_list(*_COLUMNS)
)


@dataclass(frozen=True, slots=True)
class MyTurn:
    """A daily match that waits for the reader, in a room; until when, in milliseconds since 1970."""

    match: int
    slug: str
    room: str
    game: str
    until: int

    @property
    def game_name(self) -> str:
        """The game's name in the language that is active now."""
        return name_of(self.game)

    @property
    def ends(self) -> dt.datetime:
        """Until when."""
        return dt.datetime.fromtimestamp(self.until / 1000, dt.UTC)


def of(players: Collection[int]) -> Mapping[int, Sequence[MyTurn]]:
    """Where it is these players' turn."""
    rows = _TURNS.all(list(players))
    spans = holidays.of(players) if rows else {}
    found: defaultdict[int, list[MyTurn]] = defaultdict(list)
    for player, since, match, pace, game, slug, name in rows:
        until = holidays.out_of_time(since.timestamp(), SECONDS[pace], spans.get(player, ()))
        found[player].append(MyTurn(match, slug, name, game, int(until * 1000)))
    return {player: sorted(found[player], key=lambda turn: (turn.until, turn.match)) for player in players}


def count(player: Player) -> int:
    """In how many matches it is the player's turn."""
    return len(_TURNS.all([player.pk]))


def waiting_for_others(player: Player) -> list[Room]:
    """The rooms of the player's daily matches in which somebody else is to move, the newest first."""
    mine = Room.objects.filter(seats__player=player, match__pace=Match.Pace.DAILY)
    others = mine.filter(match__status=Match.Status.PLAYING).exclude(match__turns__player=player)
    return list(others.select_related("match").order_by("-match"))


def name_of(slug: str) -> str:
    """A game's name, in the language that is active now."""
    game = games.find(slug)
    return render(game.name) if game else slug


def frame(socket: Socket, turns: Sequence[MyTurn]) -> str:
    """What a socket is told: a page the link in its head, and the list where it has one."""
    if not socket.html:
        return wire.frame("turns", turns=[asdict(turn) for turn in turns])
    with translation.override(socket.language):
        given: dict[str, Any] = {"turns": turns, "turns_count": len(turns)}
        return "\n".join([get_template(f"turns/_{name}.html").render(given).strip() for name in ("head", "list")])


def in_head(request: HttpRequest) -> dict[str, Any]:
    """`turns_count` for the head of every page, counted only where a page shows it."""
    player = getattr(request, "user", None)
    return {"turns_count": SimpleLazyObject(lambda: count(player) if isinstance(player, Player) else 0)}

"""Lists of matches, the newest first: a player's and a room's. A page costs the same wherever in the list it is."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from tafelrunde import games
from tafelrunde.accounts.models import Player
from tafelrunde.accounts.names import FORMER, called, name_key
from tafelrunde.matches.models import Entry, Match, MatchSeat
from tafelrunde.matches.playoffs import may_be_tied, outcome
from tafelrunde.matches.texts import render as render_line
from tafelrunde.people import seeing

from . import door
from .admitting import Comer, comer
from .changes import RUNNING
from .endings import wants_hidden
from .models import Room
from .seeing import played_in, seen_among

PER_PAGE: Final = 25
LARGEST: Final = 2**63 - 1


@dataclass(frozen=True, slots=True)
class Played:
    """Who played at a seat to the end; `linked` where they have a page, `instead` is who sat there at first."""

    name: str
    bot: bool
    linked: bool
    instead: str
    rank: int | None
    score: int | None


@dataclass(frozen=True, slots=True)
class Row:
    """A match in a list; `players` are in the order of their ranks, without a result in that of their seats.

    `playoff_of` is the match whose shared win is played off, `won_by` who has won the play-off of a shared win, in the
    match `decided_in`. Where the end is `hidden` from the reader, nothing in it depends on the result.
    """

    match: Match
    game_name: str
    players: list[Played]
    playoff_of: int | None = None
    won_by: str = ""
    decided_in: int | None = None
    hidden: bool = False


@dataclass(frozen=True, slots=True)
class MatchList:
    """A page of a list: `newest` is the first one, `older` what to ask for as `before` to go on, None at the end."""

    rows: list[Row]
    older: int | None
    newest: bool


def matches_of_player(
    player: Player, reader: Comer | None, before: int | None = None, most: int = PER_PAGE, hides: bool = False
) -> MatchList:
    """The matches that a player has played in, from the beginning or in another's place, as the reader may see them."""
    until = LARGEST if before is None else before
    begun = MatchSeat.objects.filter(player=player, match__lt=until).order_by("-match")
    taken = Entry.objects.filter(player=player, match__lt=until).order_by("-match")
    found = {pk for rows in (begun, taken) for pk in rows.values_list("match_id", flat=True)[: most + 1]}
    return _list(sorted(found, reverse=True), reader, before, most, hides)


def matches_in_room(
    slug: str, reader: Comer | None, before: int | None = None, most: int = PER_PAGE, hides: bool = False
) -> MatchList:
    """The matches that were played in a room, also when it has closed, as the reader may see them."""
    until = LARGEST if before is None else before
    found = Match.objects.filter(place=slug, pk__lt=until).order_by("-pk").values_list("pk", flat=True)
    return _list(list(found[: most + 1]), reader, before, most, hides)


@require_GET
def of_player(request: HttpRequest, name: str) -> HttpResponse:
    """The page of a player's matches."""
    key = name_key(name)
    player = None if "\0" in key else Player.objects.filter(key=key).first()  # PostgreSQL takes no NUL
    if player is None:
        raise Http404
    shows = seeing.may_see("matches", player, request.user if isinstance(request.user, Player) else None)
    found = matches_of_player(player, _reader(request), before(request), hides=wants_hidden(request)) if shows else None
    return render(request, "matches/of_player.html", {"player": player, "list": found})


@require_GET
def of_room(request: HttpRequest, slug: str) -> HttpResponse:
    """The page of a room's matches."""
    room = Room.objects.filter(slug=slug).first()
    if room is not None and (refused := door.refused(request, room)) is not None:
        return door.page(request, room, refused)
    found = matches_in_room(slug, _reader(request), before(request), hides=wants_hidden(request))
    if room is None and not found.rows:
        raise Http404
    return render(request, "matches/of_room.html", {"room": room, "slug": slug, "list": found})


def _list(found: list[int], reader: Comer | None, before: int | None, most: int, hides: bool) -> MatchList:
    shown = found[:most]
    rows = rows_of(shown, reader, hides)
    return MatchList(rows, older=shown[-1] if len(found) > most else None, newest=before is None)


def rows_of(shown: list[int], reader: Comer | None, hides: bool) -> list[Row]:
    """These matches as the reader may see them, in this order."""
    stored = Match.objects.defer("seed", "options").select_related("private", "room").prefetch_related("seats")
    matches = stored.in_bulk(shown)
    taken = _taken_seats(shown)
    seen = seen_among(matches.values(), reader)
    known = _known(matches.values(), reader) if hides else None
    return [_row(matches[pk], taken.get(pk, {}), known) for pk in shown if pk in seen]


def _known(matches: Iterable[Match], reader: Comer | None) -> set[int]:
    """Of these, and of those that they play off, whose end the reader knows."""
    numbers = {pk for match in matches for pk in (match.pk, match.playoff_of_id) if pk is not None}
    return played_in(numbers, reader.player if reader else None)


def _taken_seats(matches: list[int]) -> Mapping[int, Mapping[int, str]]:
    """Who took which seat while the match was played, by match and seat: the last one."""
    taken: dict[int, dict[int, str]] = {}
    entries = Entry.objects.filter(match__in=matches, player__isnull=False).order_by("match", "version")
    for match, seat, name in entries.values_list("match_id", "seat", "player__name"):
        taken.setdefault(match, {})[seat] = name
    return taken


def _row(match: Match, taken: Mapping[int, str], known: Collection[int] | None = None) -> Row:
    """A row; `known` are the matches whose end is not to be hidden, None for all."""
    game = games.find(match.game)
    hidden = known is not None and match.pk not in known and match.status not in RUNNING
    playoff_of = match.playoff_of_id if known is None or match.playoff_of_id in known else None
    result = {} if hidden else match.result or {}
    players = [_played(seat, taken.get(seat.seat), result) for seat in match.seats.all()]
    players.sort(key=lambda played: played.rank or 0)
    name = render_line(game.name) if game else match.game
    if hidden or not may_be_tied(match):
        return Row(match, name, players, playoff_of, hidden=hidden)
    left = outcome(match)
    return Row(match, name, players, playoff_of, called(left.winner), left.last.pk)


def _played(seat: MatchSeat, taken_by: str | None, result: Mapping[str, Any]) -> Played:
    return Played(
        name=called(taken_by or seat.name),
        bot=bool(seat.bot),
        linked=not seat.bot and (taken_by or seat.name) != FORMER,
        instead=called(seat.name) if taken_by else "",
        rank=_at(result.get("ranks"), seat.seat),
        score=_at(result.get("scores"), seat.seat),
    )


def _at(values: Iterable[int] | None, seat: int) -> int | None:
    return None if values is None else list(values)[seat]


def _reader(request: HttpRequest) -> Comer:
    return comer(request.user if isinstance(request.user, Player) else None, request.session)


def before(request: HttpRequest) -> int | None:
    """What ``?before=`` asks for."""
    asked = request.GET.get("before", "")
    return min(int(asked), LARGEST) if asked.isascii() and asked.isdigit() else None

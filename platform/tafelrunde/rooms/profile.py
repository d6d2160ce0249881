"""A member's page: ratings with how they have come about, results, matches; what of it is shown is their choice."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from typing import Any, Final

from django.db.models import Count, Q
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_GET

from tafelrunde import games
from tafelrunde.accounts.members import find_member
from tafelrunde.accounts.models import Player
from tafelrunde.matches.models import Match
from tafelrunde.matches.texts import render as render_line
from tafelrunde.moderation import reliability
from tafelrunde.people import seeing
from tafelrunde.ratings.medals import medals_of
from tafelrunde.ratings.models import Medal, Rating, RatingChange
from tafelrunde.ratings.ranking import rank_of, ratings_of
from tafelrunde.ratings.rating import START
from tafelrunde.ratings.seasons import Season

from .chart import Chart, chart
from .listing import LOBBY, rooms_of
from .people_pages import table_of, ties
from .rankings import counts_of, row, season_name
from .seeing import is_private

LONGEST: Final = 200
"""How many matches back a chart goes."""


@dataclass(frozen=True, slots=True)
class Step:
    """What a match has made of a rating; `linked` where the reader may open it."""

    match: Match
    number: int
    gained: int
    linked: bool


@dataclass(frozen=True, slots=True)
class Course:
    """How a rating has come about: its chart, and when it began and was last changed."""

    game: str
    game_name: str
    chart: Chart
    table: list[Step]

    @property
    def began(self) -> dt.datetime | None:
        """When the first of these matches was."""
        return self.table[-1].match.started if self.table else None

    @property
    def ended(self) -> dt.datetime | None:
        """When the last was."""
        return self.table[0].match.started if self.table else None


@require_GET
def page(request: HttpRequest, name: str) -> HttpResponse:
    """A member, as far as the reader may see."""
    player = find_member(name)
    if player is None:
        raise Http404
    if player.name != name:
        return redirect("player", player.name)
    reader = request.user if isinstance(request.user, Player) else None
    shows_ratings, shows_matches = (seeing.may_see(what, player, reader) for what in ("ratings", "matches"))
    found = ratings_of(player) if shows_ratings else []
    own = reader is not None and reader.pk == player.pk
    places = seeing.places(player, reader)
    given = {
        "player": player,
        "own": own,
        "here": bool(places),
        "in_lobby": LOBBY in places,
        "rooms": rooms_of(player, reader),
        "ties": ties(reader, player),
        "invites_to": table_of(reader) if reader else None,
        "shows_ratings": shows_ratings,
        "shows_matches": shows_matches,
        "ratings": [_of_game(rating) for rating in found],
        "reliability": reliability.of(player),
        "courses": [course for rating in found if (course := _course(rating, own)) is not None],
        "medals": [_medal(medal) for medal in medals_of(player)] if shows_ratings else [],
        "results": _results(player) if shows_matches else [],
        "statistics": _statistics(player) if shows_matches else [],
    }
    return render(request, "ratings/player.html", given)


def _of_game(rating: Rating) -> dict[str, Any]:
    game = games.find(rating.game)
    return {
        **row(rating, rank_of(rating)),
        "game": rating.game,
        "game_name": _name(rating.game),
        "installed": game is not None,
    }


def _course(rating: Rating, own: bool) -> Course | None:
    """The rating after each of the last rated matches, the oldest first; None where a line would have one point.

    What was played in a room that was not open to all is linked on the player's `own` page only.
    """
    changes = RatingChange.objects.filter(player=rating.player, rated__game=rating.game).order_by("-rated")
    last = list(changes.values_list("number", "gained", "rated__match")[:LONGEST])[::-1]
    if not last:
        return None
    first = last[0][0] - last[0][1]
    points = [(0, [first]), *((at, [number]) for at, (number, _gained, _match) in enumerate(last, 1))]
    drawn = chart(points, [rating.player.name], [(0, "")], len(last), around=START)
    if drawn is None:
        return None
    ended = Match.objects.select_related("private").in_bulk([match for _number, _gained, match in last])
    table = [
        Step(ended[match], number, gained, linked=own or not is_private(ended[match]))
        for number, gained, match in last
        if match in ended
    ]
    return Course(rating.game, _name(rating.game), drawn, table[::-1])


def _results(player: Player) -> list[dict[str, Any]]:
    """Of each game how many rated matches the player has played and won, the game most played first."""
    counted = RatingChange.objects.filter(player=player).values("rated__game")
    rows = counted.annotate(matches=Count("pk"), won=Count("pk", filter=Q(place=1))).order_by("-matches")
    return [{**found, "game_name": _name(found["rated__game"])} for found in rows]


def _statistics(player: Player) -> list[dict[str, Any]]:
    """Of each game what its statistics have counted in the player's rated matches, the game most played first."""
    rows = [(games.find(rating.game), rating) for rating in ratings_of(player)]
    return [
        {"game": rating.game, "game_name": _name(rating.game), "counts": counts}
        for game, rating in rows
        if game is not None and (counts := counts_of(game, rating.counts))
    ]


def _medal(medal: Medal) -> dict[str, Any]:
    season = Season.read(medal.season)
    return {
        "place": medal.place,
        "game": medal.game,
        "game_name": _name(medal.game),
        "installed": games.find(medal.game) is not None,
        "season": medal.season,
        "season_name": season_name(season) if season else medal.season,
        "number": medal.number,
    }


def _name(slug: str) -> str:
    game = games.find(slug)
    return render_line(game.name) if game else slug

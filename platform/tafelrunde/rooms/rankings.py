"""The ranking of a game: of all times or of a season, of all or of friends, with what the game's statistics count."""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_GET

from tafelrunde import games
from tafelrunde.accounts.models import Player
from tafelrunde.games import AnyGame
from tafelrunde.matches.texts import render as render_line
from tafelrunde.people import friends
from tafelrunde.ratings.medals import LEAST
from tafelrunde.ratings.models import Kept
from tafelrunde.ratings.ranking import Ranking, seasons_of, signed
from tafelrunde.ratings.rating import SURE_AFTER, TREND_OVER, Counts
from tafelrunde.ratings.seasons import Season

PER_PAGE: Final = 50
LEASTS: Final = (1, 5, 20, 50)
"""With how many matches one may be asked for."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What of a ranking is asked for; what is none of the choices is the first of them."""

    season: Season | None
    friends: bool
    least: int

    @classmethod
    def read(cls, query: QueryDict, member: bool) -> Asked:
        """What stands in the address."""
        least = query.get("least", "")
        known = int(least) if least in map(str, LEASTS) else LEASTS[0]
        return cls(Season.read(query.get("season", "")), member and query.get("who") == "friends", known)

    @property
    def query(self) -> str:
        """The same as it stands in an address, in front of the page's number."""
        query = QueryDict(mutable=True)
        if self.season is not None:
            query["season"] = self.season.key
        if self.friends:
            query["who"] = "friends"
        if self.least != LEASTS[0]:
            query["least"] = str(self.least)
        return query.urlencode()


@require_GET
def ranking_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Who is how strong in a game; where the reader stands, on whatever page."""
    game = games.find(slug)
    if game is None:
        raise Http404
    reader = request.user if isinstance(request.user, Player) and not request.user.guest else None
    asked = Asked.read(request.GET, reader is not None)
    among = {reader.pk, *(friend.pk for friend in friends.friends(reader))} if reader and asked.friends else None
    season = asked.season.key if asked.season else ""
    ranking = Ranking(slug, season, asked.least, None if among is None else frozenset(among))
    page = Paginator(ranking.ranked(), PER_PAGE).get_page(request.GET.get("page"))
    mine = ranking.of(reader) if reader else None
    given = {
        "game": slug,
        "game_name": render_line(game.name),
        "page": page,
        "rows": [row(rating, rating.rank, game) for rating in page],
        "counted": labels(game),
        "mine": None
        if mine is None
        else {**row(mine, ranking.rank(mine)), "page": ranking.position(mine) // PER_PAGE + 1},
        "asked": asked,
        "seasons": _seasons(slug, season),
        "season_name": season_name(asked.season) if asked.season else "",
        "season_ends": asked.season.ends if asked.season and asked.season.ends > timezone.now() else None,
        "leasts": [(least, _least(least)) for least in LEASTS],
        "member": reader is not None,
        "medals_after": LEAST,
        "sure_after": SURE_AFTER,
        "trend_over": TREND_OVER,
    }
    return render(request, "ratings/ranking.html", given)


def row(rating: Kept, rank: int, game: AnyGame | None = None) -> dict[str, Any]:
    """A rating as templates show it; with the game also what its statistics have counted, in the order of `labels`."""
    trend = rating.trend
    return {
        "player": rating.player_id,
        "name": rating.player.name,
        "rank": rank,
        "tied": getattr(rating, "sharing", 1) > 1,
        "number": rating.number,
        "trend": signed(trend),
        "way": "up" if trend > 0 else "down" if trend < 0 else "level",
        "matches": rating.matches,
        "provisional": rating.provisional,
        "counts": [] if game is None else [count for _label, count in counts_of(game, rating.counts)],
    }


def labels(game: AnyGame) -> list[str]:
    """What the game's statistics count, in the language that is active now."""
    return [render_line(label) for label in game.counted().values()]


def counts_of(game: AnyGame, counts: Counts) -> list[tuple[str, int]]:
    """The labels with what has been counted; what the game does not declare any more is not shown."""
    declared: Mapping[str, Any] = game.counted()
    return [(render_line(label), counts.get(name, 0)) for name, label in declared.items()]


def season_name(season: Season) -> str:
    """A season in words, in the language that is active now."""
    names = {1: _("January to March"), 2: _("April to June"), 3: _("July to September"), 4: _("October to December")}
    return _("{months} {year}").format(months=names[season.quarter], year=season.year)


def _seasons(slug: str, asked: str) -> list[tuple[str, str]]:
    """All times, the season that is on, those that were, and the one that is asked for, the newest first."""
    keys = {Season.at(timezone.now()).key, *itertools.islice(seasons_of(slug), 40), *([asked] if asked else [])}
    known = [season for key in sorted(keys, reverse=True) if (season := Season.read(key))]
    return [("", _("All time")), *((season.key, season_name(season)) for season in known)]


def _least(least: int) -> str:
    text: str = _("any number") if least == 1 else ngettext("{n} or more", "{n} or more", least).format(n=least)
    return text

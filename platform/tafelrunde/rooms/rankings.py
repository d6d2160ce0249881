"""The ranking of a game."""

from __future__ import annotations

from typing import Any, Final

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from tafelrunde import games
from tafelrunde.accounts.models import Player
from tafelrunde.matches.texts import render as render_line
from tafelrunde.ratings.models import Rating
from tafelrunde.ratings.ranking import position_of, rank_of, ranking, rating_of, signed
from tafelrunde.ratings.rating import SURE_AFTER, TREND_OVER

PER_PAGE: Final = 50


@require_GET
def ranking_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Who is how strong in a game; where the reader stands, on whatever page."""
    game = games.find(slug)
    if game is None:
        raise Http404
    pages = Paginator(ranking(slug), PER_PAGE)
    page = pages.get_page(request.GET.get("page"))
    mine = rating_of(request.user, slug) if isinstance(request.user, Player) else None
    given = {
        "game": slug,
        "game_name": render_line(game.name),
        "page": page,
        "rows": [row(rating, rating.rank) for rating in page],  # type: ignore[attr-defined]
        "mine": None if mine is None else {**row(mine, rank_of(mine)), "page": position_of(mine) // PER_PAGE + 1},
        "sure_after": SURE_AFTER,
        "trend_over": TREND_OVER,
    }
    return render(request, "ratings/ranking.html", given)


def row(rating: Rating, rank: int) -> dict[str, Any]:
    """A rating as templates show it."""
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
    }

"""The installed games."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

from django.http import Http404, HttpRequest
from ninja import Query, Router

from tafelrunde import games
from tafelrunde.game import Option, options_schema
from tafelrunde.games import AnyGame
from tafelrunde.house import offers, terms
from tafelrunde.matches.bots import offered
from tafelrunde.matches.texts import render
from tafelrunde.ratings.medals import medals_in
from tafelrunde.ratings.models import Kept, Medal
from tafelrunde.ratings.ranking import Ranking, seasons_of
from tafelrunde.ratings.seasons import PATTERN, Season

from . import shapes
from .callers import ALL
from .paging import PageNumber, paged
from .shapes import answers

SeasonKey = Annotated[str, Query(pattern=PATTERN, description="as `/seasons` names it; of all times without it")]
router = Router(tags=["games"], auth=ALL)


@router.get("", response=answers(200, shapes.Page[shapes.Game], 422), summary="All games")
def list_games(request: HttpRequest, page: PageNumber = 1) -> dict[str, Any]:
    """The games that can be played here, by slug."""
    found = sorted(offers.offered().values(), key=lambda game: game.slug)
    return paged(found, len(found), page, game_json)


@router.get("/{slug}/ranking", response=answers(200, shapes.Page[shapes.Ranked], 404, 422), summary="The ranking")
def game_ranking(
    request: HttpRequest, slug: str, season: SeasonKey | None = None, page: PageNumber = 1
) -> dict[str, Any]:
    """Who is how strong in a game, of all times or in a season, the strongest first; equal ratings share a rank."""
    game = games.find(slug)
    if game is None:
        raise Http404
    asked = Ranking(slug, season or "")
    return paged(asked.ranked(), asked.rows().count(), page, lambda rating: _ranked(game, rating))


@router.get("/{slug}/seasons", response=answers(200, shapes.Page[shapes.Season], 404, 422), summary="The seasons")
def game_seasons(request: HttpRequest, slug: str, page: PageNumber = 1) -> dict[str, Any]:
    """The quarters in which rated matches of a game were played, the newest first, with the medals of those that are
    over."""
    if games.find(slug) is None:
        raise Http404
    known = [season for key in seasons_of(slug) if (season := Season.read(key)) is not None]
    medals = medals_in(slug)
    return paged(known, len(known), page, lambda season: _season(season, medals.get(season.key, ())))


def _season(season: Season, medals: Sequence[Medal]) -> dict[str, Any]:
    return {
        "season": season.key,
        "begins": int(season.begins.timestamp() * 1000),
        "ends": int(season.ends.timestamp() * 1000),
        "medals": [{"player": medal.player.name, "place": medal.place, "rating": medal.number} for medal in medals],
    }


def _ranked(game: AnyGame, rating: Any) -> dict[str, Any]:
    counts = counts_json(game, rating)
    return {"player": rating.player.name, "rank": rating.rank, **rating_json(rating), "counts": counts}


def counts_json(game: AnyGame, rating: Kept) -> dict[str, int]:
    """What the game's statistics have counted of a player, by the names that it declares now."""
    return {name: rating.counts.get(name, 0) for name in game.counted()}


def rating_json(rating: Kept) -> dict[str, Any]:
    """What is told of a rating."""
    return {
        "rating": rating.number,
        "trend": rating.trend,
        "matches": rating.matches,
        "provisional": rating.provisional,
    }


def game_json(game: AnyGame) -> dict[str, Any]:
    """A game with texts in the language that is active now."""
    options = terms.offered(game)
    return {
        "slug": game.slug,
        "name": render(game.name),
        "ruleset": game.ruleset,
        "seats": {"min": game.seats[0], "max": game.seats[-1]},
        "hidden": game.hidden,
        "options": [_option(option) for option in options],
        "options_schema": options_schema(options, render),
        "bots": [{"slug": bot.slug, "name": render(bot.name)} for bot in offered(game)],
        "counts": [{"name": name, "label": render(label)} for name, label in game.counted().items()],
    }


def _option(option: Option) -> dict[str, Any]:
    values = [{"value": value, "label": render(label)} for value, label in option.values.items()]
    return {"name": option.name, "label": render(option.label), "default": option.default, "values": values}

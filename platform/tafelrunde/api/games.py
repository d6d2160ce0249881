"""The installed games."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest
from ninja import Router

from tafelrunde import games
from tafelrunde.game import Option, options_schema
from tafelrunde.games import AnyGame
from tafelrunde.house import offers, terms
from tafelrunde.matches.bots import offered
from tafelrunde.matches.texts import render
from tafelrunde.ratings.models import Rating
from tafelrunde.ratings.ranking import how_many, ranking

from . import shapes
from .callers import ALL
from .paging import PageNumber, paged
from .shapes import answers

router = Router(tags=["games"], auth=ALL)


@router.get("", response=answers(200, shapes.Page[shapes.Game], 422), summary="All games")
def list_games(request: HttpRequest, page: PageNumber = 1) -> dict[str, Any]:
    """The games that can be played here, by slug."""
    found = sorted(offers.offered().values(), key=lambda game: game.slug)
    return paged(found, len(found), page, game_json)


@router.get("/{slug}/ranking", response=answers(200, shapes.Page[shapes.Ranked], 404, 422), summary="The ranking")
def game_ranking(request: HttpRequest, slug: str, page: PageNumber = 1) -> dict[str, Any]:
    """Who is how strong in a game, the strongest first; equal ratings share a rank."""
    if games.find(slug) is None:
        raise Http404
    ranked = ranking(slug)
    return paged(ranked, how_many(slug), page, _ranked)


def _ranked(rating: Rating) -> dict[str, Any]:
    return {"player": rating.player.name, "rank": rating.rank, **rating_json(rating)}  # type: ignore[attr-defined]


def rating_json(rating: Rating) -> dict[str, Any]:
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
    }


def _option(option: Option) -> dict[str, Any]:
    values = [{"value": value, "label": render(label)} for value, label in option.values.items()]
    return {"name": option.name, "label": render(option.label), "default": option.default, "values": values}

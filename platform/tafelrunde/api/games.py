"""The installed games."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest
from ninja import Router

from tafelrunde.game import Option, declared
from tafelrunde.games import AnyGame
from tafelrunde.house import offers
from tafelrunde.matches.texts import render

from . import shapes
from .callers import ALL
from .paging import PageNumber, paged

router = Router(tags=["games"], auth=ALL)


@router.get("", response={200: shapes.Page[shapes.Game], 401: shapes.Error, 422: shapes.Error})
def list_games(request: HttpRequest, page: PageNumber = 1) -> dict[str, Any]:
    """The games that can be played here, by slug."""
    found = sorted(offers.offered().values(), key=lambda game: game.slug)
    return paged(found, len(found), page, game_json)


def game_json(game: AnyGame) -> dict[str, Any]:
    """A game with texts in the language that is active now."""
    return {
        "slug": game.slug,
        "name": render(game.name),
        "ruleset": game.ruleset,
        "seats": {"min": game.seats[0], "max": game.seats[-1]},
        "hidden": game.hidden,
        "options": [_option(option) for option in declared(game.Options)],
        "bots": [{"slug": bot.slug, "name": render(bot.name)} for bot in game.bots()],
    }


def _option(option: Option) -> dict[str, Any]:
    values = [{"value": value, "label": render(label)} for value, label in option.values.items()]
    return {"name": option.name, "label": render(option.label), "default": option.default, "values": values}

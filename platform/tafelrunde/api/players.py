"""Members, as everybody may know them."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest
from django.utils.translation import gettext as _
from ninja import Router

from tafelrunde import games
from tafelrunde.accounts.members import find_member
from tafelrunde.people.seeing import may_see
from tafelrunde.ratings.medals import medals_of
from tafelrunde.ratings.ranking import rank_of, ratings_of
from tafelrunde.refusals import Refusal

from . import shapes
from .callers import ALL, caller
from .games import counts_json, rating_json
from .shapes import answers

router = Router(tags=["players"], auth=ALL)


@router.get("/{name}", response=answers(200, shapes.Player, 404), summary="One member")
def one_player(request: HttpRequest, name: str) -> dict[str, Any]:
    """A member with ratings, medals and counts, the game most played first; none where the caller may not see them.
    Guests have none, and are not told of."""
    player = find_member(name)
    if player is None:
        raise Refusal("no_such_player", _("There is no member of that name."))
    shows_ratings, shows_matches = (may_see(what, player, caller(request)) for what in ("ratings", "matches"))
    ratings = ratings_of(player)
    return {
        "name": player.name,
        "joined": int(player.joined.timestamp() * 1000),
        "ratings": [
            {"game": rating.game, "rank": rank_of(rating), **rating_json(rating)}
            for rating in (ratings if shows_ratings else ())
        ],
        "medals": [
            {"game": medal.game, "season": medal.season, "place": medal.place, "rating": medal.number}
            for medal in (medals_of(player) if shows_ratings else ())
        ],
        "counts": [
            {"game": rating.game, "counts": counts_json(game, rating)}
            for rating in (ratings if shows_matches else ())
            if (game := games.find(rating.game)) is not None and game.counted()
        ],
    }

"""What is kept of a player's strength. The numbers of one who has left stay: those of others come from them.

Rankings do not name them (`ranking`). Medals go. Guests have none of all that.
"""

from __future__ import annotations

from typing import Any, Final

from tafelrunde.accounts.holdings import Holding
from tafelrunde.accounts.models import Player

from .models import Medal, Rating, RatingChange, SeasonRating

_NUMBERS: Final = ("game", "number", "matches", "mu", "sigma", "numbers", "counts")


def _ratings(player: Player) -> dict[str, Any]:
    rows = Rating.objects.filter(player=player).order_by("game")
    seasons = SeasonRating.objects.filter(player=player).order_by("season", "game")
    changes = RatingChange.objects.filter(player=player).order_by("rated")
    return {
        "now": list(rows.values(*_NUMBERS)),
        "by_season": list(seasons.values("season", *_NUMBERS)),
        "by_match": [
            {"match": match, "game": game, "place": place, "rating": number, "gained": gained, "counts": counts}
            for match, game, place, number, gained, counts in changes.values_list(
                "rated__match", "rated__game", "place", "number", "gained", "counts"
            )
        ],
    }


def _medals(player: Player) -> list[Any]:
    return list(player.medals.values("season", "game", "place", "number"))


HOLDINGS: Final = (
    Holding(
        "ratings",
        ("ratings.Rating.player", "ratings.SeasonRating.player", "ratings.RatingChange.player"),
        _ratings,
        lambda player: None,
    ),
    Holding("medals", ("ratings.Medal.player",), _medals, lambda player: Medal.objects.filter(player=player).delete()),
)

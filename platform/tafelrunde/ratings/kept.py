"""What is kept of a player's strength. The numbers of one who has left stay: those of others come from them.

Rankings do not name them (`ranking`). Guests have none.
"""

from __future__ import annotations

from typing import Any, Final

from tafelrunde.accounts.holdings import Holding
from tafelrunde.accounts.models import Player

from .models import Rating, RatingChange


def _ratings(player: Player) -> dict[str, Any]:
    rows = Rating.objects.filter(player=player).order_by("game")
    changes = RatingChange.objects.filter(player=player).order_by("rated")
    return {
        "now": list(rows.values("game", "number", "matches", "mu", "sigma", "numbers")),
        "by_match": [
            {"match": match, "game": game, "place": place, "rating": number, "gained": gained}
            for match, game, place, number, gained in changes.values_list(
                "rated__match", "rated__game", "place", "number", "gained"
            )
        ],
    }


HOLDINGS: Final = (
    Holding(
        "ratings",
        ("ratings.Rating.player", "ratings.RatingChange.player"),
        _ratings,
        lambda player: None,
    ),
)

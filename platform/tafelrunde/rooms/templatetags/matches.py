"""A player's last matches, for pages of parts that know no matches."""

from __future__ import annotations

from typing import Any

from django.template import Library
from django.template.context import Context

from tafelrunde.accounts.models import Player

from ..admitting import comer
from ..endings import wants_hidden
from ..match_lists import matches_of_player

register = Library()


@register.inclusion_tag("matches/_latest.html", takes_context=True)
def latest_matches(context: Context, player: Player, most: int = 5) -> dict[str, Any]:
    """``{% latest_matches player 5 %}``: the newest matches of a player that the reader may see, and the way to all."""
    reader, request = context.get("user"), context.get("request")
    who = comer(reader if isinstance(reader, Player) else None, request.session if request else None)
    found = matches_of_player(player, who, most=most, hides=wants_hidden(request))
    return {"list": found, "player": player}

"""A match as programs may read it: while it runs only what the caller knows anyway, afterwards everything."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy as _

from tafelrunde.accounts.models import Player
from tafelrunde.game import Viewer
from tafelrunde.refusals import Refusal

from .models import Entry, Match
from .replay import asked, replay
from .seats import own_seat


def match_json(match: Match, caller: Player | None) -> dict[str, Any]:
    """The wire's record of a match. While it runs, the seed is null and the moves are the caller's own."""
    over = match.status in {Match.Status.OVER, Match.Status.ABORTED}
    seats = list(match.seats.all())
    moves = match.log.filter(kind=Entry.Kind.MOVE).order_by("version")
    if not over:
        own = own_seat(match, caller.pk if caller else None)
        moves = moves.filter(seat=own) if own is not None else moves.none()
    return {
        "id": match.pk,
        "game": match.game,
        "ruleset": match.ruleset,
        "options": match.options,
        "seats": [{"seat": seat.seat, "player": seat.name, "bot": seat.bot or None} for seat in seats],
        "commitment": match.commitment,
        "seed": bytes(match.seed).hex() if over else None,
        "moves": [
            {"ply": ply, "seat": seat, "move": move, "by": by, "at": int(at.timestamp() * 1000)}
            for ply, seat, move, by, at in moves.values_list("ply", "seat", "move", "by", "at")
        ],
        "result": match.result,
    }


def view_json(match: Match, ply: int, caller: Player | None, viewer: Viewer | None) -> dict[str, Any]:
    """The board at a ply: the caller's own view while the match runs; once it is over, that of any `viewer`."""
    replayed = replay(match)
    seen_by = replayed.viewer_for(caller, viewer)
    state = replayed.step(ply).position.state
    return asked(match.pk, "view", lambda: replayed.game.view(state, seen_by))


def chance_json(match: Match) -> dict[str, Any]:
    """What chance was asked at each ply and what it gave, with the seed: once the match is over."""
    replayed = replay(match)
    if not replayed.over:
        raise Refusal("not_allowed_now", _("Seed and chance are shown when the match is over."))
    return {
        "id": match.pk,
        "commitment": match.commitment,
        "seed": replayed.seed.hex(),
        "draws": asked(match.pk, "chance", lambda: [draw.as_json() for draw in replayed.draws()]),
    }

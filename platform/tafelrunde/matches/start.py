"""The beginning of a match."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from typing import Any

from django.db import transaction
from django.utils import timezone

from tafelrunde.game import commitment, new_seed, read_options, write_options
from tafelrunde.games import AnyGame
from tafelrunde.live import bus
from tafelrunde.live.rows import insert

from . import holidays, turns
from . import live as matches
from .due import next_due
from .live import LiveMatch
from .models import Deadline, Match, MatchSeat
from .position import Sitter
from .standings import counts


def start_match(
    game: AnyGame,
    options: Mapping[str, Any],
    sitters: Sequence[Sitter],
    place: str,
    pace: str = Match.Pace.NONE,
    rated: bool = True,
    playoff_of: Match | None = None,
    tutorial: bool = False,
) -> Match:
    """A new match with its seats and its first deadline, in the caller's transaction.

    It is `rated` only if it also counts for those who sit there; a play-off never is, nor is a tutorial, whose seed is
    that of the game's script.
    """
    seed = game.tutorial.seed if tutorial and game.tutorial else new_seed()
    match = Match(
        game=game.slug,
        ruleset=game.ruleset,
        options=write_options(read_options(game.Options, options)),
        seed=seed,
        commitment=commitment(seed),
        place=place,
        pace=pace,
        rated=rated and playoff_of is None and not tutorial and counts(sitters),
        playoff_of=playoff_of,
        tutorial=tutorial,
        started=timezone.now(),
    )
    insert(match)
    insert(
        *(
            MatchSeat(match_id=match.pk, seat=seat, player_id=sitter.player, bot=sitter.bot, name=sitter.name)
            for seat, sitter in enumerate(sitters)
        )
    )
    live = LiveMatch(match, game, sitters)
    live.ratings = matches.read_ratings(live)
    live.holidays = holidays.of_match(live)
    if waiting := turns.waiting_for(live, live.position):
        turns.settle(match.pk, waiting)
        transaction.on_commit(lambda: turns.tell([live]))
    transaction.on_commit(lambda: matches.adopt(live))
    due = next_due(live, live.position)
    if due is not None:
        insert(Deadline(match_id=match.pk, due=dt.datetime.fromtimestamp(due, dt.UTC)))
        transaction.on_commit(lambda: bus.publish("due", at=due))
    return match

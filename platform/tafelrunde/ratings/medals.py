"""Medals: for the first three places of a game's season, given once when it is over, whichever process does it.

They wait `GRACE` after the end: a match that ended in its last second is rated by then. What was given is kept, also
where `manage.py rerate` comes to other ratings afterwards.
"""

from __future__ import annotations

import asyncio
import datetime as dt
import logging
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from django.db import transaction
from django.utils import timezone

from tafelrunde.accounts.models import Player
from tafelrunde.live.threads import ask

from . import apply
from .models import Medal, SeasonEnd, SeasonRating
from .ranking import Ranking
from .rating import SURE_AFTER
from .seasons import Season

EVERY: Final = 600.0
GRACE: Final = dt.timedelta(minutes=10)
PLACES: Final = 3
LEAST: Final = SURE_AFTER
"""Who has played fewer matches of the game in the season gets no medal, and is in nobody's way to one."""
log = logging.getLogger(__name__)


async def run() -> None:
    """Give medals when a season is over, as long as the process serves."""
    while True:
        await ask(give_due)
        await asyncio.sleep(EVERY)


def give_due(now: dt.datetime | None = None) -> list[str]:
    """Give the medals of all seasons that have ended and of which none were given yet. Gives their keys."""
    over = Season.at((now or timezone.now()) - GRACE).key
    ended = SeasonEnd.objects.values_list("season", flat=True)
    waiting = SeasonRating.objects.filter(season__lt=over).exclude(season__in=ended)
    seasons = sorted(waiting.order_by().values_list("season", flat=True).distinct())
    return [season for season in seasons if give(season)]


def give(season: str) -> bool:
    """Give the medals of a season, unless somebody has. Nobody rates meanwhile."""
    with transaction.atomic():
        apply.lock()
        if SeasonEnd.objects.filter(season=season).exists():
            return False
        SeasonEnd.objects.create(season=season)
        medals = [medal for game in _games(season) for medal in _won(game, season)]
        Medal.objects.bulk_create(medals)
    log.info("season %s is over: %d medals were given", season, len(medals))
    return True


def medals_of(player: Player) -> list[Medal]:
    """A player's medals, the newest first."""
    return list(Medal.objects.filter(player=player))


def medals_in(game: str) -> Mapping[str, Sequence[Medal]]:
    """All that were given in a game, by the key of their season, the first place first."""
    found: defaultdict[str, list[Medal]] = defaultdict(list)
    for medal in Medal.objects.filter(game=game).select_related("player").order_by("place", "player__key"):
        found[medal.season].append(medal)
    return found


def _games(season: str) -> list[str]:
    rows = SeasonRating.objects.filter(season=season).order_by("game")
    return list(rows.values_list("game", flat=True).distinct())


def _won(game: str, season: str) -> Iterator[Medal]:
    ranking = Ranking(game, season, LEAST)
    for row in ranking.ranked()[: PLACES * 10]:
        place: int = row.rank
        if place <= PLACES:
            yield Medal(player_id=row.player_id, game=game, season=season, place=place, number=row.number)

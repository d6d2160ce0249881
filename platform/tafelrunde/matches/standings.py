"""For whom a match counts, and how they have done. Ratings know nothing else of a match.

Whether it counts at all is decided when it begins: its room is rated, at least two members sit there, and no guest (so
a guest who becomes a member on the way changes nothing). Only those who began it count, bots aside; who took over a
seat is not rated for it. Who at the end has left, is absent or has been replaced ranks behind those who stayed; who
came back has stayed.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence

from tafelrunde.accounts.models import Player
from tafelrunde.game import Result
from tafelrunde.live.prepared import Prepared
from tafelrunde.ratings.apply import Standings
from tafelrunde.ratings.rating import places
from tafelrunde.ratings.seasons import season_of

from .counting import counted
from .live import LiveMatch
from .position import Change, Position, Sitter

_GUESTS = Prepared[int](lambda players: Player.objects.filter(pk__in=players, guest=True).values_list("pk", flat=True))
log = logging.getLogger(__name__)


def counts(sitters: Sequence[Sitter]) -> bool:
    """Would a rated match of these be one: at least two members, and no guest?"""
    players = [sitter.player for sitter in sitters if sitter.player is not None]
    return len(players) >= 2 and not _GUESTS.all(players)


def standings(live: LiveMatch, position: Position, last: Change) -> Standings | None:
    """How those for whom the match counts have done, if this is its end; None where it is not, or counts for nobody.

    `last` is the change that has led there: by its time the match belongs to a season.

    Also None where a game's result is none: that is logged, and costs nobody the end of their match.
    """
    if not live.rated or position.result is None:
        return None
    try:
        return _standings(live, position, position.result, last)
    except Exception:
        log.exception("match %s: its result gives no places", live.id)
        return None


def _standings(live: LiveMatch, position: Position, result: Result, last: Change) -> Standings | None:
    began = {seat: sitter.player for seat, sitter in enumerate(live.began) if sitter.player is not None}
    ranks = {player: result.ranks[seat] for seat, player in began.items()}
    gone = {
        player for seat, player in began.items() if seat in position.away or position.sitters[seat].player != player
    }
    if len(ranks) < 2:
        return None
    stayed = {seat: player for seat, player in began.items() if player not in gone}
    return Standings(live.game.slug, places(ranks, gone), season_of(last.at), counted(live, position, last, stayed))

"""Who is how strong: rankings, one player's ratings, what a match shows of its players. Equal numbers share a rank."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, F, Window
from django.db.models.functions import Rank
from django.db.models.query import QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tafelrunde.accounts.models import Player
from tafelrunde.languages.numbers import counted
from tafelrunde.live.prepared import Prepared

from .models import Kept, Rating, RatingChange, SeasonRating
from .rating import provisional


@dataclass(frozen=True, slots=True)
class Shown:
    """A player's rating beside their name; at the end of a rated match with what they `gained` in it."""

    number: int
    provisional: bool
    gained: int | None = None


_NUMBERS = Prepared[tuple[int, int, int]](
    lambda game, players: Rating.objects.filter(game=game, player__in=players).values_list(
        "player", "number", "matches"
    )
)
_GAINED = Prepared[tuple[int, int]](
    lambda match, players: RatingChange.objects.filter(rated__match=match, player__in=players).values_list(
        "player", "gained"
    )
)


@dataclass(frozen=True, slots=True)
class Ranking:
    """A ranking of a game: of all times, or of a season; of those with at least so many matches; `among` some only.

    Who is not in it is in nobody's way: places are those within it. The numbers of who has deleted their account are
    kept for those of others, and stand in no ranking.
    """

    game: str
    season: str = ""
    least: int = 1
    among: frozenset[int] | None = None

    def rows(self) -> QuerySet[Any]:
        """All who are in it, in no order."""
        kind: QuerySet[Any] = SeasonRating.objects.filter(season=self.season) if self.season else Rating.objects.all()
        rows = kind.filter(game=self.game, matches__gte=self.least, player__erased=None)
        return rows if self.among is None else rows.filter(player__in=self.among)

    def ranked(self) -> QuerySet[Any]:
        """The strongest first: `rank` (1, 2, 2, 4), and how many are `sharing` it."""
        ranked: QuerySet[Any] = self.rows().annotate(
            rank=Window(Rank(), order_by=F("number").desc()),
            sharing=Window(Count("pk"), partition_by=F("number")),
        )
        return ranked.select_related("player").order_by("-number", "player__key")

    def of(self, player: Player) -> Kept | None:
        """The player's row; None where they are not in it."""
        row: Kept | None = self.rows().select_related("player").filter(player=player).first()
        return row

    def rank(self, row: Kept) -> int:
        """The rank of one of them."""
        return 1 + self.rows().filter(number__gt=row.number).count()

    def position(self, row: Kept) -> int:
        """How many stand before one of them."""
        rows, key = self.rows(), row.player.key
        return rows.filter(number__gt=row.number).count() + rows.filter(number=row.number, player__key__lt=key).count()


def seasons_of(game: str) -> list[str]:
    """The seasons in which rated matches of a game were played, the newest first."""
    rows = SeasonRating.objects.filter(game=game).order_by("-season")
    return list(rows.values_list("season", flat=True).distinct())


def rank_of(rating: Rating) -> int:
    """The rank of one of them."""
    return Ranking(rating.game).rank(rating)


def rating_of(player: Player, game: str) -> Rating | None:
    """A player's rating in a game, None before their first rated match."""
    return Rating.objects.select_related("player").filter(player=player, game=game).first()


def ratings_of(player: Player) -> list[Rating]:
    """A player's ratings in all games, the game most played first."""
    return list(Rating.objects.select_related("player").filter(player=player).order_by("-matches", "game"))


def position_of(rating: Rating) -> int:
    """How many stand before a rating in its ranking."""
    return Ranking(rating.game).position(rating)


def shown(game: str, players: Iterable[int], match: int | None) -> dict[int, Shown]:
    """What to show of these players at a match, or, with None, at one that has not ended."""
    wanted = list(players)
    rows, gained = _NUMBERS.all(game, wanted), {} if match is None else dict(_GAINED.all(match, wanted))
    return {player: Shown(number, provisional(matches), gained.get(player)) for player, number, matches in rows}


def rank_line(player: Player, game: str, season: str = "") -> str:
    """A player's place in a game, of all times or in a season, in one line, in the language that is active now; for
    `/rank`.
    """
    ranking = Ranking(game, season)
    rating = ranking.of(player)
    if rating is None:
        text = (
            _("{name} has not played a rated match of this game in that season.")
            if season
            else _("{name} has not played a rated match of this game yet.")
        )
        return text.format(name=player.name)
    place = _("place {rank} of {count}").format(
        rank=counted(ranking.rank(rating)), count=counted(ranking.rows().count())
    )
    matches = ngettext("{n} match", "{n} matches", rating.matches).format(n=counted(rating.matches))
    if rating.provisional:
        text = _("{name}: {number}, {place} ({matches}, so provisional)")
    else:
        text = _("{name}: {number}, {place} ({matches}, trend {trend})")
    return text.format(name=player.name, number=rating.number, place=place, matches=matches, trend=signed(rating.trend))


def signed(number: int) -> str:
    """``+12``, ``−3``, ``±0``."""
    return f"{'+' if number > 0 else '−' if number < 0 else '±'}{abs(number)}"

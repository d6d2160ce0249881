"""Who is how strong: rankings, one player's ratings, what a match shows of its players. Equal numbers share a rank."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Count, F, Window
from django.db.models.functions import Rank
from django.db.models.query import QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tafelrunde.accounts.models import Player
from tafelrunde.live.prepared import Prepared

from .models import Rating, RatingChange
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


def ranking(game: str) -> QuerySet[Rating]:
    """All who have a rating in a game, the strongest first: `rank` (1, 2, 2, 4), and how many are `sharing` it."""
    ranked = _who_is_here(game).annotate(
        rank=Window(Rank(), order_by=F("number").desc()),
        sharing=Window(Count("pk"), partition_by=F("number")),
    )
    return ranked.select_related("player").order_by("-number", "player__key")


def rank_of(rating: Rating) -> int:
    """The rank of one of them."""
    return 1 + _who_is_here(rating.game).filter(number__gt=rating.number).count()


def how_many(game: str) -> int:
    """How many there are in a game's ranking."""
    return _who_is_here(game).count()


def _who_is_here(game: str) -> QuerySet[Rating]:
    """The numbers of who has deleted their account are kept for those of others, and stand in no ranking."""
    return Rating.objects.filter(game=game, player__erased=None)


def rating_of(player: Player, game: str) -> Rating | None:
    """A player's rating in a game, None before their first rated match."""
    return Rating.objects.select_related("player").filter(player=player, game=game).first()


def ratings_of(player: Player) -> list[Rating]:
    """A player's ratings in all games, the game most played first."""
    return list(Rating.objects.select_related("player").filter(player=player).order_by("-matches", "game"))


def position_of(rating: Rating) -> int:
    """How many stand before a rating in its ranking."""
    game = _who_is_here(rating.game)
    key = rating.player.key
    return (
        game.filter(number__gt=rating.number).count() + game.filter(number=rating.number, player__key__lt=key).count()
    )


def shown(game: str, players: Iterable[int], match: int | None) -> dict[int, Shown]:
    """What to show of these players at a match, or, with None, at one that has not ended."""
    wanted = list(players)
    rows, gained = _NUMBERS.all(game, wanted), {} if match is None else dict(_GAINED.all(match, wanted))
    return {player: Shown(number, provisional(matches), gained.get(player)) for player, number, matches in rows}


def rank_line(player: Player, game: str) -> str:
    """A player's place in a game in one line, in the language that is active now; for `/rank`."""
    rating = rating_of(player, game)
    if rating is None:
        text = _("{name} has not played a rated match of this game yet.")
        return text.format(name=player.name)
    place = _("place {rank} of {count}").format(rank=rank_of(rating), count=how_many(game))
    matches = ngettext("{n} match", "{n} matches", rating.matches).format(n=rating.matches)
    if rating.provisional:
        text = _("{name}: {number}, {place} ({matches}, so provisional)")
    else:
        text = _("{name}: {number}, {place} ({matches}, trend {trend})")
    return text.format(name=player.name, number=rating.number, place=place, matches=matches, trend=signed(rating.trend))


def signed(number: int) -> str:
    """``+12``, ``−3``, ``±0``."""
    return f"{'+' if number > 0 else '−' if number < 0 else '±'}{abs(number)}"

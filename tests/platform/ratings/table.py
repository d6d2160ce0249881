"""Matches that begin and end in a moment, as the log and amending see them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from tafelrunde import games
from tafelrunde.accounts.models import Player
from tafelrunde.matches import amending, log
from tafelrunde.matches import live as matches
from tafelrunde.matches.append import Append
from tafelrunde.matches.entries import status_of
from tafelrunde.matches.models import Match
from tafelrunde.matches.position import BOT, MOVE, PLAYER, Change, Sitter, now
from tafelrunde.matches.standings import standings
from tafelrunde.matches.start import start_match
from tafelrunde.ratings.models import RatedMatch, Rating, RatingChange, SeasonRating

GAME = "king_lui"


def begin(players: Sequence[Player], bots: int = 0, rated: bool = True) -> Match:
    """A match of these people, in the order of seats, and bots to three."""
    game = games.installed()[GAME]
    bots = max(bots, min(game.seats) - len(players))
    sitters = [Sitter(player.pk, "", player.name) for player in players]
    sitters += [Sitter(None, game.bots()[0].slug, f"bot-{n}") for n in range(bots)]
    return start_match(game, {}, sitters, "somewhere", rated=rated)


def to_the_end(match: Match) -> list[Append]:
    """The entries that would bring a match to its end, the last one with all that ends it."""
    live = matches.read(match.pk)
    appends = []
    while not live.position.over:
        seat = live.position.to_move[0]
        by = BOT if live.position.bot_plays(seat) else PLAYER
        change = Change(MOVE, seat, now(), live.position.legal[seat][0], by)
        turn, position = live.position.turns[seat], live.after(change)
        append = Append(match.pk, position.version, MOVE, position.ply, seat, turn, change.move, by, change.at, None)
        if position.result is not None:
            ended: dict[str, Any] = {"status": status_of(position), "result": position.result.as_json()}
            append = replace(append, **ended, standings=standings(live, position, change))
        appends.append(append)
        live.advance(position, change)
    return appends


def play(match: Match) -> Match:
    """Play a match to its end."""
    log.commit(to_the_end(match))
    match.refresh_from_db()
    return match


def won_by(match: Match, *winners: int) -> Match:
    """An admin ends a match: these seats share the first place, the others the next."""
    assert amending.adjudicate(match, winners)
    return match


def placed(match: Match) -> dict[str, int]:
    """The places of those who were rated for a match, by name."""
    return dict(RatingChange.objects.filter(rated__match=match.pk).values_list("player__name", "place"))


def stored() -> list[object]:
    """All that is stored of ratings, but for rows' ids."""
    rating, change = (
        ("game", "player", "mu", "sigma", "matches", "number", "numbers", "counts"),
        ("mu", "sigma", "number", "gained", "counts"),
    )
    return [
        list(Rating.objects.order_by("game", "player").values_list(*rating)),
        list(SeasonRating.objects.order_by("season", "game", "player").values_list("season", *rating)),
        list(RatedMatch.objects.values_list("sequence", "match", "game", "season")),
        list(RatingChange.objects.order_by("rated", "player").values_list("rated", "player", "place", *change)),
    ]

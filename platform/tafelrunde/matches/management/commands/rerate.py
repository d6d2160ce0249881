"""``manage.py rerate GAME``: a game's ratings anew, from the logs of its matches, in the order in which they ended."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import transaction
from django.db.models import Exists, OuterRef

from tafelrunde.matches import live as matches
from tafelrunde.matches import reading
from tafelrunde.matches.models import Match
from tafelrunde.matches.standings import standings
from tafelrunde.ratings import apply
from tafelrunde.ratings.apply import Standings
from tafelrunde.ratings.models import RatedMatch
from tafelrunde.ratings.recompute import Recomputed, rated_matches, stored_standings
from tafelrunde.ratings.seasons import season_of
from tafelrunde.refusals import Refusal


class Command(BaseCommand):
    """Gives what is stored already, unless something went wrong. Matches that end meanwhile wait until it is done."""

    help = "Compute the ratings of a game anew from its matches, and rate those that could not be rated at their end."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("game", metavar="GAME")
        parser.add_argument("--check", action="store_true", help="change nothing; fail if anything stored is wrong")

    def handle(self, *args: Any, **asked: Any) -> None:
        game: str = asked["game"]
        if not Match.objects.filter(game=game).exists():
            played = ", ".join(Match.objects.order_by("game").values_list("game", flat=True).distinct())
            raise CommandError(f"no match of {game} has been played here; played: {played or 'nothing'}")
        read = {
            match: _standings(game, match) for _sequence, match in rated_matches(game)
        }  # while nobody has to wait for it
        with transaction.atomic():
            wrong = self._rerate(game, read, write=not asked["check"])
        for line in wrong:
            self.stdout.write(line)
        if wrong and asked["check"]:
            raise CommandError(f"{game}: what is stored does not follow from the matches; rerate it without --check")
        self.stdout.write(f"{game}: {'put right' if wrong else 'all ratings are as stored'}")

    def _rerate(self, game: str, read: Mapping[int, Standings], *, write: bool) -> list[str]:
        last, missed = apply.lock(), []
        anew = Recomputed(game)
        for sequence, match in rated_matches(game):
            anew.add(sequence, read[match] if match in read else _standings(game, match))
        for sequence, (match, found) in enumerate(_not_rated(game), last + 1):
            missed.append(f"match {match}: not rated when it ended")
            anew.add(sequence, found)
            if write:
                apply.number_match(sequence, match, found)
        wrong = missed + anew.differences()
        if wrong and write:
            anew.store()
        return wrong


def _not_rated(game: str) -> Iterator[tuple[int, Standings]]:
    """The matches that have ended and should have been rated, in the order of their ends."""
    rated = RatedMatch.objects.filter(match=OuterRef("pk"))
    ended = Match.objects.filter(~Exists(rated), game=game, status=Match.Status.OVER, rated=True)
    for match in ended.order_by("ended", "pk").values_list("pk", flat=True):
        found = _standings(game, match)
        if found.places:
            yield match, found


def _standings(game: str, match: int) -> Standings:
    """What follows from a match's log; where nothing can read it any more, that by which it was rated."""
    last = reading.last_change(match)
    season = season_of(last.at) if last else ""
    try:
        live = matches.read(match)
    except (Refusal, Match.DoesNotExist):
        return stored_standings(game, match, season)
    found = standings(live, live.position, last) if last else None
    return found or Standings(game, {}, season)

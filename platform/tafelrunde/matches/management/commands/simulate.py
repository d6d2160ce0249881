"""``manage.py simulate SLUG``: matches of bots against each other."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from tafelrunde import games
from tafelrunde.game import BadOption, Bot, read_options
from tafelrunde.game.simulation import Record, simulate
from tafelrunde.matches.bots import offered

PLAYOUTS = 100
"""How many a sage has for a move here: by time, the same seed would not give the same matches."""


class Command(BaseCommand):
    """Prints wins, mean scores and moves per second. All but the last is the same for the same seed."""

    help = "Let bots play matches against each other. Needs no database."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("game", metavar="SLUG")
        parser.add_argument("--seats", type=int, help="default: as many as bots are named, else the fewest")
        parser.add_argument("--games", type=int, default=100, help="how many matches (default 100)")
        parser.add_argument("--bots", metavar="BOT,BOT,…", help="one for each seat; default: the game's first bot")
        parser.add_argument("--seed", type=int, default=1, help="the same seed gives the same matches (default 1)")
        parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="a game option")

    def handle(self, *args: Any, **asked: Any) -> None:
        game = games.find(asked["game"])
        if game is None:
            raise _bad(f"{asked['game']} is not installed; installed: {', '.join(games.installed()) or 'no game'}")
        bots = _bots(game, asked["bots"], asked["seats"])
        options = _options(game, asked["option"])
        if asked["games"] < 1:
            raise _bad(f"--games: expected at least 1, found {asked['games']}")
        self._print(bots, simulate(game, options, bots, asked["games"], asked["seed"]))

    def _print(self, bots: list[Bot], record: Record) -> None:
        width = max(len(bot.slug) for bot in bots)
        for bot, wins, mean in zip(bots, record.wins, record.mean_scores, strict=True):
            share = wins / record.matches
            self.stdout.write(f"{bot.slug:{width}}  wins {wins:.1f} ({share:.1%})  mean score {mean:.1f}")
        speed = record.moves / record.seconds
        self.stdout.write(f"{record.matches} matches, {record.moves} moves, {speed:.0f} moves/s")


def _bots(game: games.AnyGame, named: str | None, seats: int | None) -> list[Bot]:
    known = {bot.slug: bot for bot in offered(game, PLAYOUTS)}
    slugs = named.split(",") if named else [game.bots()[0].slug] * (seats or game.seats[0])
    for slug in slugs:
        if slug not in known:
            raise _bad(f"--bots: {game.slug} has no bot {slug!r}, but {', '.join(known)}")
    count = len(slugs) if seats is None else seats
    if count not in game.seats:
        raise _bad(f"--seats: {game.slug} is for {game.seats[0]} to {game.seats[-1]}, not {count}")
    if len(slugs) != count:
        raise _bad(f"--bots: expected {count} bots for {count} seats, found {len(slugs)}")
    return [known[slug] for slug in slugs]


def _options(game: games.AnyGame, given: list[str]) -> Any:
    try:
        return read_options(game.Options, dict(_pair(text) for text in given))
    except BadOption as error:
        raise _bad(f"--option: {error}") from error


def _pair(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not equals:
        raise _bad(f"--option: expected NAME=VALUE, found {text!r}")
    return name, value


def _bad(message: str) -> CommandError:
    return CommandError(message, returncode=2)

"""``manage.py checkgame SLUG``: hold a game to everything its interface promises."""

from __future__ import annotations

import gettext
import json
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from tafelrunde import games
from tafelrunde.game import BadOption, read_options
from tafelrunde.game.testing import check_game, raised, record


class Command(BaseCommand):
    """Exits with 1 if there is something to complain about, with 2 if there is no such game."""

    help = "Play a game by lot and tell what is wrong with it. Needs no database."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("game", metavar="SLUG", help="an installed game, or the folder of one's package")
        parser.add_argument("--matches", type=int, default=100, help="how many matches (default 100)")
        parser.add_argument("--seed", type=int, default=1, help="the same seed plays the same matches (default 1)")
        parser.add_argument("--match", type=int, metavar="N", help="only this one of the matches")
        parser.add_argument("--record", metavar="FILE", help="check nothing, but write a match to replay in tests")
        parser.add_argument("--seats", type=int, help="with --record; default: the fewest")
        parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="with --record")

    def handle(self, *args: Any, **asked: Any) -> None:
        game = _find(asked["game"])
        if asked["record"]:
            self._record(game, asked)
            return
        matches, only = asked["matches"], asked["match"]
        if matches < 1 or (only is not None and only not in range(matches)):
            raise _bad(f"--match: expected one of {matches} matches, counted from 0")
        report = check_game(game, matches, asked["seed"], only=only)
        self.stdout.write(str(report))
        for language, missing in untranslated(game, sorted(report.messages)).items():
            several = ", ".join(map(repr, missing)) if asked["verbosity"] > 1 else "-v 2 lists them"
            self.stdout.write(f"not translated into {language}: {len(missing)} of {len(report.messages)} ({several})")
        if report.findings:
            sys.exit(1)

    def _record(self, game: games.AnyGame, asked: dict[str, Any]) -> None:
        seats = asked["seats"] or game.seats[0]
        if seats not in game.seats:
            raise _bad(f"--seats: {game.slug} is for {game.seats[0]} to {game.seats[-1]}, not {seats}")
        try:
            options = read_options(game.Options, dict(text.split("=", 1) for text in asked["option"]))
        except BadOption as error:
            raise _bad(f"--option: {error}") from error
        except ValueError as error:
            raise _bad("--option: expected NAME=VALUE") from error
        recording = record(game, seats, options, asked["seed"])
        try:
            Path(asked["record"]).write_text(json.dumps(recording, indent=None) + "\n", encoding="utf-8")
        except OSError as error:
            raise _bad(f"--record: {asked['record']} cannot be written: {error.strerror}") from error
        self.stdout.write(f"{asked['record']}: {game.slug} {game.ruleset}, {len(recording['log'])} moves")


def _find(named: str) -> games.AnyGame:
    """The installed game of this name, or the one in this folder."""
    if (game := games.find(named)) is not None:
        return game
    failed = games.registry().failed.get(named)
    if failed is not None:
        raise _bad(f"{named} is installed, and it cannot be loaded: {raised(failed)}") from failed
    folder = Path(named)
    if not (folder / "pyproject.toml").is_file():
        raise _bad(f"{named} is not installed; installed: {', '.join(games.installed()) or 'no game'}")
    try:
        game = games.in_folder(folder)
    except (Exception, SystemExit) as error:
        raise _bad(f"the game in {named} cannot be loaded: {raised(error)}") from error
    other = games.registry().plugins.get(game.slug)
    if other is not None and other.package != type(game).__module__.partition(".")[0]:
        raise _bad(f"the game in {named} has the slug {game.slug}, and so has the one of the package {other.package}")
    return game


def untranslated(game: games.AnyGame, messages: list[str]) -> dict[str, list[str]]:
    """The messages that neither the game's own catalogues have nor the platform's, by each language but English."""
    languages = [code for code, _ in settings.LANGUAGES if code.partition("-")[0] != "en"]
    missing = {language: _missing(game, language, messages) for language in languages}
    return {language: found for language, found in missing.items() if found}


def _missing(game: games.AnyGame, language: str, messages: list[str]) -> list[str]:
    spec = find_spec(type(game).__module__.partition(".")[0])
    folder = Path(spec.origin).parent / "locale" if spec and spec.origin else None
    own, platform = (
        gettext.translation("django", place, [language.replace("-", "_")], fallback=True)
        for place in (folder, settings.LOCALE_PATHS[0])
    )
    own.add_fallback(platform)
    platform.add_fallback(_Nothing())
    return [text for text in messages if not own.gettext(text) and not own.ngettext(text, text, 1)]


class _Nothing(gettext.NullTranslations):
    """What is asked last, and knows no message."""

    def gettext(self, message: str) -> str:
        return ""

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return ""


def _bad(message: str) -> CommandError:
    return CommandError(message, returncode=2)

"""``manage.py replaygames NAME``: every stored match of a game by the installed rules; a line for each that differs."""

from __future__ import annotations

import sys
import time
from typing import Any, Final

from django.core.management.base import BaseCommand, CommandError, CommandParser

from tafelrunde import games
from tafelrunde.matches.comparing import compare, matches_of
from tafelrunde.matches.models import Match

EVERY: Final = 5.0
"""Seconds from one count to the next."""


class Command(BaseCommand):
    """Changes nothing. Exits with 1 if any match would go differently, with 2 if there is no such game or ruleset."""

    help = "Play every stored match of a game again, also those that are running, and list what would differ."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("name", metavar="NAME", help="the game's slug")
        parser.add_argument("--ruleset", help="the ruleset to play by; else the one for new matches")

    def handle(self, *args: Any, name: str, ruleset: str | None, **options: Any) -> None:
        plugin = games.registry().plugins.get(name)
        if plugin is None:
            raise CommandError(
                f"{name} is not installed; installed: {', '.join(games.installed()) or 'no game'}", returncode=2
            )
        rules = plugin.current if ruleset is None else plugin.rulesets.get(ruleset)
        if rules is None:
            there = ", ".join(plugin.rulesets)
            raise CommandError(f"{name} has no ruleset {ruleset} here; installed: {there}", returncode=2)
        count = Match.objects.filter(game=name).count()
        began = told = time.monotonic()
        done = differ = moves = 0
        for match in matches_of(name):
            compared = compare(match, rules)
            done, moves = done + 1, moves + compared.moves
            if compared.difference:
                differ += 1
                about = f"match {match.pk} (ruleset {match.ruleset}, {match.status})"
                self.stdout.write(f"{about}: ply {compared.ply}: {compared.difference}")
            if time.monotonic() - told >= EVERY:
                told = time.monotonic()
                self.stderr.write(f"{done} of {max(done, count)} matches, {differ} differ")
        took = time.monotonic() - began
        self.stdout.write(
            f"{name}, ruleset {rules.ruleset}: {done} matches, {differ} differ "
            f"({moves} moves in {took:.1f} s, {moves / max(took, 0.001):.0f} a second)"
        )
        if differ:
            sys.exit(1)

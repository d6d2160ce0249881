"""manage.py games"""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from tafelrunde import games
from tafelrunde.house import offers


class Command(BaseCommand):
    help = "Show the installed games, or switch one off or on. A server follows within a few seconds."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug", nargs="?", help="the game")
        parser.add_argument("state", nargs="?", choices=("on", "off"), help="what to switch it to")
        parser.add_argument("--reason", default="", help="for the log of what admins do")

    def handle(self, *args: Any, slug: str | None, state: str | None, reason: str, **options: Any) -> None:
        if slug is not None and state is not None:
            if games.find(slug) is None:
                raise CommandError(f"{slug} is not installed; installed: {', '.join(games.installed()) or 'no game'}")
            offers.switch(slug, state == "on", None, reason)
        off = offers.read_off()
        for name, game in games.installed().items():
            if slug in (None, name):
                self.stdout.write(f"{name} {game.ruleset} {'off' if name in off else 'on'}")

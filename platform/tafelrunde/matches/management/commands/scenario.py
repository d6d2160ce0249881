"""``manage.py scenario FILE|FOLDER …``: run scenario files, one line each."""

from __future__ import annotations

import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from tafelrunde import games
from tafelrunde.game.scenarios import MismatchError, UnreadableError, find_scenarios, load_scenario, run_scenario


class Command(BaseCommand):
    """Exits with 1 if a scenario failed, with 2 if there was something that is no scenario file."""

    help = "Run scenario files, and all those of folders. Needs no database."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("paths", nargs="+", metavar="FILE|FOLDER")

    def handle(self, *args: Any, paths: list[str], **options: Any) -> None:
        try:
            scenarios = [(path, load_scenario(path)) for path in find_scenarios(paths)]
        except UnreadableError as error:
            raise CommandError(str(error), returncode=2) from error
        installed, failed = games.installed(), 0
        for path, scenario in scenarios:
            try:
                run_scenario(scenario, installed)
            except MismatchError as failure:
                failed += 1
                self.stdout.write(f"{path}: {failure}")
            else:
                self.stdout.write(f"{path}: ok")
        self.stdout.write(f"{len(scenarios) - failed} passed, {failed} failed")
        if failed:
            sys.exit(1)

"""manage.py restore FILE"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from tafelrunde.live import backup


class Command(BaseCommand):
    """Makes a copy by `backup` what there is."""

    help = "Make FILE, which `backup` has written, what there is, while no server runs; then start the servers."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, help="a file by `backup`")
        parser.add_argument("--force", action="store_true", help="also where there is data already: it is replaced")

    def handle(self, *args: Any, file: Path, force: bool, **options: Any) -> None:
        try:
            kept = backup.restore(file, force=force)
        except backup.CannotDoIt as error:
            raise CommandError(str(error)) from None
        if kept is not None:
            self.stdout.write(f"What was there is kept as {kept}.")
        self.stdout.write("Everything is back: start the servers.")

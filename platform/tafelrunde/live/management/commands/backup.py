"""manage.py backup FILE"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from tafelrunde.live import backup


class Command(BaseCommand):
    """Copies the database while the site runs."""

    help = "Copy everything that lasts into FILE, while the site runs: SQLite by SQLite, PostgreSQL by pg_dump."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, help="where to; what is there is replaced")

    def handle(self, *args: Any, file: Path, **options: Any) -> None:
        try:
            backup.back_up(file)
        except backup.CannotDoIt as error:
            raise CommandError(str(error)) from None
        self.stdout.write(f"Everything is in {file}: {file.stat().st_size:,} bytes.")

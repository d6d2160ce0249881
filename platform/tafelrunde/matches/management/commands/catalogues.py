"""``manage.py catalogues [FOLDER]``: bring the catalogues of words up to date with what programs and pages say."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from tafelrunde import home


class Command(BaseCommand):
    """Exits with 2 where the folder holds no package, or Babel is missing."""

    help = "Bring the catalogues up to date: those of this checkout, or those of the package of a game. No database."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "folder", metavar="FOLDER", nargs="?", help="the package of a game: the folder of its modules"
        )

    def handle(self, *args: Any, folder: str | None, **options: Any) -> None:
        try:
            from tafelrunde.languages import catalogues
        except ImportError as error:
            raise CommandError("Babel writes the catalogues: pip install babel", returncode=2) from error
        package = Path(folder or home.CHECKOUT)
        if not (package / ("__init__.py" if folder else "manage.py")).is_file():
            raise CommandError(f"{package} is no package of a game: name the folder of its modules", returncode=2)
        found = [catalogues.source_of_game(package.resolve())] if folder else catalogues.sources_in(package)
        for source in found:
            for written in catalogues.bring_up_to_date(
                source, [code for code, _ in settings.LANGUAGES if code != "en"]
            ):
                self.stdout.write(f"{written.path}: {written.translated} of {written.messages} translated")

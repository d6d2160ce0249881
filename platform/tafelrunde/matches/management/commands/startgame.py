"""``manage.py startgame NAME FOLDER``: write a small game as a package of its own, to make another one of."""

from __future__ import annotations

from pathlib import Path
from shlex import quote
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from tafelrunde import games, home
from tafelrunde.game.sketch import NotWrittenError, named, write


class Command(BaseCommand):
    """Exits with 2, and has written nothing, where the name or the folder will not do."""

    help = "Write a small game that can be played at once, as a package of its own. Needs no database."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("name", metavar="NAME", help='what the game is called: "Sheep Market" or sheep_market')
        parser.add_argument("folder", metavar="FOLDER", help="where to write it: a folder that is not there yet")

    def handle(self, *args: Any, name: str, folder: str, **options: Any) -> None:
        path = Path(folder)
        try:
            wanted = named(name)
            if wanted.slug in games.TAKEN:
                raise NotWrittenError(f"a part of Tafelrunde is called {wanted.slug}: choose another name")
            if games.find(wanted.slug) is not None:
                raise NotWrittenError(f"there is a game {wanted.slug} already: choose another name")
            _refuse_inside_of_the_checkout(path)
            written = write(wanted, path)
        except NotWrittenError as error:
            raise CommandError(str(error), returncode=2) from error
        for file in written:
            self.stdout.write(str(file))
        self.stdout.write(
            f"{wanted.title} is a small game, and yours to change. Next:\n"
            f"  pip install -e {quote(folder)}\n"
            f"  tafelrunde checkgame {wanted.slug}\n"
            f"  tafelrunde serve"
        )


def _refuse_inside_of_the_checkout(folder: Path) -> None:
    inside = (home.CHECKOUT / "manage.py").exists() and folder.resolve().is_relative_to(home.CHECKOUT)
    if inside:
        raise NotWrittenError(
            f"{folder} is inside of Tafelrunde: a game is a package of its own, in a folder elsewhere"
        )

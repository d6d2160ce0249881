"""``manage.py verify ID``: work a match out again from its seed and its log, and compare; one line a check."""

from __future__ import annotations

import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from tafelrunde.matches.models import Match
from tafelrunde.matches.verifying import rules_of, verify


class Command(BaseCommand):
    """Exits with 1 if anything is not as it should be, with 2 if there is no such match or its rules are not here."""

    help = "Check a match: its commitment, every move, every draw of chance, its result."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("id", type=int, metavar="ID", help="the match's number, as in its address")

    def handle(self, *args: Any, id: int, **options: Any) -> None:
        match = Match.objects.filter(pk=id).first()
        if match is None:
            raise CommandError(f"there is no match {id}", returncode=2)
        game = rules_of(match)
        if game is None:
            missing = f"{match.game} by ruleset {match.ruleset}"
            raise CommandError(f"match {id} is {missing}, which is not installed", returncode=2)
        checks = []
        for check in verify(match, game):
            checks.append(check)
            self.stdout.write(f"{check.name:<11} {'ok' if check.ok else 'WRONG':<6} {check.text}")
        wrong = sum(not check.ok for check in checks)
        summary = f"{wrong} of {len(checks)} checks failed" if wrong else "everything is as it should be"
        self.stdout.write(f"match {id}: {summary}")
        if wrong:
            sys.exit(1)

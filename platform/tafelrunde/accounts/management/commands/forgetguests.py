"""`manage.py forgetguests`: what a serving process does once a day."""

from __future__ import annotations

import datetime as dt
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from tafelrunde.accounts import forgetting


class Command(BaseCommand):
    """Forgets guests who never played."""

    help = "Forget the guests who came more than DAYS days ago and never played, and sessions that are over."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--days", type=float, default=forgetting.AFTER / dt.timedelta(days=1))

    def handle(self, *args: Any, days: float, **options: Any) -> None:
        number = forgetting.forget(dt.timedelta(days=days))
        self.stdout.write(f"{number} guests are forgotten.")

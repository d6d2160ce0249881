"""`manage.py clearold`: what a serving process does once a day."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from tafelrunde.accounts import rights


class Command(BaseCommand):
    """Lets go of what has been kept for long enough."""

    help = (
        "Let go of what has been kept for long enough (docs/privacy.md), and finish deletions that were cut off. "
        "Serving processes do it once a day."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        number = rights.clear()
        self.stdout.write(f"{number} things were old enough to go.")

"""`manage.py resettwofactor NAME`: for an admin who has lost app and codes, where no other admin can help."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from tafelrunde.accounts import two_factor
from tafelrunde.accounts.members import find_member
from tafelrunde.refusals import Refusal


class Command(BaseCommand):
    """Switches a member's second factor off."""

    help = "Switch two-factor sign-in off for the member NAME, who has lost their app and their codes."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("name")

    def handle(self, *args: Any, name: str, **options: Any) -> None:
        player = find_member(name)
        if player is None:
            raise CommandError(f"there is no member {name}")
        try:
            two_factor.reset(player, None, "manage.py resettwofactor")
        except Refusal as refusal:
            raise CommandError(f"{player.name} has no two-factor sign-in") from refusal
        self.stdout.write(f"{player.name} signs in with the password alone.")

"""`manage.py createplayers 40 --prefix load`: members for load tests and bots."""

from __future__ import annotations

import itertools
from typing import Any

from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import transaction

from tafelrunde.accounts.models import Player, Token, is_blocked
from tafelrunde.accounts.names import name_key, validate_name

NAME_OF_TOKENS = "createplayers"  # by which a later run knows its own people again


class Command(BaseCommand):
    """Makes members who cannot sign in with a password."""

    help = (
        "Make COUNT members named PREFIX1, PREFIX2, … and print 'name token' for each, one a line. "
        "They have no password. Run again, it gives the members it made before new tokens (the old ones end) "
        "and makes what is missing; names that belong to other people are passed over, "
        "so there are always COUNT lines."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("count", type=int)
        parser.add_argument("--prefix", default="player", help="what the names begin with (default: %(default)s)")

    def handle(self, *args: Any, count: int, prefix: str, **options: Any) -> None:
        if count < 1:
            raise CommandError("COUNT is at least 1")
        with transaction.atomic():
            lines = [f"{player.name} {token}" for player, token in _players(prefix, count)]
        self.stdout.writelines(line + "\n" for line in lines)


def _players(prefix: str, wanted: int) -> list[tuple[Player, str]]:
    made: list[tuple[Player, str]] = []
    taken = {player.key: player for player in Player.objects.filter(key__startswith=name_key(prefix))}
    ours = set(Token.objects.filter(name=NAME_OF_TOKENS).values_list("player_id", flat=True))
    for number in itertools.count(1):
        if len(made) == wanted:
            break
        name = f"{prefix}{number}"
        player = taken.get(name_key(name))
        if player is None and is_blocked(name_key(name)):
            continue
        if player is None:
            player = Player.objects.create_user(_valid(name))
        elif player.pk not in ours or player.has_usable_password():
            continue
        player.tokens.filter(name=NAME_OF_TOKENS).delete()
        made.append((player, Token.make(player, NAME_OF_TOKENS)))
    return made


def _valid(name: str) -> str:
    try:
        validate_name(name)
    except ValidationError as error:
        raise CommandError(f"{name}: {error.messages[0]}") from error
    return name

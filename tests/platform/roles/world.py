"""A small town with somebody of each role, and things that are theirs and not theirs."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any, Final

from allauth.account.models import EmailAddress, EmailConfirmationHMAC
from allauth.account.utils import user_pk_to_url_str
from django.apps import apps
from django.conf import settings
from django.contrib.auth.hashers import make_password
from django.contrib.auth.tokens import default_token_generator
from django.core.cache import cache as kept
from django.db import connection, transaction
from django.test import Client
from django.utils import timezone

from tafelrunde.accounts import first_admin, moderators, sanctions
from tafelrunde.accounts.models import Player, Token
from tafelrunde.house import announcements, heard, words
from tafelrunde.matches import amending
from tafelrunde.matches.models import Fault
from tafelrunde.moderation import reports
from tafelrunde.people import inviting
from tafelrunde.rooms import votes
from tafelrunde.rooms.admitting import set_entry
from tafelrunde.rooms.choices import set_option
from tafelrunde.rooms.models import Room, Vote
from tafelrunde.rooms.opening import open_room, remove
from tafelrunde.rooms.seating import add_bot, sit
from tafelrunde.rooms.starting import start
from tests import two_factor

GAME: Final = "king_lui"
PASSWORD: Final = "roast-goose-and-plums"
NOT_COUNTED: Final = {"sessions", "contenttypes", "auth"}
UNIMPORTANT: Final = {"used", "last_login"}


class Town:
    """Everybody and everything. `roles` are the players by role, None for who has no name."""

    def __init__(self) -> None:
        make = Player.objects.create_user
        self.host, self.seated, self.olga = make("Hanno"), make("Seda"), make("Olga")
        self.roles: dict[str, Player | None] = {
            "anonymous": None,
            "guest": make("Gesa", guest=True),
            "member": make("Mira"),
            "seated": self.seated,
            "host": self.host,
            "moderator": make("Mona"),
            "admin": Player.objects.create_superuser("Boss"),
            "muted": make("Moritz"),
            "banned": make("Bodo"),
        }
        people = [player for player in (*self.roles.values(), self.olga) if player is not None]
        Player.objects.filter(guest=False).update(password=make_password(PASSWORD))
        for player in people:
            player.refresh_from_db()
        for role, decide in (("muted", sanctions.mute), ("banned", sanctions.ban)):
            decided = self.roles[role]
            assert decided is not None
            decide(decided, None, "shouting")
        moderators.make_moderator(self._moderator, None)
        self.announced = announcements.announce("Tea at five", None)
        self.barred = words.bar("plonk", None)
        heard.look()
        self.report = reports.report(self.seated, self.olga, "shouts", reports.Context())
        self.tokens = {player.pk: Token.make(player, "a bot") for player in people}
        self.rooms: dict[str, Room | None] = {
            "lobby": None,
            "waiting": self._room("Waiting room"),
            "playing": self._room("Evening round", start),
            "over": self._room("Late round", start, self._end),
            "voting": self._room("Undecided round", start, self._ask),
            "behind": self._room("Quiet round", self._shut, start),
        }
        closed = self._room("Closed room", start, self._end)
        self.closed, self.over = closed.slug, str(closed.match_id)
        remove(closed)
        self.address = EmailAddress.objects.create(user=self.olga, email="olga@example.org", primary=True)
        now, match = timezone.now(), self.playing.match
        assert match is not None
        self.fault = Fault.objects.create(match=match, key="k", game=GAME, where="moves", ply=1, first=now, last=now)
        self.invited = inviting.token(inviting.link(self.playing.pk, self.host))
        self.opens = inviting.token(inviting.link(self._named_room("behind").pk, self.host))
        self._sessions: dict[str, str] = {}
        self._things = {role: self._named(role) for role in self.roles}
        for role in self.roles:
            self.client(role)
        self.before = everything()

    @property
    def _moderator(self) -> Player:
        found = self.roles["moderator"]
        assert found is not None
        return found

    @property
    def playing(self) -> Room:
        """Where Hanno and Seda play against a bot."""
        return self._named_room("playing")

    def _named_room(self, name: str) -> Room:
        room = self.rooms[name]
        assert room is not None
        return room

    def things(self, role: str) -> dict[str, str]:
        """What names in braces mean, for this role."""
        return self._things[role]

    def _named(self, role: str) -> dict[str, str]:
        player = self.roles[role]
        reset = f"{user_pk_to_url_str(self.olga)}-{default_token_generator.make_token(self.olga)}"
        own = player.tokens.get().pk if player else 0
        return {
            "game": GAME,
            "room": self.playing.slug,
            "closed": self.closed,
            "running": str(self.playing.match_id),
            "behind": self._named_room("behind").slug,
            "hidden": str(self._named_room("behind").match_id),
            "over": self.over,
            "own": str(own),
            "theirs": str(self.olga.tokens.get().pk),
            "olga": str(self.olga.pk),
            "gesa": str(Player.objects.get(name="Gesa").pk),
            "bodo": str(Player.objects.get(name="Bodo").pk),
            "moritz": str(Player.objects.get(name="Moritz").pk),
            "boss": str(Player.objects.get(name="Boss").pk),
            "fault": str(self.fault.pk),
            "roomid": str(self.playing.pk),
            "report": str(self.report.pk),
            "announced": str(self.announced.pk),
            "barred": self.barred,
            "mona": str(self._moderator.pk),
            "invited": self.invited,
            "opens": self.opens,
            "confirm": EmailConfirmationHMAC(self.address).key,
            "reset": reset,
            "first": first_admin.address("").rstrip("/").rpartition("/")[2],
        }

    def client(self, role: str, **more: Any) -> Client:
        """The browser of somebody, signed in."""
        client = Client(raise_request_exception=False, **more)
        player = self.roles[role]
        if player is not None and role not in self._sessions:
            client.force_login(player)
            if role in {"moderator", "admin"}:
                two_factor.shown(client, player)
            self._sessions[role] = client.cookies[settings.SESSION_COOKIE_NAME].value
        if player is not None:
            client.cookies[settings.SESSION_COOKIE_NAME] = self._sessions[role]
        return client

    def _room(self, name: str, *then: Callable[[Room, Player], Any]) -> Room:
        room = open_room(self.host, GAME, name)
        set_option(room, self.host, "draw", "off")
        sit(room, self.host)
        sit(room, self.seated)
        add_bot(room, self.host)
        for do in then:
            do(room, self.host)
            room.refresh_from_db()
        return room

    def _ask(self, room: Room, by: Player) -> None:
        votes.ask_abort(room, by)
        Vote.objects.filter(room=room).update(until=timezone.now() + dt.timedelta(days=1))  # as long as it takes

    def _shut(self, room: Room, by: Player) -> None:
        set_entry(room, by, Room.Entry.PASSWORD, "plums")

    def _end(self, room: Room, _by: Player) -> None:
        assert room.match is not None
        assert amending.abort_anyhow(room.match)


@contextmanager
def undone() -> Iterator[None]:
    """What is done inside has not happened."""
    kept.clear()
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def everything() -> list[list[tuple[Any, ...]]]:
    """All that is kept, but for sessions and when somebody was seen last."""
    with connection.cursor() as cursor:
        found = []
        for query in _queries():
            cursor.execute(query)
            found.append(cursor.fetchall())
    return found


@cache
def _queries() -> list[str]:
    """One for each table."""
    queries = []
    for model in apps.get_models():
        if model._meta.app_label not in NOT_COUNTED:
            names = [field.column for field in model._meta.concrete_fields if field.name not in UNIMPORTANT]
            columns = ", ".join(f'"{name}"' for name in names)
            queries.append(f'SELECT {columns} FROM "{model._meta.db_table}" ORDER BY "{model._meta.pk.column}"')
    return queries

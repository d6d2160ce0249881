"""What accounts keep of a person, and the house below them: who they are, how they come in, what was decided."""

from __future__ import annotations

import datetime as dt
from typing import Any, Final

from allauth.account.models import EmailAddress
from django.contrib.admin.models import LogEntry
from django.contrib.auth import SESSION_KEY
from django.contrib.contenttypes.models import ContentType
from django.contrib.sessions.models import Session

from tafelrunde.house import acts

from . import two_factor
from .holdings import Holding
from .models import BlockedName, Player, Sanction
from .names import FORMER
from .preferences import preferences_of


def _account(player: Player) -> dict[str, Any]:
    return {
        "number": player.pk,
        "name": player.name,
        "guest": player.guest,
        "admin": player.is_superuser,
        "joined": player.joined,
        "last_login": player.last_login,
        "email": player.email,
        "has_password": player.has_usable_password(),
        "preferences": preferences_of(player),
    }


def _empty(player: Player) -> None:
    """Last of all: the row keeps its number, so that moves keep their seats."""
    player.groups.clear()
    player.user_permissions.clear()
    player.name, player.email, player.preferences, player.guest = FORMER, "", {}, False
    player.last_login = None
    player.joined = dt.datetime(1970, 1, 1, tzinfo=dt.UTC)
    player.save()


def _sessions(player: Player) -> list[Session]:
    key = str(player.pk)
    return [session for session in Session.objects.iterator() if session.get_decoded().get(SESSION_KEY) == key]


def _addresses(player: Player) -> list[dict[str, Any]]:
    rows = EmailAddress.objects.filter(user=player).order_by("pk")
    return list(rows.values("email", "verified", "primary"))


def _tokens(player: Player) -> list[Any]:
    return list(player.tokens.order_by("pk").values("name", "created", "used"))


def _sanctions(player: Player) -> list[Any]:
    rows = Sanction.objects.filter(player=player).order_by("pk")
    return list(rows.values("kind", "reason", "created", "until", "lifted"))


def _hand_on_sanctions(guest: Player, member: Player) -> None:
    """Nobody loses what was decided about them by becoming somebody else."""
    Sanction.objects.filter(player=guest).update(player=member)
    Sanction.objects.filter(by=guest).update(by=member)


def _log_entries(player: Player) -> list[dict[str, Any]]:
    rows = LogEntry.objects.filter(user=player).order_by("pk")
    return [{"at": row.action_time, "what": row.get_change_message(), "on": row.object_repr} for row in rows]


def _forget_in_log(player: Player) -> None:
    kind = ContentType.objects.get_for_model(Player)
    LogEntry.objects.filter(content_type=kind, object_id=str(player.pk)).update(object_repr=FORMER)


def _clear_names(now: dt.datetime) -> int:
    return BlockedName.objects.filter(until__lte=now).delete()[0]


HOLDINGS: Final = (
    Holding(
        "account", ("accounts.Player.groups", "accounts.Player.user_permissions"), _account, _empty, clear=_clear_names
    ),
    Holding(
        "sessions",
        (),
        lambda player: [{"until": session.expire_date} for session in _sessions(player)],
        lambda player: [session.delete() for session in _sessions(player)],
    ),
    Holding(
        "addresses",
        ("account.EmailAddress.user",),
        _addresses,
        lambda player: EmailAddress.objects.filter(user=player).delete(),
    ),
    Holding("tokens", ("accounts.Token.player",), _tokens, lambda player: player.tokens.all().delete()),
    Holding(
        "two_factor",
        ("otp_totp.TOTPDevice.user", "accounts.RecoveryCode.player"),
        two_factor.export,
        two_factor.switch_off,
    ),
    Holding(
        "sanctions",
        ("accounts.Sanction.player", "accounts.Sanction.by", "accounts.Sanction.lifted_by"),
        _sanctions,
        lambda player: Sanction.objects.filter(player=player).delete(),
        _hand_on_sanctions,
    ),
    Holding("admins_log", ("admin.LogEntry.user",), _log_entries, _forget_in_log),
    Holding(
        "acts",
        (
            "house.AdminAct.by_id",
            "house.AdminAct.by_name",
            "house.AdminAct.on_id",
            "house.AdminAct.details",
            "house.OfferedGame.by",
        ),
        acts.about,
        lambda player: acts.forget_name(player, FORMER),
    ),
)

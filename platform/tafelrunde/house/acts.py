"""The log of what admins and moderators do. Who decides for one writes it here, in the transaction of the deed."""

from __future__ import annotations

from typing import Any, NamedTuple

from django.contrib.auth.base_user import AbstractBaseUser
from django.db import connection

from .models import AdminAct

What, Kind = AdminAct.What, AdminAct.Kind


class On(NamedTuple):
    """Whom or what an act is about: `id` is a number, or a slug; `name` is what people call it."""

    kind: AdminAct.Kind
    id: int | str
    name: str


def on_house(what: str, id: int | str, name: str) -> On:
    """Something of the house itself: an announcement, a word."""
    return On(Kind.HOUSE, f"{what} {id}"[:60], name[:120])


def record(what: AdminAct.What, by: AbstractBaseUser | None, on: On, reason: str = "", **details: Any) -> AdminAct:
    """Write one act; `by` is None where it was a command of whoever runs the server. `details` are JSON."""
    if not connection.in_atomic_block:
        raise RuntimeError("an act is written in the transaction of the deed")
    return AdminAct.objects.create(
        what=what,
        by_id=None if by is None else by.pk,
        by_name="" if by is None else by.get_username(),
        kind=on.kind,
        on_id=str(on.id),
        on_name=on.name,
        reason=reason,
        details=details,
    )


def on_player(player: AbstractBaseUser) -> On:
    """A player, by number and present name."""
    return On(Kind.PLAYER, player.pk, player.get_username())

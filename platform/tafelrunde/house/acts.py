"""The log of what admins and moderators do. Who decides for one writes it here, in the transaction of the deed."""

from __future__ import annotations

from typing import Any, NamedTuple

from django.contrib.auth.base_user import AbstractBaseUser
from django.db import connection, models
from django.db.models import Q

from .models import AdminAct
from .plain import replace_name

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


def about(player: AbstractBaseUser) -> list[dict[str, Any]]:
    """What admins have done to the player, and what the player has done as an admin, for who wants to know."""
    found = AdminAct.objects.filter(Q(by_id=player.pk) | Q(kind=Kind.PLAYER, on_id=str(player.pk))).order_by("pk")
    return [
        {"at": act.at, "what": act.what, "on": act.on_name, "reason": act.reason, "by_you": act.by_id == player.pk}
        for act in found
    ]


def forget_name(player: AbstractBaseUser, instead: str) -> None:
    """The one change of acts that there is: who has deleted their account is a number in them, and no name.

    Nor is a room named after them; its address stays, as the number of an act's room.
    """
    name = player.get_username()
    theirs = Q(by_id=player.pk) | Q(kind=Kind.PLAYER, on_id=str(player.pk))
    for act in AdminAct.objects.filter(theirs | Q(kind=Kind.ROOM, on_name__contains=name)):
        mine, on_me = act.by_id == player.pk, act.kind == Kind.PLAYER and act.on_id == str(player.pk)
        in_room = act.kind == Kind.ROOM and replace_name(act.on_name, name, instead) != act.on_name
        if not (mine or on_me or in_room):
            continue
        models.QuerySet(AdminAct).filter(pk=act.pk).update(
            by_name=instead if mine else act.by_name,
            on_name=instead if on_me or in_room else act.on_name,
            reason=act.reason.replace(name, instead),
            details={key: instead if on_me and key == "to" else value for key, value in act.details.items()},
        )


def forget_place(slug: str, instead: str) -> None:
    """Nor does the name of a match bear an address that was made of theirs."""
    for act in AdminAct.objects.filter(kind=Kind.MATCH, on_name__endswith=f" {slug}"):
        models.QuerySet(AdminAct).filter(pk=act.pk).update(on_name=instead)

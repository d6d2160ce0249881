"""What moderators decide about people, by one click or with words of their own. The functions that decide are the
accounts' own; here stands who may, and what a button means.

A moderator decides nothing about moderators, admins or themselves, sends nobody away for longer than 30 days, and
takes nothing back that an admin has decided.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from django.db import transaction
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tafelrunde.accounts import moderators, sanctions
from tafelrunde.accounts.models import Player, Sanction
from tafelrunde.house import acts
from tafelrunde.refusals import Refusal

from . import reports, warnings
from .models import Report

Decide = Callable[[Player, Player, str], object]


@dataclass(frozen=True, slots=True)
class Outcome:
    """A button: what it does to a player, and what that is called on a report. `admins`: for them alone."""

    name: str
    label: str | Promise
    kind: Report.Outcome
    decide: Decide
    admins: bool = False


def _mute(length: dt.timedelta | None) -> Decide:
    return lambda player, by, why: sanctions.mute(player, by, why, _end(length))


def _ban(length: dt.timedelta | None) -> Decide:
    return lambda player, by, why: sanctions.ban(player, by, why, _end(length))


def _end(length: dt.timedelta | None) -> dt.datetime | None:
    return None if length is None else timezone.now() + length


_DAY: Final = dt.timedelta(days=1)
_MUTED, _BANNED = Report.Outcome.MUTED, Report.Outcome.BANNED
OUTCOMES: Final = {
    one.name: one
    for one in (
        Outcome("warn", gettext_lazy("Warn"), Report.Outcome.WARNED, warnings.warn),
        Outcome("mute_hour", gettext_lazy("Mute for an hour"), _MUTED, _mute(_DAY / 24)),
        Outcome("mute_day", gettext_lazy("Mute for a day"), _MUTED, _mute(_DAY)),
        Outcome("mute_week", gettext_lazy("Mute for a week"), _MUTED, _mute(7 * _DAY)),
        Outcome("ban_day", gettext_lazy("Ban for a day"), _BANNED, _ban(_DAY)),
        Outcome("ban_week", gettext_lazy("Ban for a week"), _BANNED, _ban(7 * _DAY)),
        Outcome("ban_month", gettext_lazy("Ban for 30 days"), _BANNED, _ban(30 * _DAY)),
        Outcome("ban_good", gettext_lazy("Ban for good"), _BANNED, _ban(None), admins=True),
    )
}
DISMISS: Final = "dismiss"
_KINDS: Final = {_MUTED: sanctions.MUTE, _BANNED: sanctions.BAN}


def offered(by: Player, player: Player) -> list[Outcome]:
    """What this moderator may decide about the player."""
    if not moderators.may_decide_about(by, player):
        return []
    held = {kind for kind, word in _KINDS.items() if not may_change(by, sanctions.in_force_on(player, word))}
    return [one for one in OUTCOMES.values() if one.kind not in held and (not one.admins or moderators.is_admin(by))]


@transaction.atomic
def decide(player: Player, by: Player, outcome: str, why: str) -> Outcome:
    """Do what a button says to a player. Refusal for who may not, and for no reason at all."""
    found = _found(by, outcome)
    moderators.refuse_unless_may(by, player)
    if found.kind in _KINDS:
        _refuse_what_admins_decided(by, sanctions.in_force_on(player, _KINDS[found.kind]))
    found.decide(player, by, why)
    return found


@transaction.atomic
def settle(pk: int, by: Player, outcome: str, why: str) -> Report:
    """Settle a report by what a button says; to `dismiss` it needs no reason. Refusal where it is settled already."""
    taken = reports.take(pk)
    refuse_unless_settles(by, taken)
    if outcome == DISMISS:
        acts.record(acts.What.DISMISSED, by, acts.on_player(taken.about), why, report=taken.pk)
        reports.settle(taken, by, Report.Outcome.DISMISSED, why)
    else:
        reports.settle(taken, by, decide(taken.about, by, outcome, why).kind, why)
    return taken


def may_settle(by: Player, report: Report) -> bool:
    """A report about a moderator is for admins; one that a moderator has made is for somebody else."""
    mine = report.by_id == by.pk and not moderators.is_admin(by)
    return moderators.may_decide_about(by, report.about) and report.about_id != by.pk and not mine


def refuse_unless_settles(by: Player, report: Report) -> None:
    """Refusal `not_allowed_now` for who may not settle this report."""
    moderators.refuse_unless_may(by, report.about)
    if not may_settle(by, report):
        raise Refusal("not_allowed_now", _("Somebody else decides about this report: you are in it."))


@transaction.atomic
def lift(player: Player, by: Player, kind: str, why: str = "") -> None:
    """The mute or ban that holds against the player holds no longer."""
    moderators.refuse_unless_may(by, player)
    sanction = sanctions.in_force_on(player, kind)
    if sanction is None:
        raise Refusal("not_allowed_now", _("That is so already."))
    _refuse_what_admins_decided(by, sanction)
    sanctions.lift(sanction, by, why)


@transaction.atomic
def rename(player: Player, by: Player, name: str, why: str = "") -> None:
    """The player has another name."""
    moderators.refuse_unless_may(by, player)
    sanctions.rename(player, name, by, why)


def may_change(by: Player, sanction: Sanction | None) -> bool:
    """May they lift or replace it? What an admin, or a command, has decided is for admins alone."""
    if sanction is None or moderators.is_admin(by):
        return True
    return sanction.by is not None and not moderators.is_admin(sanction.by)


def _refuse_what_admins_decided(by: Player, sanction: Sanction | None) -> None:
    if not may_change(by, sanction):
        raise Refusal("not_allowed_now", _("An admin has decided that: only an admin changes it."))


def _found(by: Player, outcome: str) -> Outcome:
    found = OUTCOMES.get(outcome)
    if found is None:
        raise Refusal("bad_argument", _("There is no such decision."))
    if found.admins and not moderators.is_admin(by):
        raise Refusal("not_allowed_now", _("Only an admin bans somebody for good."))
    return found


def choices(by: Player, player: Player) -> list[dict[str, Any]]:
    """The buttons for a page."""
    return [{"name": one.name, "label": one.label, "kind": str(one.kind)} for one in offered(by, player)]

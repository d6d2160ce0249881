"""Reports: filed by who has seen something, read and settled by moderators, each once.

Who has reported is for moderators alone. The lines that go with a report are collected where lines are (`Context`).
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.db import IntegrityError, transaction
from django.db.models import Count, Q, QuerySet
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from tafelrunde.accounts import moderators
from tafelrunde.accounts.models import Player
from tafelrunde.house.plain import tidy
from tafelrunde.live import bus
from tafelrunde.live.limits import Limit
from tafelrunde.people import floods
from tafelrunde.refusals import Refusal

from .models import LONGEST_WHY, Report

LINES: Final = 50
MOST_OPEN, MOST_A_DAY = 5, 10
OFTEN: Final = Limit(rate=1 / 60, burst=3.0)


@dataclass(frozen=True, slots=True)
class Context:
    """What goes with a report: the room, what was said, the oldest first, and how far its match was."""

    place: str = ""
    place_name: str = ""
    match: int | None = None
    ply: int | None = None
    lines: Sequence[dict[str, Any]] = ()


def refuse_report(by: Player, about: Player) -> None:
    """Refusal for who cannot report this player now."""
    if by.pk == about.pk:
        raise Refusal("bad_argument", _("You cannot report yourself."))
    if Report.objects.filter(by=by, about=about, settled=None).exists():
        raise _again(about)
    mine = Report.objects.filter(by=by).aggregate(
        open=Count("pk", filter=Q(settled=None)),
        today=Count("pk", filter=Q(at__gt=timezone.now() - dt.timedelta(days=1))),
    )
    if mine["open"] >= MOST_OPEN or mine["today"] >= MOST_A_DAY:
        raise Refusal("not_allowed_now", _("You have reported a lot: wait until moderators have looked at it."))


def report(by: Player, about: Player, why: str, context: Context) -> Report:
    """Keep a report for the moderators, and tell those who are here. Refusal where it is none, or one too many."""
    why = tidy(why)
    if not 0 < len(why) <= LONGEST_WHY:
        text = _("Say why, in at most {n} characters: moderators read it.")
        raise Refusal("bad_argument", text.format(n=LONGEST_WHY))
    refuse_report(by, about)
    floods.refuse_too_many(OFTEN, by)
    try:
        with transaction.atomic():
            Player.objects.select_for_update(no_key=True).get(pk=by.pk)  # one report of somebody at a time
            refuse_report(by, about)
            made = Report.objects.create(
                by=by,
                about=about,
                why=why,
                place=context.place,
                place_name=context.place_name,
                match=context.match,
                ply=context.ply,
                lines=list(context.lines)[-LINES:],
            )
            _tell_moderators(made)
    except IntegrityError:
        raise _again(about) from None
    return made


def seen_by(reader: Player) -> QuerySet[Report]:
    """The reports that somebody may read: nobody those about themselves, and only admins those about moderators."""
    found = Report.objects.exclude(about=reader)
    return found if moderators.is_admin(reader) else found.exclude(about__in=moderators.all_of_them())


def waiting(reader: Player) -> QuerySet[Report]:
    """The open reports that somebody may read, the oldest first."""
    return seen_by(reader).filter(settled=None).select_related("by", "about").order_by("at", "pk")


def settled(reader: Player) -> QuerySet[Report]:
    """What has been settled, the newest first."""
    found = seen_by(reader).filter(settled__isnull=False)
    return found.select_related("by", "about", "settled_by").order_by("-settled", "-pk")


def take(pk: int) -> Report:
    """The report, locked. Refusal where another moderator was faster."""
    found = Report.objects.select_for_update(of=("self",)).select_related("about", "by").filter(pk=pk).first()
    if found is None:
        raise Refusal("not_allowed_now", _("This report is not there any more."))
    if found.settled is not None:
        raise Refusal("not_allowed_now", _("Somebody has settled this report already."))
    return found


def settle(taken: Report, by: Player, outcome: str, answer: str = "") -> None:
    """In the transaction that took it: this has come of the report. Who has reported is told that it was looked at."""
    taken.settled, taken.settled_by, taken.outcome, taken.answer = timezone.now(), by, outcome, answer
    taken.save(update_fields=["settled", "settled_by", "outcome", "answer"])
    if taken.by is not None:
        tell(taken.by.pk, gettext_noop("A moderator has looked at your report about {name}. Thank you."), taken.about)


def tell(player: int, message: str, about: Player, address: str | None = None) -> None:
    """After the commit: a notice that nobody can ignore, to a player who is here."""
    content = {"player": player, "by": player, "message": message, "values": {"name": about.name}, "address": address}
    transaction.on_commit(lambda: bus.publish("notice", **content))


def _tell_moderators(made: Report) -> None:
    address = reverse("moderation_report", args=[made.pk])
    everybody = moderators.all_of_them()
    readers = moderators.admins() if made.about_id in everybody else everybody
    for player in readers - {made.about_id}:
        tell(player, gettext_noop("{name} has been reported."), made.about, address)


def _again(about: Player) -> Refusal:
    text = _("You have reported {name} already, and moderators will look at it.")
    return Refusal("not_allowed_now", text.format(name=about.name))

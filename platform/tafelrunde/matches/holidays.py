"""Holidays: while a player has one, the clocks of their seats in daily matches stand.

A player begins one now, for some days, of which there are `DAYS` a year; it ends when they are over, or when the player
is back before that. It never saves anybody whose time was out before it began. No clock is stopped and none is set:
when a time is out follows from when the turn began and from the holidays, whoever asks. The log knows nothing of them,
as a match does not depend on why somebody took long.
"""

from __future__ import annotations

import datetime as dt
import math
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tafelrunde.accounts.models import Player
from tafelrunde.live import bus
from tafelrunde.refusals import Refusal

from .models import Deadline, Holiday, Turn

if TYPE_CHECKING:
    from .live import LiveMatch

DAYS: Final = 14
DAY: Final = dt.timedelta(days=1)
Span = tuple[float, float]


def out_of_time(since: float, pace: float, holidays: Sequence[Span]) -> float:
    """When the time for a move is out: `pace` seconds after `since`, holidays not counted. They are in their order.

    Who is out of time when a holiday begins stays so.
    """
    end = since + pace
    for begins, ends in holidays:
        if begins < end and ends > since:
            end += ends - max(begins, since)
    return end


def begin(player: Player, days: int) -> Holiday:
    """From now on, for so many days. Refusal `bad_argument` for none, or more than are left this year."""
    now = timezone.now()
    with transaction.atomic():
        Player.objects.select_for_update(no_key=True).get(pk=player.pk)
        if on_now(player, now) is not None:
            raise Refusal("not_allowed_now", _("You are on holiday already."))
        left = days_left(player, now)
        if not 1 <= days <= left:
            text = ngettext(
                "You have {n} day of holidays left this year.", "You have {n} days of holidays left this year.", left
            )
            raise Refusal("bad_argument", text.format(n=left))
        holiday = Holiday.objects.create(player=player, begins=now, ends=now + days * DAY)
        _tell(player)
    return holiday


def end(player: Player) -> None:
    """The player is back: their clocks run on. Begun days are used, the others are theirs again."""
    now = timezone.now()
    with transaction.atomic():
        Player.objects.select_for_update(no_key=True).get(pk=player.pk)
        if Holiday.objects.filter(player=player, begins__lte=now, ends__gt=now).update(ends=now):
            daily = Turn.objects.filter(player=player).values("match")
            Deadline.objects.filter(match__in=daily).update(due=now)  # whoever claims it knows when to look again
            _tell(player)
            transaction.on_commit(lambda: bus.publish("due", at=now.timestamp()))


def on_now(player: Player, now: dt.datetime | None = None) -> Holiday | None:
    """The holiday that the player has now."""
    now = now or timezone.now()
    return Holiday.objects.filter(player=player, begins__lte=now, ends__gt=now).first()


def away(now: dt.datetime) -> QuerySet[Holiday, Any]:
    """The players who are on holiday, for a query."""
    return Holiday.objects.filter(begins__lte=now, ends__gt=now).values("player")


def days_left(player: Player, now: dt.datetime | None = None) -> int:
    """How many days the player may still take in this year, by UTC; a holiday belongs to the year in which it began."""
    year = (now or timezone.now()).astimezone(dt.UTC).year
    taken = Holiday.objects.filter(player=player, begins__year=year).values_list("begins", "ends")
    return max(0, DAYS - sum(math.ceil((ends - begins) / DAY) for begins, ends in taken))


def of(players: Collection[int]) -> dict[int, tuple[Span, ...]]:
    """The holidays of these players, in order."""
    found: defaultdict[int, list[Span]] = defaultdict(list)
    rows = Holiday.objects.filter(player__in=players).order_by("begins")
    for player, begins, ends in rows.values_list("player", "begins", "ends"):
        found[player].append((begins.timestamp(), ends.timestamp()))
    return {player: tuple(spans) for player, spans in found.items()}


def of_match(live: LiveMatch) -> Mapping[int, tuple[Span, ...]]:
    """Those that matter for a match: of who sits at a daily one."""
    players = [sitter.player for sitter in live.position.sitters if sitter.player is not None]
    return of(players) if live.daily and players else {}


def _tell(player: Player) -> None:
    transaction.on_commit(lambda: bus.publish("holiday", player=player.pk))

"""What is announced to all rooms and on all pages, while it lasts: who comes later reads it, too."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from typing import Any, Final

from django.contrib.auth.base_user import AbstractBaseUser
from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from tafelrunde.live.prepared import Prepared
from tafelrunde.refusals import Refusal

from . import acts
from .heard import Kept, changed
from .models import LONGEST_ANNOUNCEMENT, Announcement
from .plain import tidy

MOST: Final = 5
_ALL = Prepared[Announcement](lambda: Announcement.objects.order_by("pk"))


@dataclass(frozen=True, slots=True)
class Said:
    """An announcement as it is told; `until` is when it ends by itself, None for never."""

    id: int
    text: str
    at: dt.datetime
    until: dt.datetime | None

    def as_json(self) -> dict[str, Any]:
        """As the wire has it, times in ms since 1970."""
        return {"id": self.id, "text": self.text, "at": _ms(self.at), "until": self.until and _ms(self.until)}


def announce(text: str, by: AbstractBaseUser | None, until: dt.datetime | None = None) -> Announcement:
    """Tell everybody, in all processes. Refusal `bad_argument` for nothing, too much, or an end that has passed."""
    text = tidy(text)
    if not 0 < len(text) <= LONGEST_ANNOUNCEMENT:
        told = _("An announcement has at most {n} characters, and at least one.")
        raise Refusal("bad_argument", told.format(n=LONGEST_ANNOUNCEMENT))
    if until is not None and until <= timezone.now():
        raise Refusal("bad_argument", _("The end has to be in the future."))
    with transaction.atomic():
        if len(read()) >= MOST:
            told = _("There are {n} announcements, and nobody reads more: end one first.")
            raise Refusal("not_allowed_now", told.format(n=MOST))
        made = Announcement.objects.create(text=text, until=until, by_id=None if by is None else by.pk)
        ends = None if until is None else until.isoformat()
        acts.record(acts.What.ANNOUNCED, by, acts.on_house("announcement", made.pk, text), until=ends)
        changed()
    return made


@transaction.atomic
def end(announcement: int, by: AbstractBaseUser | None) -> None:
    """It is told no longer. Refusal where it has ended already."""
    found = Announcement.objects.select_for_update().filter(pk=announcement).first()
    if found is None:
        raise Refusal("not_allowed_now", _("That is so already."))
    acts.record(acts.What.UNANNOUNCED, by, acts.on_house("announcement", found.pk, found.text))
    found.delete()
    changed()


def read() -> tuple[Said, ...]:
    """What is announced now, the oldest first."""
    now = timezone.now()
    return tuple(
        Said(row.pk, row.text, row.at, row.until) for row in _ALL.all() if row.until is None or row.until > now
    )


def forget_ended() -> int:
    """Remove those whose time is up: the acts keep what was said. Gives their number."""
    return Announcement.objects.filter(Q(until__lte=timezone.now())).delete()[0]


def _ms(at: dt.datetime) -> int:
    return int(at.timestamp() * 1000)


heard: Final = Kept[tuple[Said, ...]](read, ())
"""What is announced, as this process last heard."""

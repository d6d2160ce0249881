"""What moderators work with is kept for a while only. Once a day all goes whose time is up."""

from __future__ import annotations

import datetime as dt
import logging
from typing import Final

from django.utils import timezone

from tafelrunde.house import announcements

from . import traces
from .models import Note, Report, Warned

SETTLED: Final = dt.timedelta(days=365)
WARNINGS: Final = dt.timedelta(days=365)
NOTES: Final = dt.timedelta(days=730)
log = logging.getLogger(__name__)


def forget() -> int:
    """Drop settled reports, warnings and notes whose time is up, old traces, ended announcements. Gives the number."""
    now = timezone.now()
    gone = (
        Report.objects.filter(settled__lt=now - SETTLED).delete()[0]
        + Warned.objects.filter(at__lt=now - WARNINGS, read__isnull=False).delete()[0]
        + Note.objects.filter(at__lt=now - NOTES).delete()[0]
        + traces.forget_old()
        + announcements.forget_ended()
    )
    if gone:
        log.info("%d rows of moderation are forgotten", gone)
    return gone

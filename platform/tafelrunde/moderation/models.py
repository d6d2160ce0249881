"""What moderators work with: reports, warnings, notes; and from where players have come, for hints."""

from __future__ import annotations

from typing import ClassVar, Final

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

LONGEST_WHY: Final = 300
LONGEST_NOTE: Final = 1000
LONGEST_PLACE: Final = 40


class Report(models.Model):
    """Somebody has reported somebody, with what had been said and how far the match was. For moderators alone.

    `lines` are the last of the room and, of whispers, those between the two alone; names and words are those of that
    moment, `by` and `whom` are the players' numbers. It is open until a moderator has `settled` it, and goes a year
    after that (`retention`).
    """

    class Outcome(models.TextChoices):
        DISMISSED = "dismissed", _("dismissed")
        WARNED = "warned", _("warned")
        MUTED = "muted", _("muted")
        BANNED = "banned", _("banned")

    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="reports_made")
    about = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="reports_about")
    why = models.CharField(_("why"), max_length=LONGEST_WHY)
    at = models.DateTimeField(_("when"), default=timezone.now)
    place = models.CharField(max_length=60, blank=True)
    place_name = models.CharField(_("where"), max_length=LONGEST_PLACE, blank=True)
    match = models.PositiveBigIntegerField(_("match"), null=True)
    ply = models.PositiveIntegerField(_("ply"), null=True)
    lines = models.JSONField(default=list)
    settled = models.DateTimeField(_("settled"), null=True)
    settled_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    outcome = models.CharField(_("outcome"), max_length=10, choices=Outcome.choices, blank=True)
    answer = models.CharField(_("reason"), max_length=LONGEST_WHY, blank=True)

    class Meta:
        verbose_name = _("report")
        verbose_name_plural = _("reports")
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(
                fields=["by", "about"], condition=Q(settled__isnull=True), name="one_open_report_a_pair"
            ),
        ]
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["at"], condition=Q(settled__isnull=True), name="open_reports"),
        ]

    def __str__(self) -> str:
        return str(self.pk)  # not by and about whom: what is logged is read by others


class Warned(models.Model):
    """A moderator has warned somebody, who reads it on every page until they say that they have. Goes after a year."""

    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="warnings")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    reason = models.CharField(_("reason"), max_length=LONGEST_WHY)
    at = models.DateTimeField(_("when"), default=timezone.now)
    read = models.DateTimeField(_("read"), null=True)

    class Meta:
        verbose_name = _("warning")
        verbose_name_plural = _("warnings")
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["player"], condition=Q(read__isnull=True), name="warnings_not_read"),
        ]

    def __str__(self) -> str:
        return f"{self.player_id}: {self.pk}"


class Note(models.Model):
    """What a moderator wants the others to know of somebody, who never reads it. Goes after two years (`retention`)."""

    about = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="notes_about")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    text = models.CharField(_("note"), max_length=LONGEST_NOTE)
    at = models.DateTimeField(_("when"), default=timezone.now)

    class Meta:
        verbose_name = _("note")
        verbose_name_plural = _("notes")

    def __str__(self) -> str:
        return f"{self.about_id}: {self.pk}"


class Trace(models.Model):
    """That a player has come from some address on some day, to see whether two come from the same.

    The address itself is not kept: `key` is a keyed hash of it (`traces`), which tells nothing to who does not have the
    site's secret key and says only whether two were the same. A row goes 14 days after its `day` (`retention`).
    """

    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="traces")
    key = models.CharField(max_length=32, db_index=True)
    day = models.DateField(db_index=True)

    class Meta:
        verbose_name = _("trace")
        verbose_name_plural = _("traces")
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["player", "key"], name="one_trace_an_address"),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} {self.day}"

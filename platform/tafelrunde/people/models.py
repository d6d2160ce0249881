"""What people are to each other: friends, whom they watch for and ignore, what they have not read, invitations."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models.functions import Greatest, Least
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class Friendship(models.Model):
    """Asked for by one, and accepted by the other or not yet; one row for two people."""

    asker = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="friendships_asked")
    asked = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="friendships")
    at = models.DateTimeField(default=timezone.now)
    accepted = models.DateTimeField(_("accepted"), null=True)

    class Meta:
        verbose_name = _("friendship")
        verbose_name_plural = _("friendships")
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(Least("asker", "asked"), Greatest("asker", "asked"), name="one_friendship_a_pair"),
        ]

    def __str__(self) -> str:
        return f"{self.asker_id} {self.asked_id}"


class Watch(models.Model):
    """Somebody is told when somebody else comes."""

    watcher = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="watches")
    watched = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="watched_by")

    class Meta:
        verbose_name = _("watch")
        verbose_name_plural = _("watch list")
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["watcher", "watched"], name="watched_once"),
        ]

    def __str__(self) -> str:
        return f"{self.watcher_id} {self.watched_id}"


class Ignoring(models.Model):
    """Nothing that `ignored` says reaches `by`."""

    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="ignoring")
    ignored = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="ignored_by")

    class Meta:
        verbose_name = _("ignoring")
        verbose_name_plural = _("ignore list")
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["by", "ignored"], name="ignored_once"),
        ]

    def __str__(self) -> str:
        return f"{self.by_id} {self.ignored_id}"


class Conversation(models.Model):
    """What `player` has with `other`: the number of its newest line, of the newest that came from `other`, and how many
    of theirs have not been read. Each of the two has a row.
    """

    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="conversations")
    other = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    newest = models.PositiveBigIntegerField(default=0)
    newest_heard = models.PositiveBigIntegerField(default=0)
    unread = models.PositiveIntegerField(default=0)

    class Meta:
        verbose_name = _("conversation")
        verbose_name_plural = _("conversations")
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["player", "other"], name="one_conversation_a_pair"),
        ]
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["player", "-newest"], name="conversations_of_a_player"),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} {self.other_id}: {self.unread}"


class Invitation(models.Model):
    """The way into a room: for one person (`to`), or, without, for whoever has its link. `room` is a room's number."""

    room = models.PositiveBigIntegerField(db_index=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="invitations_made")
    to = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, null=True, related_name="invitations")
    at = models.DateTimeField(default=timezone.now)
    until = models.DateTimeField(_("valid until"))
    revoked = models.DateTimeField(_("revoked"), null=True)

    class Meta:
        verbose_name = _("invitation")
        verbose_name_plural = _("invitations")

    def __str__(self) -> str:
        return f"{self.room}: {self.to_id}"

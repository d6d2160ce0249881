"""What admins have decided for the whole house, and the log of all that they have done."""

from __future__ import annotations

from typing import Any, ClassVar, Final, NoReturn

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

LONGEST_ANNOUNCEMENT: Final = 300
LONGEST_WORD: Final = 40


class KeptAsWritten(Exception):
    """Somebody wanted to change or remove an act. It is a bug: nobody may."""


class Acts(models.QuerySet["AdminAct"]):
    """Acts can be added and read, nothing else."""

    def update(self, **kwargs: Any) -> NoReturn:
        raise KeptAsWritten

    def delete(self) -> NoReturn:
        raise KeptAsWritten

    def bulk_update(self, *args: Any, **kwargs: Any) -> NoReturn:
        raise KeptAsWritten


class AdminAct(models.Model):
    """Something that an admin has done: who, what, to whom, and why. Written with the deed and never changed.

    Names are those of that moment, and nothing refers to other tables: an act outlives its people and rooms. Of who has
    deleted their account the number stays, and no name (`acts.forget_name`).
    """

    class What(models.TextChoices):
        MUTED = "muted", _("muted")
        BANNED = "banned", _("banned")
        WARNED = "warned", _("warned")
        DISMISSED = "dismissed", _("report dismissed")
        NOTED = "noted", _("note written")
        MADE_MODERATOR = "made_moderator", _("made a moderator")
        NO_MODERATOR = "no_moderator", _("no moderator any more")
        LOOKED_IN = "looked_in", _("looked into a room")
        ANNOUNCED = "announced", _("announced")
        UNANNOUNCED = "unannounced", _("announcement ended")
        WORD_BARRED = "word_barred", _("word barred")
        WORD_ALLOWED = "word_allowed", _("word allowed again")
        LIFTED = "lifted", _("sanction lifted")
        SIGNED_OUT = "signed_out", _("signed out everywhere")
        RENAMED = "renamed", _("renamed")
        MADE_ADMIN = "made_admin", _("made an admin")
        NO_ADMIN = "no_admin", _("no admin any more")
        ABORTED = "aborted", _("match aborted")
        ADJUDICATED = "adjudicated", _("match decided")
        CLOSED = "closed", _("room closed")
        GAME_OFF = "game_off", _("game switched off")
        GAME_ON = "game_on", _("game switched on")
        OPTIONS = "options", _("options decided")
        RESUMED = "resumed", _("match resumed")
        TWO_FACTOR_OFF = "two_factor_off", _("two-factor sign-in reset")
        MERGED = "merged", _("guest merged")

    class Kind(models.TextChoices):
        PLAYER = "player", _("player")
        MATCH = "match", _("match")
        ROOM = "room", _("room")
        GAME = "game", _("game")
        HOUSE = "house", _("house")

    at = models.DateTimeField(_("when"), default=timezone.now, db_index=True)
    by_id = models.BigIntegerField(null=True, db_index=True)
    by_name = models.CharField(_("who"), max_length=40, blank=True)
    what = models.CharField(_("what"), max_length=20, choices=What.choices)
    kind = models.CharField(_("on what"), max_length=10, choices=Kind.choices)
    on_id = models.CharField(max_length=60)
    on_name = models.CharField(_("on whom"), max_length=120)
    reason = models.TextField(_("reason"), blank=True)
    details = models.JSONField(_("details"), default=dict)

    objects = Acts.as_manager()

    class Meta:
        verbose_name = _("act")
        verbose_name_plural = _("acts")
        ordering: ClassVar[list[str]] = ["-id"]
        default_permissions = ("view",)
        indexes: ClassVar[list[models.Index]] = [models.Index(fields=["kind", "on_id"], name="acts_on_somebody")]

    def __str__(self) -> str:
        return f"{self.by_name}: {self.get_what_display()}, {self.on_name}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        if not self._state.adding:
            raise KeptAsWritten
        super().save(*args, **{**kwargs, "force_insert": True})

    def delete(self, *args: Any, **kwargs: Any) -> NoReturn:
        raise KeptAsWritten


class OfferedGame(models.Model):
    """What admins have decided about a game; a game without a row is offered.

    `options` holds by name the values that are offered and the default, of those options alone that were narrowed.
    """

    slug = models.CharField(_("game"), max_length=40, primary_key=True)
    offered = models.BooleanField(_("offered"), default=True)
    options = models.JSONField(_("options"), default=dict)
    changed = models.DateTimeField(_("changed"), default=timezone.now)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")

    class Meta:
        verbose_name = _("game")
        verbose_name_plural = _("games")
        default_permissions = ("view",)

    def __str__(self) -> str:
        return self.slug


class Moderator(models.Model):
    """A member who looks after others; made and unmade by `accounts.moderators`. Admins are more and have no row."""

    player = models.OneToOneField(
        settings.AUTH_USER_MODEL, models.CASCADE, primary_key=True, related_name="moderator", verbose_name=_("player")
    )
    since = models.DateTimeField(_("since"), default=timezone.now)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")

    class Meta:
        verbose_name = _("moderator")
        verbose_name_plural = _("moderators")
        default_permissions = ("view",)

    def __str__(self) -> str:
        return str(self.player_id)


class Announcement(models.Model):
    """Words for everybody, on all pages and in all rooms, until their time is up (None: none) or somebody ends them."""

    text = models.CharField(_("text"), max_length=LONGEST_ANNOUNCEMENT)
    at = models.DateTimeField(_("from"), default=timezone.now)
    until = models.DateTimeField(_("until"), null=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")

    class Meta:
        verbose_name = _("announcement")
        verbose_name_plural = _("announcements")
        ordering: ClassVar[list[str]] = ["pk"]
        default_permissions = ("view",)

    def __str__(self) -> str:
        return self.text


class BarredWord(models.Model):
    """A word that is not said here, as `words` folds it; a `*` before or behind it stands for more letters."""

    word = models.CharField(_("word"), max_length=LONGEST_WORD, unique=True)
    at = models.DateTimeField(_("since"), default=timezone.now)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")

    class Meta:
        verbose_name = _("barred word")
        verbose_name_plural = _("barred words")
        ordering: ClassVar[list[str]] = ["word"]
        default_permissions = ("view",)

    def __str__(self) -> str:
        return self.word

"""People: a player is a member with an account, or a guest who came in by one click."""

from __future__ import annotations

import datetime as dt
import hashlib
import secrets
from typing import Any, ClassVar, Final

from django.contrib.auth.models import AbstractBaseUser, BaseUserManager, PermissionsMixin
from django.core.exceptions import ValidationError
from django.db import IntegrityError, models, transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext_lazy as _

from .names import FORMER, LONGEST_KEY, MAX, called, name_key, tidy_name, validate_name

NAME_TAKEN = _("This name is taken.")
"""The name of everybody who has deleted their account; nobody can take it."""
LONGEST_REASON: Final = 300
LONGEST_TOKEN_NAME: Final = 60


class NameBlocked(IntegrityError):
    """The name was somebody's who has deleted their account not long ago."""


class Players(BaseUserManager["Player"]):
    """Makes players; `get_by_natural_key` finds a name however it is written."""

    def create_user(self, name: str, password: str | None = None, **fields: Any) -> Player:
        """A member, or with ``guest=True`` a guest; without a password nobody can sign in with one."""
        player = self.model(name=tidy_name(name), **fields)
        player.set_password(password)
        player.save(using=self._db)
        return player

    def create_superuser(self, name: str, password: str | None = None, **fields: Any) -> Player:
        """An admin with all rights."""
        return self.create_user(name, password, is_staff=True, is_superuser=True, **fields)

    def get_by_natural_key(self, name: str | None) -> Player:
        return self.get(key=name_key(name or ""))


class Player(AbstractBaseUser, PermissionsMixin):
    """Somebody with a name. `key` is the name without regard to case, width and look-alikes, and unique.

    `email` is the newest address, confirmed or not; which are confirmed is known to allauth's EmailAddress alone.
    `preferences` are read and changed by `preferences.py`. All sessions of a player end when `sessions_ended` rises.
    `erased` is when they have deleted their account: what is left is a number, and `FORMER` for a name.
    """

    name = models.CharField(_("name"), max_length=MAX, validators=[validate_name])
    key = models.CharField(max_length=LONGEST_KEY, unique=True, editable=False)
    email = models.EmailField(_("e-mail address"), blank=True)
    guest = models.BooleanField(_("guest"), default=False)
    is_staff = models.BooleanField(_("admin"), default=False)
    is_active = models.BooleanField(_("active"), default=True)
    joined = models.DateTimeField(_("member since"), default=timezone.now, editable=False)
    preferences = models.JSONField(_("preferences"), default=dict, blank=True, editable=False)
    sessions_ended = models.PositiveIntegerField(default=0, editable=False)
    erased = models.DateTimeField(_("account deleted"), null=True, editable=False)

    objects: ClassVar[Players] = Players()

    USERNAME_FIELD = "name"
    EMAIL_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = []

    class Meta:
        verbose_name = _("player")
        verbose_name_plural = _("players")

    def __str__(self) -> str:
        return called(self.name)

    def save(self, *args: Any, **kwargs: Any) -> None:
        """NameBlocked for a new name that was a former player's until lately; looked up after writing, so that of
        somebody who leaves and somebody who takes the name at once the second knows of the first.
        """
        before, self.key = self.key, name_key(self.name) if self.name != FORMER else f"Former {self.pk}"
        fields = kwargs.get("update_fields")
        if fields is not None and "name" in fields:
            kwargs["update_fields"] = {*fields, "key"}
        if self.key == before:
            super().save(*args, **kwargs)
            return
        with transaction.atomic():
            super().save(*args, **kwargs)
            if is_blocked(self.key):
                raise NameBlocked

    def _get_session_auth_hash(self, secret: str | None = None) -> str:
        """What a session was opened with, and is compared to: of the password, and of how often all have ended."""
        salt = "django.contrib.auth.models.AbstractBaseUser.get_session_auth_hash"
        ended = f" {self.sessions_ended}" if self.sessions_ended else ""
        return salted_hmac(salt, self.password + ended, secret=secret, algorithm="sha256").hexdigest()

    def clean(self) -> None:
        super().clean()
        self.name = tidy_name(self.name)
        self.key = name_key(self.name)
        if Player.objects.filter(key=self.key).exclude(pk=self.pk).exists() or is_blocked(self.key):
            raise ValidationError({"name": NAME_TAKEN})


class BlockedName(models.Model):
    """The name of a former player, and with it all that look like it: nobody takes it before `until`."""

    key = models.CharField(max_length=LONGEST_KEY, unique=True, editable=False)
    name = models.CharField(_("name"), max_length=MAX)
    until = models.DateTimeField(_("until"))

    class Meta:
        verbose_name = _("blocked name")
        verbose_name_plural = _("blocked names")

    def __str__(self) -> str:
        return self.name


def is_blocked(key: str) -> bool:
    """May nobody take this name now, because of who had it?"""
    return BlockedName.objects.filter(key=key, until__gt=timezone.now()).exists()


class Daily(models.Model):
    """Something that is done once a day, by whichever process comes first: it moves `due` on, and does it."""

    name = models.CharField(max_length=40, primary_key=True)
    due = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.name}: {self.due:%Y-%m-%d %H:%M}"


class Token(models.Model):
    """A bearer token of a player; only its hash is kept. `used` is when it was used last, to the minute."""

    player = models.ForeignKey(Player, models.CASCADE, related_name="tokens")
    name = models.CharField(_("name"), max_length=LONGEST_TOKEN_NAME)
    digest = models.CharField(max_length=64, unique=True, editable=False)
    created = models.DateTimeField(default=timezone.now, editable=False)
    used = models.DateTimeField(null=True, editable=False)

    class Meta:
        verbose_name = _("token")
        verbose_name_plural = _("tokens")

    def __str__(self) -> str:
        return f"{self.player}: {self.name}"

    @classmethod
    def make(cls, player: Player, name: str) -> str:
        """A new token of the player: the text that is shown once."""
        text = "tr_" + secrets.token_urlsafe(32)
        cls.objects.create(player=player, name=name, digest=digest(text))
        return text


class RecoveryCode(models.Model):
    """A code on paper that lets a member in once without their app; only its hash is kept."""

    player = models.ForeignKey(Player, models.CASCADE, related_name="recovery_codes")
    digest = models.CharField(max_length=64, editable=False)

    def __str__(self) -> str:
        return str(self.player)


class Sanction(models.Model):
    """What an admin has decided about a player: silence, or staying away. `reason` is for the player to read.

    It ends by itself at `until` (None: never), or when somebody lifts it. Made and lifted by `sanctions.py`.
    """

    class Kind(models.TextChoices):
        MUTE = "mute", _("muted")
        BAN = "ban", _("banned")

    player = models.ForeignKey(Player, models.CASCADE, related_name="sanctions", verbose_name=_("player"))
    kind = models.CharField(_("kind"), max_length=4, choices=Kind.choices)
    reason = models.CharField(_("reason"), max_length=LONGEST_REASON)
    until = models.DateTimeField(_("until"), null=True, blank=True)
    by = models.ForeignKey(Player, models.SET_NULL, null=True, related_name="+", verbose_name=_("decided by"))
    created = models.DateTimeField(_("decided"), default=timezone.now, editable=False)
    lifted = models.DateTimeField(_("lifted"), null=True, blank=True)
    lifted_by = models.ForeignKey(
        Player, models.SET_NULL, null=True, blank=True, related_name="+", verbose_name=_("lifted by")
    )

    class Meta:
        verbose_name = _("sanction")
        verbose_name_plural = _("sanctions")
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["player", "kind"], condition=Q(lifted__isnull=True), name="sanctions_not_lifted"),
        ]

    def __str__(self) -> str:
        return f"{self.player}: {self.get_kind_display()}"

    def holds(self, now: dt.datetime | None = None) -> bool:
        """Is it in force?"""
        return self.lifted is None and (self.until is None or self.until > (now or timezone.now()))


def in_force(now: dt.datetime | None = None) -> Q:
    """The sanctions that hold, for a filter."""
    return Q(lifted__isnull=True) & (Q(until__isnull=True) | Q(until__gt=now or timezone.now()))


def digest(token: str) -> str:
    """What is kept of a token: it is random and long, so a plain hash is enough."""
    return hashlib.sha256(token.encode(errors="surrogatepass")).hexdigest()

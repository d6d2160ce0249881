"""People: a player is a member with an account, or a guest who came in by one click."""

from __future__ import annotations

import hashlib
import secrets
from typing import Any, ClassVar

from django.contrib.auth.models import AbstractBaseUser, BaseUserManager, PermissionsMixin
from django.core.exceptions import ValidationError
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from .names import MAX, name_key, tidy_name, validate_name

NAME_TAKEN = _("This name is taken.")


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
    """Somebody with a name. `key` is the name without regard to case and width, and unique."""

    name = models.CharField(_("name"), max_length=MAX, validators=[validate_name])
    key = models.CharField(max_length=4 * MAX, unique=True, editable=False)
    email = models.EmailField(_("e-mail address"), blank=True)
    guest = models.BooleanField(_("guest"), default=False)
    is_staff = models.BooleanField(_("admin"), default=False)
    is_active = models.BooleanField(_("active"), default=True)
    joined = models.DateTimeField(_("member since"), default=timezone.now, editable=False)

    objects: ClassVar[Players] = Players()

    USERNAME_FIELD = "name"
    EMAIL_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = []

    class Meta:
        verbose_name = _("player")
        verbose_name_plural = _("players")

    def __str__(self) -> str:
        return self.name

    def save(self, *args: Any, **kwargs: Any) -> None:
        self.key = name_key(self.name)
        fields = kwargs.get("update_fields")
        if fields is not None and "name" in fields:
            kwargs["update_fields"] = {*fields, "key"}
        super().save(*args, **kwargs)

    def clean(self) -> None:
        super().clean()
        self.name = tidy_name(self.name)
        self.key = name_key(self.name)
        if Player.objects.filter(key=self.key).exclude(pk=self.pk).exists():
            raise ValidationError({"name": NAME_TAKEN})


class Token(models.Model):
    """A bearer token of a player; only its hash is kept."""

    player = models.ForeignKey(Player, models.CASCADE, related_name="tokens")
    name = models.CharField(_("name"), max_length=60)
    digest = models.CharField(max_length=64, unique=True, editable=False)
    created = models.DateTimeField(default=timezone.now, editable=False)

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


def digest(token: str) -> str:
    """What is kept of a token: it is random and long, so a plain hash is enough."""
    return hashlib.sha256(token.encode(errors="surrogatepass")).hexdigest()

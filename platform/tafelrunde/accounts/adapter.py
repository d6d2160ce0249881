"""How allauth handles our people: names by our rules, a guest who signs up keeps name and matches, mail may fail."""

from __future__ import annotations

import logging
from typing import Any, ClassVar
from urllib.parse import urlsplit

from allauth.account.adapter import DefaultAccountAdapter
from allauth.core import context
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.base_user import AbstractBaseUser
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.forms import BaseForm
from django.http import HttpRequest
from django.utils import translation
from django.utils.translation import gettext_lazy as _

from tafelrunde.live import bus
from tafelrunde.live.greeting import site_address

from . import attempts
from .models import NAME_TAKEN, Player, is_blocked
from .names import name_key, tidy_name, validate_name
from .preferences import language_of

log = logging.getLogger(__name__)


class NameTaken(Exception):
    """Somebody else was faster with this name."""


class AlreadyMember(Exception):
    """The guest who signs up has become a member in the meantime, in another tab or by a second click."""


class AccountAdapter(DefaultAccountAdapter):
    """Our rules at allauth's seams."""

    error_messages: ClassVar[dict[str, Any]] = {
        **DefaultAccountAdapter.error_messages,
        "username_taken": NAME_TAKEN,
        "username_password_mismatch": _("There is nobody with this name and this password."),
        "email_taken": _("This email address belongs to another player."),
    }

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        """Count the attempt. Who has made too many is told how long to wait."""
        try:
            super().pre_authenticate(request, **credentials)
        except ValidationError as error:
            key = self._get_login_attempts_cache_key(request, **credentials)
            raise attempts.refused(attempts.wait(request, key)) from error

    def get_login_stages(self) -> list[str]:
        """First of all the second factor, of who has one."""
        return ["tafelrunde.accounts.two_factor_pages.SecondFactor", *super().get_login_stages()]

    def clean_username(self, username: str, shallow: bool = False) -> str:
        """The tidy name, if it is a good one and nobody else's; who signs up as a guest may keep theirs."""
        name = tidy_name(username)
        validate_name(name)
        if not shallow:
            others = Player.objects.filter(key=name_key(name))
            if guest := guest_of(context.request):
                others = others.exclude(pk=guest.pk)
            if others.exists() or is_blocked(name_key(name)):
                raise self.validation_error("username_taken")
        return name

    def new_user(self, request: HttpRequest) -> Player:
        """The row to fill at sign-up: the guest's own, so that seats, matches and rooms stay theirs."""
        guest = guest_of(request)
        return Player.objects.get(pk=guest.pk) if guest else Player()

    def save_user(
        self, request: HttpRequest, user: AbstractBaseUser, form: BaseForm, commit: bool = True
    ) -> AbstractBaseUser:
        """Hash the password first and write then: no transaction waits for argon2. NameTaken, AlreadyMember."""
        player = super().save_user(request, user, form, commit=False)
        assert isinstance(player, Player)
        if commit:
            save_member(player)
        return player

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """In the player's language, with links to this site. A mail server that is down keeps nobody from playing."""
        player = context.get("user")
        language = language_of(player) if isinstance(player, Player) else None
        try:
            with translation.override(language or translation.get_language()):
                super().send_mail(template_prefix, email, _on_our_site(context))
        except OSError:
            log.exception("mail could not be sent")
            messages.error(self.request, _("The mail could not be sent. Please try again later."))


def _on_our_site(context: dict[str, Any]) -> dict[str, Any]:
    """What a mail says, about the site as we know it where any host is allowed: who asked may have made theirs up."""
    if "*" not in settings.ALLOWED_HOSTS:
        return context
    site = site_address()
    links = {
        name: site + urlsplit(link)._replace(scheme="", netloc="").geturl()
        for name, link in context.items()
        if name.endswith("_url")
    }
    host = urlsplit(site).netloc
    return {**context, **links, "current_site": {"name": host, "domain": host}}


def guest_of(request: HttpRequest | None) -> Player | None:
    """The guest who asks; None for members and strangers."""
    player = getattr(request, "user", None)
    return player if isinstance(player, Player) and player.guest else None


def save_member(player: Player) -> None:
    """Write a new member, or a guest's row as a member, of whose new name all tables hear."""
    try:
        with transaction.atomic():
            if player.pk:
                transaction.on_commit(lambda: bus.publish("renamed", player=player.pk))
            if (
                player.pk
                and not Player.objects.select_for_update(no_key=True).filter(pk=player.pk, guest=True).exists()
            ):
                raise AlreadyMember
            player.guest = False
            player.save()
    except IntegrityError as error:
        raise NameTaken from error

"""A mail to who has asked for it: a letter waits. Its words stay here, the mail says who has written and where."""

from __future__ import annotations

import logging
from typing import Final

from allauth.account.models import EmailAddress
from django.core.cache import cache
from django.core.mail import send_mail
from django.db import transaction
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _

from tafelrunde.accounts.models import Player
from tafelrunde.accounts.preferences import language_of, preferences_of
from tafelrunde.live.greeting import site_address

EVERY: Final = 3600
"""Seconds between two such mails to one person: what comes meanwhile waits beside it."""
log = logging.getLogger(__name__)


def letter_waits(to: Player, writer: Player) -> None:
    """After the commit: a mail, if they want one, have a confirmed address, and had none within the hour."""
    if preferences_of(to)["letters"] != "on":
        return
    address = EmailAddress.objects.filter(user=to, verified=True).order_by("-primary").first()
    if address is not None:
        email: str = address.email
        transaction.on_commit(lambda: _mail(to, writer.name, email))


def _mail(to: Player, writer: str, email: str) -> None:
    if not cache.add(f"letter-mailed-{to.pk}", 1, EVERY):
        return
    with translation.override(language_of(to) or translation.get_language()):
        subject = _("Tafelrunde: a letter from {name}").format(name=writer)
        link = site_address() + reverse("conversation", args=[writer])
        given = {
            "name": to.name,
            "writer": writer,
            "link": link,
            "preferences": site_address() + reverse("preferences"),
        }
        body = render_to_string("people/mail_letter.txt", given)
    try:
        send_mail(subject, body, None, [email])
    except OSError:
        log.exception("mail could not be sent")

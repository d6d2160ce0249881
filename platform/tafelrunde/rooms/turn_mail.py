"""Mails to who is away: it is your turn, in these daily matches. Bundled, and at most one an hour to each.

Whichever process finds that one is due claims it, sends it, and then writes that it was sent. Who dies in between
leaves it to the others once the claim is `LEASE` old: so none is lost, and where one died after sending, and before it
wrote so, it is sent twice.
The link asks for sign-in, as any page, and leads to the room. By the one for mail programs (RFC 8058) nothing can be
done but ending these mails.
"""

from __future__ import annotations

import asyncio
import datetime as dt
import logging
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from allauth.account.models import EmailAddress
from django.conf import settings
from django.core import signing
from django.core.mail import EmailMessage
from django.db import transaction
from django.db.models import Q
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import ngettext

from tafelrunde.accounts.models import Player
from tafelrunde.accounts.preferences import language_of, preferences_of, set_preferences
from tafelrunde.live.greeting import site_address
from tafelrunde.live.threads import ask
from tafelrunde.matches import holidays
from tafelrunde.matches.models import Match, Turn, TurnMail

from . import my_turns

EVERY: Final = 30.0
APART: Final = dt.timedelta(hours=1)
LEASE: Final = dt.timedelta(minutes=5)
MOST_AT_ONCE: Final = 100
_SALT: Final = "no more mails about turns"
log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Claim:
    """A mail that this process is to send now."""

    player: Player
    address: str
    turns: Sequence[int]


async def run() -> None:
    """Send what is due, as long as the process serves."""
    while True:
        await asyncio.sleep(EVERY)
        await ask(send_due)


def send_due(now: dt.datetime | None = None) -> int:
    """Send all mails that are due and that nobody else is sending; gives how many."""
    now = now or timezone.now()
    sent = 0
    for player in _waiting(now):
        claim = take(player, now)
        if claim is not None and _send(claim):
            done(claim, now)
            sent += 1
    return sent


def _waiting(now: dt.datetime) -> list[int]:
    """Players of whom a turn has lasted for a while and no mail has told, and to whom one may be sent now.

    Nobody else is among them: of so many at once they would keep others from theirs.
    """
    lasting = Turn.objects.filter(mailed=None, since__lte=now - _patience(), match__status=Match.Status.PLAYING)
    lately = TurnMail.objects.filter(Q(sent__gt=now - APART) | Q(claimed__gt=now - LEASE)).values("player")
    waiting = lasting.exclude(player__in=lately).exclude(player__in=holidays.away(now))
    players = waiting.order_by("player").values_list("player", flat=True).distinct()
    return list(players[:MOST_AT_ONCE])


def _patience() -> dt.timedelta:
    """Who moves at once needs no mail."""
    return dt.timedelta(seconds=settings.TURN_MAIL_AFTER)


def take(player: int, now: dt.datetime) -> Claim | None:
    """Claim the mail to a player; None where there is none to be sent, or somebody else sends it."""
    with transaction.atomic():
        TurnMail.objects.get_or_create(player_id=player)
        row = TurnMail.objects.select_for_update(of=("self",)).select_related("player").get(player=player)
        if row.sent is not None and row.sent > now - APART:
            return None
        if row.claimed is not None and row.claimed > now - LEASE:
            return None
        if holidays.on_now(row.player, now) is not None:
            return None
        turns = list(Turn.objects.filter(player=player, mailed=None).values_list("pk", flat=True))
        if not turns:
            return None
        address = _address(row.player)
        if address is None:
            Turn.objects.filter(pk__in=turns).update(mailed=now)
            return None
        TurnMail.objects.filter(pk=player).update(claimed=now)
    return Claim(row.player, address, turns)


def done(claim: Claim, now: dt.datetime) -> None:
    """It is sent."""
    with transaction.atomic():
        TurnMail.objects.filter(player=claim.player).update(sent=now, claimed=None)
        Turn.objects.filter(pk__in=claim.turns).update(mailed=now)


def _address(player: Player) -> str | None:
    """Where to write to; None for who wants no such mails, is gone or has no confirmed address."""
    if not player.is_active or preferences_of(player)["turns"] != "on":
        return None
    found = EmailAddress.objects.filter(user=player, verified=True).order_by("-primary").first()
    return None if found is None else str(found.email)


def _send(claim: Claim) -> bool:
    turns = my_turns.of([claim.player.pk])[claim.player.pk]
    if not turns:
        return True  # they have moved meanwhile: what there was to tell is told
    try:
        with translation.override(language_of(claim.player) or settings.LANGUAGE_CODE):
            message = compose(claim, turns)
        message.send()
    except Exception:  # whatever it was, it keeps nobody else from theirs
        log.exception("mail could not be sent")
        return False
    return True


def compose(claim: Claim, turns: Sequence[my_turns.MyTurn]) -> EmailMessage:
    """The mail, in the language that is active now."""
    n, site = len(turns), site_address()
    subject = ngettext("Tafelrunde: it is your turn in {n} match", "Tafelrunde: it is your turn in {n} matches", n)
    off = site + reverse("mail_off", args=[token(claim.player)])
    given = {
        "name": claim.player.name,
        "turns": [(turn, site + reverse("turn", args=[turn.slug])) for turn in turns],
        "preferences": site + reverse("preferences"),
        "off": off,
    }
    headers = {"List-Unsubscribe": f"<{off}>", "List-Unsubscribe-Post": "List-Unsubscribe=One-Click"}
    body = render_to_string("turns/mail.txt", given)
    return EmailMessage(subject.format(n=n), body, to=[claim.address], headers=headers)


def token(player: Player) -> str:
    """What ends these mails to a player, and does nothing else."""
    return signing.dumps(player.pk, salt=_SALT)


def player_of(token: str) -> Player | None:
    """Whose mails a token ends."""
    try:
        number = signing.loads(token, salt=_SALT)
    except signing.BadSignature:
        return None
    return Player.objects.filter(pk=number, erased=None).first()


def switch_off(player: Player) -> None:
    """No more of them."""
    set_preferences(player, {"turns": "off"})

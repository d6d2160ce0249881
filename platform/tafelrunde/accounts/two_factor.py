"""Signing in with a second factor: codes of an app (TOTP), and codes on paper for the day when the app is lost.

Any member may switch it on. Staff have to: `staff_or_led` is asked by every page of theirs, and leads who has not shown
a code in this session to where that is done. django-otp keeps the app's secret, slows down who guesses, and takes no
code twice.
"""

from __future__ import annotations

import secrets
from base64 import b32encode
from collections.abc import Sequence
from importlib import import_module
from typing import Final
from urllib.parse import urlencode

import django_otp
from django.conf import settings
from django.db import transaction
from django.http import HttpRequest, HttpResponseRedirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django_otp.models import Device
from django_otp.plugins.otp_totp.models import TOTPDevice

from tafelrunde.house import acts
from tafelrunde.refusals import Refusal

from . import moderators
from .models import Player, RecoveryCode, digest

CODES: Final = 10
_LETTERS: Final = "abcdefghjkmnpqrstuvwxyz23456789"
_LONG: Final = 16
_GROUP: Final = 4


def is_staff(player: object) -> bool:
    """Does somebody have powers over others, and so has to sign in with two factors?"""
    return isinstance(player, Player) and player.is_active and moderators.is_moderator(player)


def is_on(player: Player) -> bool:
    """Has the player switched it on?"""
    found: bool = TOTPDevice.objects.filter(user=player, confirmed=True).exists()
    return found


def passed(request: HttpRequest) -> bool:
    """Has a code been shown in this session?"""
    return getattr(request.user, "otp_device", None) is not None


def passed_in(session: str, player: Player) -> bool:
    """Has the player, whose session this is, shown a code in it, of an app that they still have? For sockets."""
    store = import_module(settings.SESSION_ENGINE).SessionStore(session)
    device = Device.from_persistent_id(store.get(django_otp.DEVICE_ID_SESSION_KEY) or "")
    return device is not None and device.user_id == player.pk


def staff_or_led(request: HttpRequest, then: str = "") -> HttpResponseRedirect | None:
    """For a page of staff, asked by staff: None where they may go on, else where they are led to.

    Once they have shown a code they are back here, or come to the address `then`.
    """
    if passed(request) or not isinstance(request.user, Player):
        return None
    place = "two_factor_check" if is_on(request.user) else "two_factor"
    return HttpResponseRedirect(f"{reverse(place)}?{urlencode({'next': then or request.get_full_path()})}")


# --- switching it on and off ------------------------------------------------------------------------------------------


def begin(player: Player) -> TOTPDevice:
    """The secret for a new app; the same until a code of it has been shown."""
    with transaction.atomic():
        Player.objects.select_for_update(no_key=True).get(pk=player.pk)
        device, _new = TOTPDevice.objects.get_or_create(user=player, confirmed=False, defaults={"name": "app"})
    return device


def switch_on(player: Player, code: str) -> tuple[TOTPDevice, list[str]] | None:
    """With a code of the new app: the app, and codes for the day when it is lost, which are shown this once."""
    with transaction.atomic():
        device = TOTPDevice.objects.select_for_update().filter(user=player, confirmed=False).first()
        if device is None or not device.verify_token(_digits(code)):
            return None
        TOTPDevice.objects.filter(user=player, confirmed=True).delete()
        device.confirmed = True
        device.save(update_fields=["confirmed"])
        return device, new_codes(player)


def new_codes(player: Player) -> list[str]:
    """Codes on paper, in place of those from before."""
    codes = [_code() for _one in range(CODES)]
    with transaction.atomic():
        RecoveryCode.objects.filter(player=player).delete()
        RecoveryCode.objects.bulk_create([RecoveryCode(player=player, digest=digest(_plain(code))) for code in codes])
    return codes


def switch_off(player: Player) -> bool:
    """Nothing but the password from now on. False where it was so."""
    with transaction.atomic():
        RecoveryCode.objects.filter(player=player).delete()
        gone: int = TOTPDevice.objects.filter(user=player).delete()[0]
    return gone > 0


@transaction.atomic
def reset(player: Player, by: Player | None, reason: str = "") -> None:
    """For who has lost app and codes; they are signed out of staff pages. Refusal for oneself, and where it is off."""
    if by is not None and by.pk == player.pk:
        raise Refusal("bad_argument", _("Another admin has to do this for you."))
    if not is_on(player):
        raise Refusal("not_allowed_now", _("That is so already."))
    switch_off(player)
    acts.record(acts.What.TWO_FACTOR_OFF, by, acts.on_player(player), reason)


# --- showing a code ---------------------------------------------------------------------------------------------------


def check(player: Player, code: str) -> TOTPDevice | None:
    """The player's app, if the code is one of its, or one on paper, which is used up by it."""
    with transaction.atomic():
        device = TOTPDevice.objects.select_for_update().filter(user=player, confirmed=True).first()
        if device is None:
            return None
        plain = _plain(code)
        if len(plain) == _LONG:
            used = RecoveryCode.objects.filter(player=player, digest=digest(plain)).delete()[0]
            return device if used else None
        return device if device.verify_token(_digits(code)) else None


def wait(player: Player) -> int:
    """Seconds until another code of the app may be tried; 0 where one may be now."""
    device = TOTPDevice.objects.filter(user=player, confirmed=True).first()
    if device is None:
        return 0
    allowed, why = device.verify_is_allowed()
    return 0 if allowed else max(1, round((why["locked_until"] - timezone.now()).total_seconds()))


def show(request: HttpRequest, device: TOTPDevice) -> None:
    """From now on a code has been shown in this session."""
    django_otp.login(request, device)


def codes_left(player: Player) -> int:
    """How many codes on paper have not been used."""
    return RecoveryCode.objects.filter(player=player).count()


def _code() -> str:
    letters = "".join(secrets.choice(_LETTERS) for _letter in range(_LONG))
    return "-".join(letters[at : at + _GROUP] for at in range(0, _LONG, _GROUP))


def _plain(code: str) -> str:
    return "".join(char for char in code.casefold() if char.isalnum())


def _digits(code: str) -> str:
    return "".join(char for char in code if char.isdecimal())


def export(player: Player) -> dict[str, object]:
    """What is kept of it, but for the secrets."""
    device = TOTPDevice.objects.filter(user=player, confirmed=True).first()
    return {
        "on": device is not None,
        "since": device and device.created_at,
        "last_used": device and device.last_used_at,
        "codes_left": codes_left(player),
    }


def app_secret(device: TOTPDevice) -> Sequence[str]:
    """The secret for who types it, in groups."""
    text = b32encode(device.bin_key).decode().rstrip("=")
    return [text[at : at + _GROUP] for at in range(0, len(text), _GROUP)]

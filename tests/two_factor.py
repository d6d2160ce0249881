"""Second factors in tests: an app that shows codes, and a browser in whose session one has been shown."""

from __future__ import annotations

import time
from base64 import b32decode

from django.test import Client
from django_otp import DEVICE_ID_SESSION_KEY
from django_otp.oath import TOTP
from django_otp.plugins.otp_totp.models import TOTPDevice

from tafelrunde.accounts.models import Player


def app_of(player: Player, *, confirmed: bool = True) -> TOTPDevice:
    """The player's app, made when first asked for."""
    device: TOTPDevice = TOTPDevice.objects.get_or_create(user=player, confirmed=confirmed)[0]
    return device


def code_of(device: TOTPDevice, later: int = 0) -> str:
    """What the app shows now, or some codes later: none is taken twice."""
    totp = TOTP(device.bin_key, device.step, device.t0, device.digits, device.drift)
    totp.time = time.time() + later * device.step
    return f"{totp.token():06d}"


def code_of_secret(letters: str) -> str:
    """What an app shows into which this secret was typed."""
    totp = TOTP(b32decode(letters.replace(" ", "")))
    totp.time = time.time()
    return f"{totp.token():06d}"


def shown(client: Client, player: Player) -> Client:
    """In this browser, where the player is signed in, a code has been shown."""
    session = client.session
    session[DEVICE_ID_SESSION_KEY] = app_of(player).persistent_id
    session.save()
    return client

"""Passwords tried too often: when the next may be tried. allauth counts; this reads what it has counted."""

from __future__ import annotations

import math
import time
from typing import Final

from allauth.core.internal import ratelimit
from django.core.cache import cache
from django.core.exceptions import ValidationError
from django.forms import BaseForm
from django.http import HttpRequest
from django.utils.translation import ngettext

TOO_MANY: Final = "too_many_login_attempts"
_APP: Final = "allauth.account"
_ACTION: Final = "login_failed"
_MINUTE: Final = 60


def wait(request: HttpRequest, key: str) -> int:
    """Seconds until a password for `key` may be tried again; at least 1."""
    left = 1.0
    for rate in ratelimit.get_rates(app=_APP, action=_ACTION):
        counted = ratelimit.get_cache_key(request, app=_APP, action=_ACTION, rate=rate, key=key)
        history: list[float] = cache.get(counted, [])  # the newest first
        if len(history) >= rate.amount:
            left = max(left, history[rate.amount - 1] + rate.duration - time.time())
    return math.ceil(left)


def refused(seconds: int) -> ValidationError:
    """What who has tried too often is told."""
    if seconds < 2 * _MINUTE:
        n, text = (
            seconds,
            ngettext(
                "Too many attempts. Try again in {n} second.", "Too many attempts. Try again in {n} seconds.", seconds
            ),
        )
    else:
        n = math.ceil(seconds / _MINUTE)
        text = ngettext(
            "Too many attempts. Try again in {n} minute.", "Too many attempts. Try again in {n} minutes.", n
        )
    return ValidationError(text.format(n=n), code=TOO_MANY, params={"wait": seconds})


def told_to_wait(form: BaseForm) -> int | None:
    """The seconds that a filled-in form tells somebody to wait; None where that is not what is wrong with it."""
    for error in form.non_field_errors().as_data():
        if error.code == TOO_MANY:
            return int(error.params["wait"]) if error.params else _MINUTE
    return None

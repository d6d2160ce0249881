"""Names of players: how they may be written, and when two of them are the same name."""

from __future__ import annotations

import re
import unicodedata

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

MIN, MAX = 3, 20
_SHAPE = re.compile(r"[^\W\d_][\w-]*\Z")
_INVISIBLE = frozenset("\u115f\u1160")  # the Hangul fillers are letters to Unicode, and nothing to the eye
RESERVED = frozenset(
    """
    admin administrator api bot everyone guest host moderator nobody room root server spectator staff system tafelrunde
    """.split()
)


def tidy_name(typed: str) -> str:
    """The name as it is kept: without spaces around it, and in the one form Unicode has for it (no wide letters)."""
    return unicodedata.normalize("NFKC", typed.strip())


def name_key(name: str) -> str:
    """Equal for names that count as the same: without regard to case and width."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())


def validate_name(name: str) -> None:
    """ValidationError unless it is tidy, 3 to 20 letters, digits, - and _, begins with a letter and is not reserved."""
    if not MIN <= len(name) <= MAX:
        raise ValidationError(_("A name has %(min)d to %(max)d characters.") % {"min": MIN, "max": MAX}, "length")
    if not _SHAPE.match(name) or name != tidy_name(name) or not _INVISIBLE.isdisjoint(name):
        raise ValidationError(_("A name has letters, digits, - and _, and begins with a letter."), "shape")
    if name_key(name) in RESERVED:
        raise ValidationError(_("This name is reserved."), "reserved")

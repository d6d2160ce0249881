"""Names of players: how they may be written, and when two of them are the same name."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

from django.core.exceptions import ValidationError
from django.utils.translation import gettext, gettext_noop
from django.utils.translation import gettext_lazy as _

from tafelrunde.house import words

from .lookalikes import of_one_script, shared, skeleton

MIN, MAX = 3, 20
FORMER: Final = gettext_noop("a former player")
"""The name of who has deleted their account. It has spaces, as no other name has."""
LONGEST_KEY: Final = 8 * MAX
_SHAPE = re.compile(r"[^\W\d_][\w-]*\Z")
_INVISIBLE = frozenset("\u115f\u1160")  # the Hangul fillers are letters to Unicode, and nothing to the eye
_SHARED: Final = frozenset("0123456789-_ー")
"""Of what belongs to no script: the digits everybody knows, and the sign for a long vowel in Japanese."""
RESERVED = frozenset(
    """
    admin administrator api bot everyone guest host moderator nobody room root server spectator staff system tafelrunde
    """.split()
)


def tidy_name(typed: str) -> str:
    """The name as it is kept: without spaces around it, and in the one form Unicode has for it (no wide letters)."""
    return unicodedata.normalize("NFKC", typed.strip())


def called(name: str) -> str:
    """The name as people read it: that of a former player in the language that is active now, others as they are."""
    return gettext(FORMER) if name == FORMER else name


def name_key(name: str) -> str:
    """Equal for names that count as the same: without regard to case, width and what looks alike."""
    return skeleton(name)


def validate_name(name: str) -> None:
    """ValidationError unless it is tidy, 3 to 20 letters, digits, - and _ of one script, begins with a letter, and is
    neither reserved nor barred.
    """
    if not MIN <= len(name) <= MAX:
        raise ValidationError(_("A name has %(min)d to %(max)d characters.") % {"min": MIN, "max": MAX}, "length")
    if not _SHAPE.match(name) or name != tidy_name(name) or not _INVISIBLE.isdisjoint(name):
        raise ValidationError(_("A name has letters, digits, - and _, and begins with a letter."), "shape")
    if not of_one_script(name) or any(shared(char) for char in name if char not in _SHARED):
        raise ValidationError(_("All letters of a name are of one script."), "script")
    if name_key(name) in _RESERVED_KEYS:
        raise ValidationError(_("This name is reserved."), "reserved")
    if words.find(name) is not None:
        raise ValidationError(_("There is a word in this name that is not said here."), "barred")


_RESERVED_KEYS: Final = frozenset(map(name_key, RESERVED))

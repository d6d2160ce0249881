"""What people type, as it is kept: one line of plain text, without the characters that could disturb others."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

_BREAKS: Final = frozenset("\n\r\t\v\f\x85\u2028\u2029")
_BIDI: Final = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


_UNSEEN: Final = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
_UNSEEN_RANGES: Final = (("\u180b", "\u180f"), ("\ufe00", "\ufe0f"), ("\ufff0", "\ufff8"), ("\U000e0000", "\U000e0fff"))


def one_line(text: str) -> str:
    """The text on one line: breaks become spaces; control, half (surrogate) and bidi-override characters go.

    Where nobody would see anything of it, it is empty.
    """
    kept = "".join(" " if char in _BREAKS else char for char in text if char in _BREAKS or _harmless(char)).strip()
    return "" if all(char.isspace() or is_unseen(char) for char in kept) else kept


def is_unseen(char: str) -> bool:
    """Is it a character that nobody sees: of no width, or one that only chooses how others look? Spaces are none."""
    if char.isascii():
        return False
    ranged = any(first <= char <= last for first, last in _UNSEEN_RANGES)
    return ranged or char in _UNSEEN or unicodedata.category(char) == "Cf"


def tidy(text: str) -> str:
    """The same with single spaces."""
    return " ".join(one_line(text).split())


def replace_name(text: str, name: str, instead: str) -> str:
    """The text with another name wherever this one stands as a word of its own."""
    return re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", lambda _found: instead, text)


def _harmless(char: str) -> bool:
    return unicodedata.category(char) not in ("Cc", "Cs") and char not in _BIDI

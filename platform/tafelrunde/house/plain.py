"""What people type, as it is kept: one line of plain text, without the characters that could disturb others."""

from __future__ import annotations

import unicodedata
from typing import Final

_BREAKS: Final = frozenset("\n\r\t\v\f\x85\u2028\u2029")
_BIDI: Final = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


def one_line(text: str) -> str:
    """The text on one line: breaks become spaces; control, half (surrogate) and bidi-override characters go."""
    kept = (" " if char in _BREAKS else char for char in text if char in _BREAKS or _harmless(char))
    return "".join(kept).strip()


def tidy(text: str) -> str:
    """The same with single spaces."""
    return " ".join(one_line(text).split())


def _harmless(char: str) -> bool:
    return unicodedata.category(char) not in ("Cc", "Cs") and char not in _BIDI

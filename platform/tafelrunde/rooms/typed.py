"""What people type: one line of plain text, without the characters that could disturb others."""

from __future__ import annotations

import unicodedata
from typing import Final

from tafelrunde.house.plain import one_line

__all__ = ["first_word", "fold", "one_line", "unquoted"]

_QUOTES: Final = {'"': '"', "“": "”", "„": "“”", "«": "»", "»": "«"}


def fold(text: str) -> str:
    """Equal for words that a forgiving reader takes for the same: case, width and accents do not matter."""
    plain = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", text).casefold())
    return unicodedata.normalize("NFC", "".join(char for char in plain if not unicodedata.combining(char)))


def first_word(text: str) -> tuple[str, str]:
    """The first word, or what stands in quotes, and what follows it; empty where there is none."""
    text = text.strip()
    if text and text[0] in _QUOTES:
        for end, char in enumerate(text[1:], 1):
            if char in _QUOTES[text[0]]:
                return text[1:end].strip(), text[end + 1 :].strip()
    word, *rest = text.split(maxsplit=1) or [""]
    return word, "".join(rest)


def unquoted(text: str) -> str:
    """The text without the quotes that stand round all of it."""
    word, rest = first_word(text)
    return text.strip() if rest else word

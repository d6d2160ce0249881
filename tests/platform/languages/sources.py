"""The catalogues of this checkout, for tests that hold them to what the sources say."""

from __future__ import annotations

import re
from collections import Counter
from typing import Final

import pytest
from babel.messages.catalog import Message

from tafelrunde import home
from tafelrunde.languages.catalogues import Source, read, sources_in

SOURCES: Final = {source.locale.parent.name: source for source in sources_in(home.CHECKOUT)}
COMPLETE: Final = ("fr", "de", "it")
"""The languages in which nothing is missing; the others of the site are added when they are as far, so that each change
that adds a message adds its words in these. Everything else that these tests promise holds for all languages."""
LANGUAGES: Final = ("fr", "de", "it")

each_catalogue: Final = pytest.mark.parametrize(
    ("source", "language"),
    [pytest.param(SOURCES[name], language, id=f"{name}-{language}") for name in SOURCES for language in LANGUAGES],
)
each_complete: Final = pytest.mark.parametrize(
    ("source", "language"),
    [pytest.param(SOURCES[name], language, id=f"{name}-{language}") for name in SOURCES for language in COMPLETE],
)


def entries(source: Source, language: str) -> list[Message]:
    """What the catalogue holds, without its header."""
    return [entry for entry in read(source.po(language), language) if entry.id]


def pairs(source: Source, language: str) -> list[tuple[str, str]]:
    """Each English text with each of its translations, as far as there are some; but not the words of commands."""
    found: list[tuple[str, str]] = []
    for entry in entries(source, language):
        english, said = texts(entry.id), texts(entry.string)
        if entry.context != "command":
            found += [(english[min(kind, len(english) - 1)], text) for kind, text in enumerate(said) if text]
    return found


def texts(several: str | list[str] | tuple[str, ...] | None) -> tuple[str, ...]:
    """One text, or those for each number."""
    return (several or "",) if isinstance(several, str) or several is None else tuple(several)


def counted(pattern: str, text: str) -> Counter[str]:
    """How often each match of the pattern is in the text."""
    return Counter(re.findall(pattern, text))

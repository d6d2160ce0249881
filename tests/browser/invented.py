"""Two languages that nobody speaks, to see whether pages have room for any: one 40 % longer, one from right to left.

They are made for a test run from what the sources say, in a folder of its own, and only a server that runs by
`invented_settings` reads them; nothing of them is in the package. Their codes are of languages that Django knows, so
that its own texts and its forms of dates are there.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

from babel.messages.catalog import Catalog

from tafelrunde import home
from tafelrunde.languages.catalogues import as_mo, catalogue_of, sources_in
from tafelrunde.languages.extracting import COMMAND, messages_in

LONG, MIRRORED = "nl", "he"
FOLDER: Final = "INVENTED_WORDS"
"""The variable that names the folder."""
BY: Final = 0.4
_KEPT: Final = re.compile(r"%\(\w+\)[sd]|%%|\{[^{}]*\}|<[^>]*>|&\w+;|(?<![\w<])/[a-z]+\b|\bMOVE\b|\s+")
_WORD: Final = re.compile(r"[^\W\d_]+")
_FIRST_LETTER, _LETTERS = 0x5D0, 27


def longer(word: str) -> str:
    """The word, and the beginning of it once more: at least 40 % longer."""
    return word + word[: math.ceil(len(word) * BY)].lower()


def mirrored(word: str) -> str:
    """As many letters, of those that are written from right to left."""
    return "".join(chr(_FIRST_LETTER + ord(letter) % _LETTERS) for letter in word)


LANGUAGES: Final[Mapping[str, Callable[[str], str]]] = {LONG: longer, MIRRORED: mirrored}


def said(text: str, in_words: Callable[[str], str]) -> str:
    """A text of ours in such a language: values, markup and commands stay."""
    kept = iter(_KEPT.findall(text))
    parts = [_WORD.sub(lambda word: in_words(word[0]), part) for part in _KEPT.split(text)]
    return "".join(part + next(kept, "") for part in parts)


def write(folder: Path) -> None:
    """Catalogues of all that platform and games say, each in a folder as Django's LOCALE_PATHS wants it."""
    for source in sources_in(home.CHECKOUT):
        messages = messages_in(source.folders, source.root)
        for language, in_words in LANGUAGES.items():
            catalogue = catalogue_of(messages, language, Catalog())
            for entry in catalogue:
                if entry.context == COMMAND:
                    entry.string = entry.id
                elif isinstance(entry.id, str):
                    entry.string = said(entry.id, in_words) if entry.id else entry.string
                else:
                    one, many = (said(text, in_words) for text in entry.id)
                    entry.string = (one, *[many] * (catalogue.num_plurals - 1))
            place = folder / source.locale.parent.name / language / "LC_MESSAGES" / "django.mo"
            place.parent.mkdir(parents=True)
            place.write_bytes(as_mo(catalogue))

"""Django makes one catalogue of all: where two of ours hold the same text, one would change the other's words."""

from __future__ import annotations

import pytest

from .sources import LANGUAGES, SOURCES, entries, texts


@pytest.mark.parametrize("language", LANGUAGES)
def test_catalogues_agree_where_they_hold_the_same_text(language: str) -> None:
    said: dict[tuple[str | None, str], set[tuple[str, ...]]] = {}
    for source in SOURCES.values():
        for entry in entries(source, language):
            if all(texts(entry.string)):
                said.setdefault((entry.context, texts(entry.id)[0]), set()).add(texts(entry.string))

    assert not {text: found for text, found in said.items() if len(found) > 1}

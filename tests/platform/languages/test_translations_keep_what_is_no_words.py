"""What programs put into a text, and markup, are in its translation as they are in English."""

from __future__ import annotations

import pytest

from tafelrunde.languages.catalogues import Source

from .sources import counted, each_catalogue, pairs

VALUES = r"%\(\w+\)[sd]|%%|\{[^{}]*\}"
TAGS = r"<[^>]*>"
COMMANDS = r"(?<![\w<])/[a-z]+\b"


@each_catalogue
@pytest.mark.parametrize("kept", [VALUES, TAGS, COMMANDS], ids=["values", "tags", "commands"])
def test_it_is_kept(source: Source, language: str, kept: str) -> None:
    lost = [(text, said) for text, said in pairs(source, language) if counted(kept, text) != counted(kept, said)]

    assert not lost


@each_catalogue
def test_a_translation_begins_and_ends_with_space_where_the_text_does(source: Source, language: str) -> None:
    def space(text: str) -> tuple[str, str]:
        return text[: len(text) - len(text.lstrip())], text[len(text.rstrip()) :]

    assert not [(text, said) for text, said in pairs(source, language) if space(text) != space(said)]


@each_catalogue
def test_a_translation_ends_as_a_sentence_where_the_text_does(source: Source, language: str) -> None:
    def end(text: str) -> str:
        last = text.rstrip()[-1:]
        return last if last in ".:!?…" else ""

    assert not [(text, said) for text, said in pairs(source, language) if end(text) != end(said)]

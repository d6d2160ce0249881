"""A command is typed in any language of the site, and its help is read in one's own."""

from __future__ import annotations

from collections import defaultdict

import pytest
from django.utils import translation
from django.utils.translation import pgettext

import tafelrunde.rooms.commands  # noqa: F401  declares them
from tafelrunde.rooms import registry
from tafelrunde.rooms.typed import fold

from .sources import COMPLETE, LANGUAGES


def words_in(language: str) -> dict[str, list[str]]:
    """The words of each command in this language, as they are folded."""
    with translation.override(language):
        return {one.name: [fold(word) for word in pgettext("command", one.name).split()] for one in registry.commands()}


@pytest.mark.parametrize("language", COMPLETE)
def test_each_word_finds_its_command(language: str) -> None:
    for name, words in words_in(language).items():
        for word in words:
            found = registry.find(word)
            assert found is not None, word
            assert found.name == name, word


def test_no_word_means_two_commands() -> None:
    meant: dict[str, set[str]] = defaultdict(set)
    for language in ("en", *LANGUAGES):
        for name, words in words_in(language).items():
            for word in words:
                meant[word].add(name)

    assert not {word: names for word, names in meant.items() if len(names) > 1}


@pytest.mark.parametrize("language", LANGUAGES)
def test_usage_names_the_command_as_it_can_always_be_typed(language: str) -> None:
    with translation.override(language):
        for one in registry.commands():
            assert one.usage.split()[0] == f"/{one.name}"
            assert one.help


@pytest.mark.parametrize("language", COMPLETE)
def test_help_is_in_the_language_of_the_reader(language: str) -> None:
    with translation.override(language):
        left = [one.name for one in registry.commands() if one.help == one.doc.partition(": ")[2]]

    assert not left

"""Every message of programs and pages is in each catalogue, and in the complete languages it is translated."""

from __future__ import annotations

from gettext import GNUTranslations
from io import BytesIO

from babel.messages.catalog import Catalog

from tafelrunde.languages.catalogues import Source, as_mo, as_po, catalogue_of, read
from tafelrunde.languages.extracting import messages_in

from .sources import each_catalogue, each_complete, entries, texts

BRING_UP_TO_DATE = "run `manage.py catalogues`, then translate what it has added"


def up_to_date(source: Source, language: str) -> Catalog:
    return catalogue_of(messages_in(source.folders, source.root), language, read(source.po(language), language))


@each_catalogue
def test_the_catalogue_is_what_the_sources_say_now(source: Source, language: str) -> None:
    written = source.po(language).read_text(encoding="utf-8")

    assert as_po(up_to_date(source, language)).decode() == written, BRING_UP_TO_DATE


@each_catalogue
def test_what_is_read_at_run_time_is_what_translators_have_written(source: Source, language: str) -> None:
    shipped = source.po(language).with_suffix(".mo").read_bytes()

    assert shipped == as_mo(up_to_date(source, language)), BRING_UP_TO_DATE
    assert GNUTranslations(BytesIO(shipped)).info()["language"] == language


@each_catalogue
def test_nothing_in_a_catalogue_is_a_guess_or_said_by_nobody(source: Source, language: str) -> None:
    assert not [entry.id for entry in entries(source, language) if entry.fuzzy]
    assert not read(source.po(language), language).obsolete


@each_complete
def test_nothing_is_left_in_english(source: Source, language: str) -> None:
    assert not [entry.id for entry in entries(source, language) if not all(texts(entry.string))]


@each_complete
def test_what_is_counted_has_words_for_each_kind_of_number(source: Source, language: str) -> None:
    kinds = read(source.po(language), language).num_plurals

    counted = [entry for entry in entries(source, language) if entry.pluralizable]

    assert not [entry.id for entry in counted if len(texts(entry.string)) != kinds]

"""Brings catalogues up to date: a .po for translators and its .mo, beside each other, for each language of the site.

What is read when a page is made is the .mo, which is part of the package: nobody needs gettext's programs. Babel, which
writes both, comes with the extra `test`.
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from .extracting import COMMAND, Message, messages_in

_DAY: Final = datetime(2026, 1, 1, tzinfo=UTC)
_OF_NOBODY: Final = tuple(
    f'"{name}'.encode() for name in ("Project-", "Report-", "POT-", "PO-Rev", "Last-", "Language-Team", "Generated-By")
)
"""What a header may say and ours does not."""
_WORDS: Final = "More words for this command, with spaces between them; the English one is always there, too."


@dataclass(frozen=True, slots=True)
class Source:
    """What has catalogues of its own: their folder, where its messages are, and from where its files are named."""

    locale: Path
    folders: tuple[Path, ...]
    root: Path

    def po(self, language: str) -> Path:
        """The catalogue that translators write."""
        return self.locale / language / "LC_MESSAGES" / "django.po"


@dataclass(frozen=True, slots=True)
class Written:
    """A catalogue that is up to date, and how much of it is translated."""

    path: Path
    messages: int
    translated: int


def source_of_game(package: Path) -> Source:
    """The words of a game: all of its package."""
    return Source(package / "locale", (package,), package.parent)


def sources_in(checkout: Path) -> list[Source]:
    """The platform with its pages, and each game of the checkout."""
    platform = checkout / "platform"
    pages = Source(platform / "tafelrunde" / "locale", (platform, checkout / "templates"), checkout)
    games = sorted(path.parent for path in (checkout / "games").glob("*/__init__.py"))
    return [pages, *map(source_of_game, games)]


def bring_up_to_date(source: Source, languages: Iterable[str]) -> list[Written]:
    """Write the catalogues: all that the source says now with what it is translated into, and nothing else."""
    messages = messages_in(source.folders, source.root)
    return [_write(source.po(language), language, messages) for language in languages]


def _write(path: Path, language: str, messages: Mapping[Message, Sequence[str]]) -> Written:
    catalogue = catalogue_of(messages, language, read(path, language) if path.exists() else Catalog())
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(as_po(catalogue))
    path.with_suffix(".mo").write_bytes(as_mo(catalogue))
    done = sum(1 for entry in catalogue if entry.id and _is_whole(entry.string))
    return Written(path, len(messages), done)


def read(path: Path, language: str) -> Catalog:
    """A catalogue as translators have written it."""
    with path.open("rb") as file:
        return read_po(file, locale=language, abort_invalid=True)


def as_po(catalogue: Catalog) -> bytes:
    """Without dates and lines, which change where no word does."""
    written = io.BytesIO()
    write_po(written, catalogue, width=120, include_lineno=False, ignore_obsolete=True)
    lines = written.getvalue().lstrip().splitlines(keepends=True)
    return b"".join(line for line in lines if not line.startswith(_OF_NOBODY))


def as_mo(catalogue: Catalog) -> bytes:
    """Only of what is translated: the rest stays English."""
    written = io.BytesIO()
    write_mo(written, catalogue)
    return written.getvalue()


def catalogue_of(messages: Mapping[Message, Sequence[str]], language: str, known: Catalog) -> Catalog:
    """All messages, with what is known of them in this language."""
    made = Catalog(
        language, project="Tafelrunde", header_comment="", creation_date=_DAY, revision_date=_DAY, fuzzy=False
    )
    for message, places in messages.items():
        old = known.get(message.text, message.context or None)
        several = bool(message.plural)
        said = old.string if old and not old.fuzzy and isinstance(old.string, tuple) == several else None
        made.add(
            (message.text, message.plural) if several else message.text,
            said,
            [(place, 0) for place in places],
            context=message.context or None,
            auto_comments=[_WORDS] if message.context == COMMAND else (),
        )
    return made


def _is_whole(said: str | Sequence[str] | None) -> bool:
    return bool(said) and all(said or ())

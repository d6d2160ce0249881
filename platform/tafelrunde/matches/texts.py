"""Lines of games, rendered in the language that is active now."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from gettext import NullTranslations

from django.utils.translation.trans_real import catalog, translation

from tafelrunde.accounts.names import FORMER
from tafelrunde.game import Line
from tafelrunde.languages.numbers import counted


def render(line: Line, names: Sequence[str] = (), language: str | None = None) -> str:
    """The line's text in this language, None for the active one; `names` are those of the seats, as they are kept."""
    # Looked for once: Django would look for it with each message, and a line may hold many.
    messages = catalog() if language is None else translation(language)

    def translate(message: str, plural: str | None, count: int) -> str:
        if plural is not None:
            return messages.ngettext(message, plural, count)
        return _translated(messages, message) if message else ""  # a catalogue would answer with its header

    def name_of(seat: int) -> str:
        name = names[seat] if seat < len(names) else str(seat + 1)
        return _translated(messages, FORMER) if name == FORMER else name

    def number(n: int) -> str:
        return str(n) if -1000 < n < 1000 else counted(n, language)

    return line.render(name_of, translate, number)


@lru_cache(20_000)
def _translated(messages: NullTranslations, message: str) -> str:
    return messages.gettext(message)

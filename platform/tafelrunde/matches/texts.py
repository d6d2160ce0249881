"""Lines of games, rendered in the language that is active now."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation.trans_real import catalog

from tafelrunde.game import Line


def render(line: Line, names: Sequence[str] = ()) -> str:
    """The line's text; `names` are those of the seats."""
    active = catalog()  # once: Django would look for it with each message, and a line may hold many

    def translate(message: str, plural: str | None, count: int) -> str:
        if not message:
            return ""  # a catalogue would answer with its header
        return active.gettext(message) if plural is None else active.ngettext(message, plural, count)

    return line.render(lambda seat: names[seat] if seat < len(names) else str(seat + 1), translate)

"""Lines of games, rendered in the language that is active now."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext, ngettext

from tafelrunde.game import Line


def render(line: Line, names: Sequence[str] = ()) -> str:
    """The line's text; `names` are those of the seats."""
    return line.render(lambda seat: names[seat] if seat < len(names) else str(seat + 1), _translate)


def _translate(message: str, plural: str | None, count: int) -> str:
    if not message:
        return ""  # gettext would answer with the catalogue's header
    return gettext(message) if plural is None else ngettext(message, plural, count)

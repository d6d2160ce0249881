"""Catalogues of messages for tests: what they do not know stays as it is."""

from __future__ import annotations

from collections.abc import Mapping
from gettext import NullTranslations


class Catalogue(NullTranslations):
    """One with these messages; of a plural it knows the form for many."""

    def __init__(self, known: Mapping[str, str] | None = None) -> None:
        super().__init__()
        self._known = known or {}

    def gettext(self, message: str) -> str:
        return self._known.get(message, message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self._known.get(msgid2, msgid1 if n == 1 else msgid2)

"""Counts as each language writes them: 1,234 in English, 1.234 in German and Italian, 1 234 in French.

Only what is counted is written so. Ratings, years and the numbers of matches and processes are names more than counts
and stand as they are. A template says ``{{ n|floatformat:"g" }}``, which is the same.
"""

from __future__ import annotations

from django.utils.formats import get_format
from django.utils.numberformat import format as in_groups


def counted(number: int, language: str | None = None) -> str:
    """The number in groups, in this language, None for the one that is active."""
    groups, between = (get_format(name, language) for name in ("NUMBER_GROUPING", "THOUSAND_SEPARATOR"))
    return in_groups(number, ".", grouping=groups, thousand_sep=between, force_grouping=True)

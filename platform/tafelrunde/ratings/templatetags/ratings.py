"""How ratings are written."""

from __future__ import annotations

from django.template import Library

from tafelrunde.ratings import ranking

register = Library()


@register.filter
def signed(number: int) -> str:
    """``{{ rating.gained|signed }}``: ``+12``, ``−3``, ``±0``."""
    return ranking.signed(number)

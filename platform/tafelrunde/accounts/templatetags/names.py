"""Names as people read them."""

from __future__ import annotations

from django.template import Library

from .. import names

register = Library()


@register.filter
def called(name: str | None) -> str:
    """``{{ player.name|called }}``: where the player may have deleted their account. Nothing for nobody."""
    return names.called(name or "")

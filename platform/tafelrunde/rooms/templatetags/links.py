"""Links in what people read."""

from __future__ import annotations

import re

from django import template
from django.utils.html import format_html, format_html_join

from tafelrunde.live.greeting import site_address

register = template.Library()


@register.filter
def linked(text: str) -> str:
    """Addresses of this site as links, everything else as it was typed: nobody is led elsewhere by a line of chat."""
    if "://" not in text:
        return text
    parts = re.split(rf"({re.escape(site_address())}/[\w/~%?=&#.:\-]*[\w/])", text)
    return format_html_join(
        "",
        "{}",
        ([format_html('<a href="{0}">{0}</a>', part) if number % 2 else part] for number, part in enumerate(parts)),
    )

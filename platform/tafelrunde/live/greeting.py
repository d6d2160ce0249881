"""What `serve` says beside its address when it starts: lines of the parts that have something to say."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from django.conf import settings

from tafelrunde import home

Line = Callable[[str], str | None]
"""Is given the address of the site, without a slash at the end; None where there is nothing to say."""

_lines: list[Line] = []


def register(line: Line) -> None:
    """Have `line` asked at each start, after the database is ready and before the event loop runs."""
    if line not in _lines:
        _lines.append(line)


def lines(address: str) -> list[str]:
    """What there is to say now."""
    return [text for line in _lines if (text := line(address))]


def site_address() -> str:
    """Where people find the site: the first of ORIGINS, else where it was served last."""
    if settings.ORIGINS:
        return str(settings.ORIGINS[0])
    try:
        return _remembered().read_text("utf-8").strip()
    except OSError:
        return "http://127.0.0.1:8000"


def remember_address(address: str) -> None:
    """For commands in other processes, to which nobody says the port."""
    _remembered().write_text(address, "utf-8")


def _remembered() -> Path:
    return home.home() / "address"

"""The site in a process that hardly ever looks by itself what admins have decided: it has to be told."""

from __future__ import annotations

from tafelrunde.asgi import application
from tafelrunde.house import heard, offers

__all__ = ["application"]

for part in (offers, heard):
    setattr(part, "BEAT", 3600.0)  # noqa: B010  a test's process, in which the constant is another

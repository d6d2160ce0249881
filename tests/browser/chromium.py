"""Which Chromium is used, and how it is started."""

from __future__ import annotations

import os
import shutil

PLACES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
SWITCHES = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


def installed() -> str | None:
    """What the variable CHROMIUM says, or the first one on the path."""
    return os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, PLACES)), None)

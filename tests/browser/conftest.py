"""Chromium as the machine has it, for Playwright's `page` and its relatives."""

from __future__ import annotations

import shutil
from typing import Any

import pytest

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """How Playwright starts it; without one the test is skipped, which is a failure in CI."""
    found = next(filter(None, map(shutil.which, NAMES)), None)
    if not found:
        pytest.skip("needs Chromium: apt-get install chromium")
    return {**browser_type_launch_args, "executable_path": found, "args": list(FLAGS)}

"""What all tests of the platform share."""

from __future__ import annotations

import pytest
from django.core.cache import cache


@pytest.fixture(autouse=True)
def _nobody_counts_yet() -> None:
    """Rate limits begin anew with each test."""
    cache.clear()

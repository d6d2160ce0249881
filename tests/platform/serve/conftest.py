"""The small site, served."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.serving import ROOT, Served, serving


@pytest.fixture
def small_site() -> Iterator[Served]:
    """`serve` with the application of small_site.py."""
    environment = {"DJANGO_SETTINGS_MODULE": "tests.platform.serve.small_site_settings", "PYTHONPATH": str(ROOT)}
    with serving(environment) as served:
        yield served

"""The small site, served."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.serving import ROOT, Served, serving

SMALL = {"DJANGO_SETTINGS_MODULE": "tests.platform.serve.small_site_settings", "PYTHONPATH": str(ROOT)}


@pytest.fixture
def small_site() -> Iterator[Served]:
    """`serve` with the application of small_site.py, for one test that ends it or holds it up."""
    with serving(SMALL) as served:
        yield served


@pytest.fixture(scope="module")
def shared_small_site() -> Iterator[Served]:
    """The same, for all tests of a module that leave it as it is."""
    with serving(SMALL) as served:
        yield served

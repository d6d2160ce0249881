"""What all tests of the platform share."""

from __future__ import annotations

import pytest
from django.core.cache import cache
from pytest_django.fixtures import Settings


@pytest.fixture(autouse=True)
def _files_without_a_manifest(settings: Settings) -> None:
    """Pages render without `collectstatic` having run."""
    static = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    settings.STORAGES = {**settings.STORAGES, "staticfiles": static}


@pytest.fixture(autouse=True)
def _nobody_counts_yet() -> None:
    """Rate limits begin anew with each test."""
    cache.clear()

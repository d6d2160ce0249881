"""Admins know in which zone the times are that they read."""

from __future__ import annotations

import pytest
from django.conf import settings
from django.test import Client


@pytest.mark.parametrize("page", ["/admin/", "/admin/accounts/player/", "/admin/matches/match/"])
def test_every_page_says_the_zone_of_its_times(desk: Client, page: str) -> None:
    assert settings.TIME_ZONE == "UTC"
    assert "All times on these pages are UTC." in desk.get(page).content.decode()

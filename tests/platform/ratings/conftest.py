from __future__ import annotations

import pytest

from tafelrunde.accounts.models import Player


@pytest.fixture
def people(db: None) -> list[Player]:
    """Four members."""
    return [Player.objects.create_user(name) for name in ("Ann", "Bob", "Cleo", "Dora")]
